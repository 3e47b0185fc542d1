"""The other carrier: the routes inside a browser, in workers that run Python as WebAssembly.

The workers' scripts call these functions with text and get text; no module here knows JavaScript.
"""
