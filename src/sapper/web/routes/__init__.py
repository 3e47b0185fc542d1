"""What answers each path of the API."""
