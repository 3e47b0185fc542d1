"""What carries requests to the routes: HTTP, or messages within a browser.

In a browser, the routes run in workers that run Python as WebAssembly. The workers' scripts call
`backend`, `job_runner` and `preload` with text and get text; no module knows JavaScript.
"""
