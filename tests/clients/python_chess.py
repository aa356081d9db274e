"""A client made of python-chess: its module chess.engine drives the engine, with a small board of our own.

The board knows no rules. It only remembers what was played; the engine says what is best and when a game is over.
"""

import logging
import sys

import chess
import chess.engine

START = "aaaaa/5/5/5/AAAAA g - - - 0 1"


class Turn(str):
    """A turn as the protocol writes it."""

    def uci(self):
        return str(self)


class Board(chess.Board):
    uci_variant = "jarmo"

    def __init__(self, fen=START):
        self.given, self.chess960, self.move_stack = fen, False, []
        self.turn = fen.split()[1] == "g"

    def fen(self, **_):
        return self.given

    def root(self):
        return type(self)(self.given)

    def copy(self, *, stack=True):
        board = self.root()
        board.turn, board.move_stack = self.turn, list(self.move_stack) if stack else []
        return board

    def parse_uci(self, word):
        return Turn(word)

    def push(self, turn):
        self.move_stack.append(turn)
        self.turn = not self.turn

    def pop(self):
        self.turn = not self.turn
        return self.move_stack.pop()

    def __eq__(self, other):
        return (self.given, self.move_stack) == (other.given, other.move_stack)


class Oca(Board):
    uci_variant = "oca"


class Sent(logging.Handler):
    """Remembers what python-chess sends and complains of."""

    def __init__(self):
        super().__init__()
        self.lines, self.complaints = [], []

    def emit(self, record):
        text = record.getMessage()
        if record.levelno > logging.DEBUG:
            self.complaints.append(text)
        elif ": << " in text:
            self.lines.append(text.split(": << ", 1)[1])


def whole_game(engine, board):
    while True:
        best = engine.play(board, chess.engine.Limit(nodes=300), game=board.uci_variant)
        if best.move is None:
            return len(board.move_stack)
        board.push(best.move)


def analyse(engine):
    with engine.analysis(Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4 and "pv" in info:
                break
    assert analysis.wait().move, "a stopped analysis has a best turn"
    print("analysis:", info["depth"], info["score"].white(), *info["pv"])


def ponder(engine, sent):
    board = Board()
    clocks = chess.engine.Limit(white_clock=20, black_clock=20, white_inc=0.1, black_inc=0.1)
    for _ in range(3):
        best = engine.play(board, clocks, ponder=True, game="ponder")
        assert best.move and best.ponder, "a turn and the answer to it"
        board.push(best.move)
        board.push(best.ponder)
    hits = sent.lines.count("ponderhit")
    assert hits > 0, "the answers were pondered on"
    print("ponder:", *board.move_stack, f"({hits} hits)")


def main():
    sent = Sent()
    logging.getLogger("chess.engine").setLevel(logging.DEBUG)
    logging.getLogger("chess.engine").addHandler(sent)
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=60) as engine:
        print("handshake:", engine.id["name"], "with", len(engine.options), "options")
        engine.configure({"Hash": 32, "MoveOverhead": 20})
        print("limited:", engine.play(Board(), chess.engine.Limit(depth=6)).move)
        analyse(engine)
        ponder(engine, sent)
        for board in [Board(), Oca(), Board("2a1a/1A3/1Gg2/3A1/4A b a Aa - 0 9")]:
            print(f"whole game: {board.uci_variant}, {whole_game(engine, board)} turns")
        engine.ping()
    assert not sent.complaints, sent.complaints


main()
