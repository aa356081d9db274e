//! The command words, for `help` and for the error about an unknown one.

/// A command as `help` explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandWord {
    /// The word that a line begins with.
    pub word: &'static str,
    /// What may follow it.
    pub arguments: &'static str,
    /// What it is for.
    pub about: &'static str,
}

const fn entry(word: &'static str, arguments: &'static str, about: &'static str) -> CommandWord {
    CommandWord {
        word,
        arguments,
        about,
    }
}

/// Every command.
pub const COMMANDS: [CommandWord; 21] = [
    entry(
        "uci",
        "",
        "says who this is, lists the options; mates are then counted in turns",
    ),
    entry("ugi", "", "the same; mates are then counted in plies"),
    entry("isready", "", "readyok, at once"),
    entry(
        "ucinewgame",
        "",
        "forgets the hash and the game: the start position",
    ),
    entry("uginewgame", "", "the same"),
    entry(
        "setoption",
        "name <name> [value <value>]",
        "sets an option of the list that uci gives",
    ),
    entry(
        "position",
        "startpos | rotated | fen <string> [moves <turn>...]",
        "sets the game, all or nothing",
    ),
    entry(
        "go",
        "[searchmoves <turn>...] [ponder] [wtime|p1time|btime|p2time|winc|p1inc|binc|p2inc <ms>] \
         [movestogo|depth|nodes|mate <n>] [movetime <ms>] [infinite]",
        "searches; nothing is infinite",
    ),
    entry("stop", "", "ends what is running"),
    entry(
        "ponderhit",
        "",
        "the turn pondered on was played: the search goes on by the clock",
    ),
    entry("quit", "", "ends the program"),
    entry(
        "debug",
        "on | off",
        "tells which command is being carried out",
    ),
    entry(
        "query",
        "p1turn | gameover | result | reason | islegal <turn> | fen | game | score | moves | lines | protocol",
        "asks about the game",
    ),
    entry(
        "play",
        "<turn>...",
        "plays turns from the current position, all or nothing",
    ),
    entry("undo", "[n]", "takes turns back"),
    entry(
        "explain",
        "<turn>",
        "whether a turn is legal, and if not, the rule that it breaks",
    ),
    entry(
        "perft",
        "<n>",
        "counts the lines of n turns; also: go perft <n>",
    ),
    entry("show", "", "draws the position"),
    entry(
        "eval",
        "",
        "the static evaluation in its parts, in hundredths of a point",
    ),
    entry(
        "bench",
        "[depth]",
        "searches fixed positions and counts nodes",
    ),
    entry("help", "", "this list"),
];
