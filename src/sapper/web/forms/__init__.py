"""The forms of requests, answers and problems, for validation and for the OpenAPI document."""
