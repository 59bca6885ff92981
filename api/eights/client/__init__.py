"""Programs that talk to a server over HTTP. Imports nothing of the server."""
