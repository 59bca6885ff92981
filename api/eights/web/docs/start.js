SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
