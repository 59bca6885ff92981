"""The HTTP interface: resources, schemas, authentication, errors, documents."""
