"""The forms of requests and answers, for validation and for the OpenAPI document."""
