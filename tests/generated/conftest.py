collect_ignore = ["by_openapi_generator.py", "by_openapi_python_client.py"]  # programs on packages that are generated
