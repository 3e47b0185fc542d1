"""What holds for every command: help, version, bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from sapper.cli import _SUMMARIES, _load, app, console, screen
from sapper.formatting import at

Run = Callable[..., Result]
Complaint = Callable[..., str]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

COMMANDS = ["watch", "assist", "solve", "new"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches(run: Run, command: str) -> None:
    """Each command's help has two to eight examples and says what it does."""
    result = run(command, "--help")
    examples = [line for line in result.output.splitlines() if f"sapper {command}" in line]
    assert result.exit_code == 0
    assert 2 <= len(examples) - 1 <= 8, "one line more is the usage"


def test_the_list_of_commands_is_whole(run: Run) -> None:
    """At 80 columns the list of commands cuts no sentence off."""
    assert "..." not in run("--help").output.partition("Commands:")[2]


@pytest.mark.parametrize("arguments", [["-h"], ["--version"]])
def test_help_and_version_load_no_command(arguments: list[str]) -> None:
    """The list of commands and the version come without numpy, rich or any command's module."""
    code = (
        "import sys; from sapper.cli import app; app(sys.argv[1:], standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout
    loaded = set(done.stderr.split())
    assert "typer" in loaded
    assert {
        "numpy",
        "rich",
        "sapper.engine",
        "sapper.cli.new",
        "sapper.cli.bench",
    } & loaded == set()


@pytest.mark.parametrize("imported", ["typer", "sapper.cli.why", "numpy"])
def test_ctrl_c_during_the_imports_is_quiet(imported: str) -> None:
    """Ctrl-C before a command has begun prints nothing and exits with 130."""
    code = (
        "import signal, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *rest):\n"
        f"        if name == {imported!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from sapper.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, "why"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_ctrl_c_at_the_very_end_is_quiet() -> None:
    """Ctrl-C while Python ends prints nothing; all output is there already."""
    code = (
        "import atexit, signal\n"
        "atexit.register(signal.raise_signal, signal.SIGINT)\n"
        "from sapper.__main__ import main; main()"
    )
    command = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 130
    assert done.stdout.startswith(b"sapper ")
    assert done.stderr == b""


def test_an_ignored_ctrl_c_stays_ignored(process: Process) -> None:
    """A command in the background of a shell script, where Ctrl-C is ignored, goes on."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from sapper.cli import why\n"
        "why.read_position_file = lambda *_: signal.raise_signal(signal.SIGINT) or print('on')\n"
        "from sapper.__main__ import main; main()"
    )
    command = [sys.executable, "-c", code, "why", "p", "A1"]
    assert subprocess.run(command, capture_output=True, check=False).stdout == b"on\n"


def test_short_help(run: Run) -> None:
    """-h is --help, of the whole and of each command."""
    assert run("-h").output == run("--help").output
    assert run("new", "-h").output == run("new", "--help").output


def completed(typed: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what a shell offers for the last word, which may be empty."""
    monkeypatch.setenv("_SAPPER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    return CliRunner().invoke(app, [], prog_name="sapper").output.split()


def test_shell_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell completes the names of commands, of a command's options, and of their values."""
    players = ["cautious", "deep", "fast", "least-risk", "logical", "master", "random", "textbook"]
    expected = {
        "sapper wa": ["watch"],
        "sapper new --fo": ["--format"],
        "sapper new --level be": ["beginner"],
        "sapper bench --level ": ["beginner", "intermediate", "expert"],
        "sapper bench --player ": players,
        "sapper watch --player te": ["textbook"],
        "sapper duel ": players,
        "sapper dataset out --player ": ["fast", "master", "deep"],
    }
    assert {typed: completed(typed, monkeypatch) for typed in expected} == expected


def test_what_a_shell_offers_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value that is offered for an option is one that its command takes."""
    monkeypatch.setattr("sapper.players.registry.player_names", lambda: ["master"])
    for name in _SUMMARIES:
        command = _load(name)
        context = command.context_class(command, info_name=name)
        for parameter in command.params:
            for offered in parameter.shell_complete(context, ""):
                if offered.type == "plain":
                    value = [offered.value] if parameter.multiple else offered.value
                    parameter.process_value(context, value)


def test_version_and_bare_call(run: Run) -> None:
    """--version prints the version; without a command the help is shown."""
    assert run("--version").output.startswith("sapper ")
    bare = run()
    assert bare.exit_code == 0
    assert all(command in bare.output for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["--cells", "roman", "new"],
        ["watch", "--fast"],
        ["watch", "--seed", "x"],
        ["watch", "--seed", "-1"],
        ["watch", "--level", "huge"],
        ["watch", "--level", "9999999x9999999/1"],
        ["watch", "--level", "3x3/9"],
        ["watch", "--delay", "nan"],
        ["watch", "--delay", "-1"],
        ["watch", "--player", "nobody"],
        ["watch", "--player", "no.such:Class"],
        ["watch", "--player", ":"],
        ["watch", "--board", "x"],
        ["watch", "--first-click", "lucky"],
        ["assist", "--level", "0x0/0"],
        ["assist", "--session", "."],
        ["assist", "--session", "missing/file"],
        ["solve", "missing.txt"],
        ["solve", "--flags", "maybe"],
        ["solve", "--density", "x"],
        ["solve", "."],
        ["solve", "a", "b"],
        ["solve"],
    ],
)
def test_bad_input_is_one_line(complaint: Complaint, arguments: list[str]) -> None:
    """A mistake in the call is one line on the error stream and exit code 2."""
    assert complaint(*arguments)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["new", "--seed", "x"], "Invalid value for '--seed': use a whole number"),
        (["watch", "--delay", "x"], "Invalid value for '--delay': use a number"),
        (["new", "--format", "x"], "Invalid value for '--format': 'x' is not one of 'picture'"),
    ],
)
def test_a_bad_value_is_named_in_plain_words(
    complaint: Complaint, arguments: list[str], expected: str
) -> None:
    """What is wrong with an option's value is said in the words of a person."""
    assert expected in complaint(*arguments)


def test_the_choice_of_notation(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are named; --cells, or else SAPPER_CELLS, writes pairs, and holds for one command."""
    position = "3x2/1\n1 1 .\n# 1 .\n"
    named, paired = "A2 (one clue)", "(1,0) (one clue)"
    edges = {named: "    A B C\n1 |", paired: "    0 1 2\n0 |"}

    def printed(*arguments: str) -> str:
        output = run(*arguments, "why", "--ascii", "-", "A2", typed=position).output
        (found,) = (sentence for sentence in edges if sentence in output)
        assert edges[found] in output
        return found

    assert [printed(), printed("--cells", "pairs"), printed()] == [named, paired, named]
    assert at((1, 0)) == "A2", "the choice ended with the command"
    monkeypatch.setenv("SAPPER_CELLS", "pairs")
    assert [printed(), printed("--cells", "names")] == [paired, named]


def test_bad_input_to_the_real_command(process: Process) -> None:
    """The real process exits as the calls in these tests do."""
    result = process("watch", "--seed", "x")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"sapper: ")
    assert result.stderr.count(b"\n") == 1


def test_random_bytes(process: Process, tmp_path: Path) -> None:
    """Bytes that are not text are refused, from a file and from standard input."""
    (tmp_path / "noise").write_bytes(os.urandom(1000).replace(b"\0", b"") + b"\xff")
    for result in (process("solve", "noise"), process("assist", "--session", "noise")):
        assert result.returncode == 2
        assert b"is not UTF-8" in result.stderr
    assert process("solve", typed=b"\xff\x00").returncode == 2
    assert process("assist", typed=b"\xff\x00\n").returncode == 0, (
        "a line not understood, then the end"
    )


@given(st.text(max_size=60) | st.text("#F.012345678x/ \n*{}[]", max_size=60))
def test_solve_survives_any_text(text: str) -> None:
    """For any text, solve exits with 0, 1 or 2, and never with a traceback."""
    result = CliRunner().invoke(app, ["solve"], input=text.encode("utf-8", "surrogatepass"))
    assert result.exit_code in (0, 1, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk(process: Process) -> None:
    """An output that cannot be written is reported in one line."""
    assert process("new", "--out", "/dev/full").returncode == 2


def test_cutting_keeps_colours() -> None:
    """Cutting a line counts only visible signs, and leaves no colour switched on."""
    line = "ab\x1b[31mcd\x1b[0mef"
    assert screen.cut(line, 1, 3) == "b\x1b[31mc\x1b[0m"


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour_is_for_terminals_only(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    """Pictures have colours on a terminal, none in a pipe, under NO_COLOR or on a dumb one."""
    for name, value in ({"TERM": "xterm", "NO_COLOR": ""} | environment).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    assert console.wants_colour() is coloured


@pytest.mark.parametrize("option", ["--first", "--seed", "--json", "--ascii", "--cluster"])
def test_the_same_option_reads_the_same_everywhere(option: str) -> None:
    """An option has the same form and, up to its default, the same help in all commands."""
    texts = set()
    for name in _SUMMARIES:
        for parameter in _load(name).params:
            if parameter.opts[0] == option:
                texts.add((parameter.metavar, parameter.help.partition("  [default")[0]))
    assert len(texts) == 1, texts


@pytest.mark.parametrize("command", ["grade", "metrics"])
def test_json_is_what_the_stability_page_promises(run: Run, command: str) -> None:
    """For several boards --json prints an object on a line for each, and the page says so."""
    page = Path(__file__).parents[2] / "docs" / "stability.md"
    (promise,) = (line for line in page.read_text().splitlines() if "with `--json`" in line)
    _, found, lines = promise.partition("an object on a line for each board")
    assert found
    assert f"`{command}`" in promise.removesuffix(lines)
    boards = "4x4x1-safe-1-0-0-0\n4x4x1-safe-2-0-0-0\n"
    for typed in (boards, boards.splitlines()[0]):
        shown = run(command, "--json", typed=typed).stdout.splitlines()
        assert [type(json.loads(line)) for line in shown] == [dict] * len(typed.split())


def test_an_internal_error_can_be_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends with exit code 70 and prints the place, the command and its input, no traceback."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("the steps do not add up")

    monkeypatch.setattr("sapper.cli.why.advise", fail)
    monkeypatch.setattr(sys, "argv", ["sapper", "why", "p.txt", "A3"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    (path := tmp_path / "p.txt").write_text("mines 1\n1 1\n# #\n")
    assert console.run(app, ["why", str(path), "A2"]) == 70
    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert "internal error: AssertionError at test_commands.py:" in complaint
    assert "the steps do not add up" in complaint
    assert complaint.endswith("  sapper why p.txt A3\n  mines 1\n  1 1\n  # #\n")
    assert "Traceback" not in complaint
