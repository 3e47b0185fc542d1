"""The forms of answers, for the OpenAPI document: a file for each of the routes."""
