"""The processes behind ``eights serve``: a supervisor, the embedded store, and gunicorn with its workers."""
