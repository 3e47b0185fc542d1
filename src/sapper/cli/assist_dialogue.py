"""The assistant's dialogue: its commands and replies, without a terminal.

A line in, a reply out. Every answer is saved before the reply is given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from sapper.advice import Strength
from sapper.cli.assist_session import Answer, NewCells, Session
from sapper.cli.candidates import table
from sapper.cli.console import ExitCode, one_line, read_cell, read_text
from sapper.cli.paragraphs import wrapped
from sapper.cli.risk_picture import certain_signs, risk_picture
from sapper.cli.why import in_steps, with_name
from sapper.files import replacing
from sapper.formatting import at, counted, listed
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidPosition, SapperError
from sapper.rules.file_formats import read_position
from sapper.rules.rendering import Sign

HELP = """Open the named cell in your game and type the number that it shows.
Around a 0 the game opens the cells itself: type what they show.
Or type:
  mine         it was a mine: the game is lost (mine C4 for another cell)
  C4=1 D4=2    the numbers of other cells, as many as you like
  C4=1123      the numbers from C4 on to the right; # skips a cell, . is 0
  paste        then all rows of the board (# unopened, 0-8, . for 0), then an
               empty line
  undo         take the last answer back
  correct C4=2 change a number that you gave earlier, or several
  show         the board with risks in per cent; the safe, mined, unsure cells
  why [C4]     how the next cell, or any cell, follows from the numbers, or
               its risk
  hint         where to look; again: the technique; again: the answer
  save [FILE]  save now; with FILE, every later answer too
  quit         leave (also Ctrl-D)
A cell is the letters of its column and the number of its row. A row and a
column from 0 will do too: 3,2 is C4."""

_RUN = re.compile(r"([^=]+)=([0-8.#]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reply:
    """A text to print, and the exit code if it ends the dialogue."""

    text: str
    end: ExitCode | None = None


class Dialogue:
    def __init__(
        self,
        session: Session,
        file: Path | None = None,
        *,
        colour: bool = False,
        ascii_only: bool = False,
        columns: int | None = None,
        on_request: bool = False,
    ) -> None:
        """Talk about a game; `on_request` names a cell only after enough hints."""
        self.session = session
        self._on_request = on_request
        self._hinted: Strength | None = None
        self.file = file
        self._colour = colour
        self._ascii_only = ascii_only
        self._columns = columns
        self._pasted: list[str] | None = None
        self._commands: dict[str, Callable[[str], Reply]] = {
            "mine": self._mine,
            "*": self._mine,
            "paste": self._paste,
            "undo": self._undo,
            "correct": self._correct,
            "show": self._show,
            "why": self._why,
            "hint": self._hint,
            "save": self._save,
            "help": lambda rest: Reply(HELP),
            "quit": self._quit,
        }

    def open(self) -> Reply:
        """Greet, and name the first cell."""
        session = self.session
        unknown = "an unknown number of mines"
        total = unknown if session.mines is None else counted(session.mines, "mine")
        size = f"{session.board.width}x{session.board.height} with {total}"
        opened = len(session.view.opened)
        are = "is" if opened == 1 else "are"
        resumed = f"; {counted(opened, 'number')} {are} known already" if opened else ""
        how = _how_cells_are_written(session.board)
        lines = [wrapped(f"A game of {size}{resumed}. {how}")]
        if session.mines is None:
            lines.append(f"The risks assume a density of {ASSUMED_DENSITY:g}.")
        say = "Type what you find, as in C4=1, or hint, or help."
        say = say if self._on_request else "Type the number that you find, or help."
        return self._and_next("\n".join([*lines, say]))

    @property
    def prompt(self) -> str:
        if self._pasted is not None:
            return ""
        cell = self._named
        return "> " if cell is None else f"{at(cell)} shows> "

    @property
    def _named(self) -> Cell | None:
        """The next cell, if it may be named."""
        silent = self._on_request and self._hinted is not Strength.ANSWER
        return None if silent else self.session.next_cell

    def say(self, line: str) -> Reply:
        """Answer one typed line; a mistake changes nothing and the reply says so."""
        try:
            return self._take_row(line) if self._pasted is not None else self._answer(line.strip())
        except InvalidPosition as error:
            text = (
                f"{wrapped(f'Refused: {error}.')}\nNothing was changed. "
                "If an earlier number is wrong, undo it, or correct it."
            )
            return Reply(text)
        except (ValueError, OSError) as error:  # SapperError, or an unusable file
            return Reply(f"Not done: {one_line(str(error))}.")

    def close(self) -> Reply:
        """End the dialogue at the end of the input: use the lines pasted so far, then quit."""
        reply = self.say("") if self._pasted is not None else Reply("")
        last = self._quit("")
        text = "\n".join(text for text in (reply.text, last.text) if text)
        return Reply(text, last.end if reply.end is None else reply.end)

    def _answer(self, line: str) -> Reply:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            return command(rest.strip())
        if not line:
            return self._and_next()
        if re.fullmatch("[0-8.]", line):
            return self._number(int(line.replace(".", "0")))
        if "=" in line:
            return self._typed(self._read_cells(line))
        raise SapperError(f"{line!r:.60} is neither a number from 0 to 8 nor a command; type help")

    def _number(self, clue: int) -> Reply:
        return self._record({self._named_cell(): clue})

    def _named_cell(self) -> Cell:
        if self._named is None:
            raise SapperError("no cell was named: say which, as in C4=1")
        return self._named

    def _read_cells(self, line: str) -> Answer:
        answer: Answer = {}
        compact = re.sub(r"\s*([,=])\s*", r"\1", line)
        for word in compact.replace(";", " ").split():
            match = _RUN.fullmatch(word)
            if match is None:
                raise SapperError(
                    f"{word!r:.60} is not a cell with its number: write C4=1, or 3,2=1"
                )
            row, column = read_cell(match[1], self.session.board)
            for place, sign in enumerate(match[2]):
                self.session.board.index((row, column + place))
                if sign != "#":
                    _set(answer, (row, column + place), int(sign.replace(".", "0")))
        return answer

    def _typed(self, found: Answer) -> Reply:
        """Record numbers of typed cells, and say how these were understood."""
        reply = self._record(found)
        noted = " ".join(f"{at(cell)}={clue}" for cell, clue in found.items())
        return Reply(f"{_filled(f'Understood: {noted}')}\n{reply.text}", reply.end)

    def _record(self, found: Answer) -> Reply:
        new, self._hinted = self.session.record(found), None
        return self._saved(self._and_next("" if self._on_request else _describe(new)))

    def _mine(self, rest: str) -> Reply:
        cell = read_cell(rest, self.session.board) if rest else self._named_cell()
        self.session.lose(cell)
        text = with_name(rest, cell, f"A mine at {at(cell)}: the game is lost.")
        if cell in self.session.advice.safe:
            reason = self.session.advice.proof(cell).text
            text += "\nThat cell was safe, so some number was typed wrongly:\n"
            text += wrapped(reason, "  ")
        return self._saved(Reply(text, ExitCode.LOST))

    def _paste(self, rest: str) -> Reply:
        self._pasted = []
        return Reply("Paste the rows of the board, then an empty line.")

    def _take_row(self, line: str) -> Reply:
        assert self._pasted is not None
        if line.strip():
            self._pasted.append(line)
            return Reply("")
        rows, self._pasted = self._pasted, None
        if not rows:
            return Reply("Nothing was pasted.")
        return self._record(self._read_picture("\n".join(rows)))

    def _read_picture(self, text: str) -> Answer:
        view, board = read_position(text), self.session.board
        if view.board != board:
            raise SapperError(
                f"the pasted board is {view.width}x{view.height}, "
                f"but this game is {board.width}x{board.height}"
            )
        return {cell: view[cell] for cell in view.opened}

    def _undo(self, rest: str) -> Reply:
        cells, self._hinted = self.session.undo(), None
        return self._saved(self._and_next(f"Taken back: {listed(cells)}."))

    def _correct(self, rest: str) -> Reply:
        if "=" not in rest:
            raise SapperError("say what to correct, as in correct C4=2")
        found = self._read_cells(rest)
        self.session.correct(found)
        self._hinted = None
        noted = " ".join(f"{at(cell)}={clue}" for cell, clue in found.items())
        return self._saved(self._and_next(_filled(f"Corrected: {noted}.")))

    def _show(self, rest: str) -> Reply:
        session, advice = self.session, self.session.advice
        signs = certain_signs(advice)
        if session.lost_at is not None:
            signs[session.lost_at] = Sign.FATAL
        elif advice.best is not None and not advice.certain:
            signs[advice.best] = Sign.CHOSEN
        picture = risk_picture(
            session.view,
            advice.risk,
            signs,
            colour=self._colour,
            ascii_only=self._ascii_only,
            columns=self._columns,
        )
        lists = {"Safe": advice.safe, "Mined": advice.mines, "Unsure": advice.unsure}
        lines = [_list(f"{name} ({len(cells)})", cells) for name, cells in lists.items()]
        return self._and_next("\n".join([picture, *lines]))

    def _why(self, rest: str) -> Reply:
        if rest:
            cell = read_cell(rest, self.session.board)
            return Reply(with_name(rest, cell, self._reasons(cell)))
        if self.session.next_cell is None:
            raise SapperError("there is no next cell: name one, as in why C4")
        return Reply(self._reasons(self.session.next_cell))

    def _reasons(self, cell: Cell) -> str:
        """Return the reason for a certain cell, or the risk of another."""
        advice = self.session.advice
        if advice.view.is_opened(cell):
            return f"{at(cell)} is open and shows {advice.view[cell]}."
        if advice.is_certain(cell):
            return in_steps(advice.proof(cell))
        known = [f"  {sentence}" for sentence in advice.base.sentences if cell in sentence.cells]
        start = wrapped(advice.describe(cell))
        say = "What the clues say about it (cells = how many of them are mines):"
        return "\n".join([start, say, *known] if known else [start])

    def _hint(self, rest: str) -> Reply:
        """Help a little, and more each time, until the next move."""
        if self.session.next_cell is None:
            raise SapperError("there is no next cell: undo, or quit")
        self._hinted = Strength.NUDGE if self._hinted is None else self._hinted.stronger
        if self._hinted is Strength.ANSWER:
            return Reply(self._next_move())
        return Reply(wrapped(self.session.advice.hint(self._hinted).text))

    def _save(self, rest: str) -> Reply:
        file = Path(rest).expanduser() if rest else self.file
        if file is None:
            raise SapperError("name a file: save FILE")
        if file != self.file and file.exists():
            load(file)  # a file that is not a session must not be overwritten
        save(self.session, file)
        self.file = file
        return Reply(f"Saved in {file}; every answer from now on is saved there too.")

    def _quit(self, rest: str) -> Reply:
        end = ExitCode.DONE if self.session.lost_at is None else ExitCode.LOST
        if self.file is not None:
            return Reply(f"Saved: continue with sapper assist --session {self.file}", end)
        return Reply("", end)

    def _saved(self, reply: Reply) -> Reply:
        """Save the changes; a failure is reported and loses nothing in memory."""
        try:
            if self.file is not None:
                save(self.session, self.file)
        except (SapperError, OSError) as error:
            return Reply(f"{reply.text}\nNOT SAVED: {error}", reply.end)
        return reply

    def _and_next(self, text: str = "") -> Reply:
        """Add which cell is next and why, or that no cell is left."""
        session = self.session
        lines = [text] if text else []
        if session.lost_at is not None:
            return Reply(
                "\n".join(
                    [*lines, f"This game was lost at {at(session.lost_at)}: undo that, or quit."]
                )
            )
        if session.next_cell is None:
            won = (
                "All safe cells are open."
                if session.mines is not None
                else "Every other cell is open."
            )
            mines = _list(f"Mines ({len(session.advice.mines)})", session.advice.mines)
            return Reply("\n".join([*lines, won, mines]), ExitCode.DONE)
        if self._on_request:
            return Reply(text)
        return Reply("\n".join([*lines, self._next_move()]))

    def _next_move(self) -> str:
        """Name the next cell; say whether it is safe or a guess, and why."""
        advice, cell = self.session.advice, self.session.next_cell
        assert cell is not None
        guess = "" if advice.certain else ", a guess"
        first = "" if advice.view.opened else " But most games make the first cell safe."
        text = wrapped(f"Open {at(cell)}{guess}. {advice.hint().text}{first}")
        return "\n".join([text, *table(advice.candidates)])


def save(session: Session, file: Path) -> None:
    with replacing(file) as out:
        out.write(json.dumps(session.to_json()).encode() + b"\n")


def load(file: Path) -> Session:
    text = read_text(file)
    try:
        return Session.from_json(json.loads(text))
    except (ValueError, RecursionError) as error:
        reason = error if isinstance(error, SapperError) else "this is not a saved session"
        raise SapperError(f"{file}: {reason}") from error


def _set(answer: Answer, cell: Cell, clue: int) -> None:
    if answer.setdefault(cell, clue) != clue:
        raise SapperError(f"{at(cell)} is given twice, as {answer[cell]} and as {clue}")


def _describe(new: NewCells) -> str:
    lines = [_list("Now safe", new.safe)] if new.safe else []
    lines += [_list("Now mined", new.mines)] if new.mines else []
    return "\n".join(lines) or "Nothing new is certain."


def _list(name: str, cells: Collection[Cell]) -> str:
    return _filled(f"{name}: {listed(cells)}")


def _filled(text: str) -> str:
    return wrapped(text, hanging="  ")


def _how_cells_are_written(board: Board) -> str:
    last = at((board.height - 1, board.width - 1))
    return f"Its cells are {at((0, 0))} to {last}."
