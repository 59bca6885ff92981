"""The store: Redis or Valkey, its keys, the codec, the commit script, and the embedded server."""
