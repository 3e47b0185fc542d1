"""The OpenAPI document is complete, and holds under generated requests."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.failures import FailureGroup

# A clear message that it cannot be done now is not a failure of the server.
CLEAR = {"busy", "too_long"}


@pytest.fixture
def document(address: str) -> dict[str, Any]:
    answer: dict[str, Any] = httpx.get(f"{address}/api/openapi.json").json()
    return answer


def test_every_route_describes_its_answers_and_its_problems(document: dict[str, Any]) -> None:
    """Each operation has a summary, the form of its answer, and problems as problem+json."""
    for path, methods in document["paths"].items():
        for method, reply in methods.items():
            assert reply.get("description"), f"{method} {path}"
            good = [reply["responses"][code] for code in reply["responses"] if code[0] == "2"]
            assert len(good) == 1, f"{method} {path}"
            assert method == "delete" or good[0]["content"], f"{method} {path}"
            for code, response in reply["responses"].items():
                if code[0] in "45":
                    assert list(response["content"]) == ["application/problem+json"], path


def test_no_request_makes_the_server_fail(address: str, document: dict[str, Any]) -> None:
    """No request made from the document causes a server error; each answer has its form."""
    schema = schemathesis.openapi.from_dict(document)
    id = httpx.post(f"{address}/api/games", json={"layout": "*..\n...\n"}).json()["id"]
    seen = set()
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]  # a broken one raises here
        seen.add(operation.label)

        @settings(
            max_examples=12,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def attempt(case: Any) -> None:
            if "id" in case.path_parameters and case.method != "DELETE":
                case.path_parameters["id"] = id
            check(case, case.call(base_url=address))

        attempt()
    assert len(seen) >= 20


def check(case: Any, response: Any) -> None:
    """Fail for an unclear server error, and for an answer of another form."""
    if response.status_code >= 500:
        assert response.json()["kind"] in CLEAR, f"{case.as_curl_command()}: {response.text}"
    if response.headers.get("content-type", [""])[0].startswith("application/x-ndjson"):
        return
    try:
        case.operation.validate_response(response)
    except FailureGroup as failures:
        pytest.fail(f"{case.as_curl_command()}: {failures.exceptions}")
