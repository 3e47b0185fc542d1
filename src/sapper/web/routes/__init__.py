"""What answers each path: a request in, JSON out; thinking and writing are done elsewhere."""
