"""The forms of requests and answers: what is checked, what the OpenAPI document tells."""
