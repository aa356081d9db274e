//! A model that knows which reply lines each command owes. What the rules say comes from the
//! independent checker; what waits, what is refused and what is answered at once is told here.
//!
//! A dialogue is a list of segments, each of them sent in one write. Codes, rather than texts, make up a
//! segment, so that a test can choose them by chance and make them smaller.

use super::Client;
use crate::checker_session::Session;

/// One command as two numbers: its kind, and what tells commands of a kind apart.
pub type Code = (u8, u16);

/// Commands that are sent together, and the number that says how.
pub type Segment = (u8, Vec<Code>);

/// A line that the program owes.
#[derive(Debug)]
enum Owed {
    /// Exactly this one.
    Line(String),
    /// One that begins like this.
    Start(&'static str),
    /// Any number of lines, up to exactly this one.
    UpTo(&'static str),
    /// An answer to a question, which may overtake others.
    Answer(String),
    /// `readyok`, which may overtake everything.
    Ready,
    /// A score and one of these turns; `(none)` if there are none.
    Best(Vec<String>),
}

/// What a segment may hold, and what is running.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Limited searches; everything is carried out in order.
    Limited,
    /// A search that ends when it is told to.
    Unlimited,
}

/// A line to send, and what it is.
enum Line {
    /// It has no meaning: one error.
    Wrong(Vec<u8>),
    Ready,
    Nothing(&'static str),
    /// Answered by the checker.
    Game(String),
    /// Answered by lines up to this one.
    Text(&'static str, &'static str),
    /// An option that the checker does not have.
    Option(String),
    Go(&'static str),
}

/// The model, and the program that it is compared with.
pub struct Dialogue {
    pub client: Client,
    checker: Session,
    /// How many commands were sent.
    pub sent: u64,
    /// The last segment, for messages.
    script: Vec<u8>,
}

const QUERIES: [&str; 10] = [
    "p1turn", "gameover", "result", "reason", "protocol", "fen", "game", "score", "moves", "lines",
];

const POSITIONS: [&str; 12] = [
    "startpos",
    "rotated",
    "startpos moves a1b3 a5c4",
    "startpos moves",
    "fen 5/5/3a1/3A1/A4 g - aaaa",
    "fen 5/5/2A2/5/5 g",
    "fen 4a/4A/5/5/5 g AAA",
    "fen 2gAa/5/5/1G1A1/4a b a AAa - 0 10",
    "fen 5/2a2/5/2A2/5 b Aa AAaa - 3 9",
    "fen aaaaa/5/5/5/AAAAA x",
    "startpos moves a1b3 a1b3",
    "fen aaaaa/5/5/5/AAAAA g - - - 98 50",
];

const OPTIONS: [&str; 14] = [
    "UCI_Variant value jarmo",
    "UCI_Variant value legendary",
    "UCI_Variant value jasyr",
    "UCI_Variant value oca",
    "UCI_Variant value jasir",
    "UCI_Variant value brainking",
    "heroes value true",
    "Heroes value false",
    "challenges value true",
    "Challenges value false",
    "NoProgressLimit value 4",
    "noprogresslimit value 100",
    "RepetitionLimit value 2",
    "RepetitionLimit value 5",
];

const OTHER_OPTIONS: [&str; 12] = [
    "Hash value 1",
    "Hash value 2",
    "hash value 3",
    "MultiPV value 1",
    "MultiPV value 3",
    "Threads value 1",
    "Threads value 2",
    "Objective value points",
    "Objective value win",
    "Clear Hash",
    "MoveOverhead value 0",
    "BoardFile",
];

const WRONG: [&str; 23] = [
    "joho",
    "GO depth 1",
    "go joho",
    "go depth",
    "go depth x",
    "go nodes 0",
    "go wtime 1 wtime 1",
    "go searchmoves",
    "isready now",
    "position",
    "position fen",
    "position startpos a1b3",
    "play",
    "play a1a1",
    "play xyz",
    "undo x",
    "undo 4000000000",
    "query",
    "query joho",
    "setoption name Hash value 0",
    "setoption name Joho value 1",
    "setoption name BoardFile value .",
    "perft x",
];

const LIMITED: [&str; 8] = [
    "go depth 1",
    "go depth 3",
    "go nodes 200",
    "go movetime 3",
    "go wtime 20 btime 20",
    "go mate 1",
    "go movetime 0 depth 2",
    "go ponder depth 2 nodes 100",
];

const UNLIMITED: [&str; 4] = [
    "go infinite",
    "go",
    "go infinite depth 1",
    "go ponder nodes 50",
];

impl Dialogue {
    /// With a fresh program.
    pub fn new() -> Self {
        let mut client = Client::start();
        client.send("setoption name Hash value 1");
        Self {
            client,
            checker: Session::new(),
            sent: 0,
            script: Vec::new(),
        }
    }

    /// Sends a segment, and reads all that it owes.
    pub fn hold(&mut self, (way, codes): &Segment) {
        self.script.clear();
        let mut owed = Vec::new();
        let unlimited = way % 3 == 0 && !self.is_over();
        if unlimited {
            let go = UNLIMITED[usize::from(way / 3) % UNLIMITED.len()];
            owed.push(Owed::Best(self.moves()));
            self.say(go.as_bytes());
        }
        let mode = if unlimited {
            Mode::Unlimited
        } else {
            Mode::Limited
        };
        let mut refused = Vec::new();
        for code in codes {
            let line = self.line(*code);
            match mode {
                Mode::Limited => self.limited(line, &mut owed),
                Mode::Unlimited => self.unlimited(line, &mut refused),
            }
        }
        refused.append(&mut owed);
        let owed = refused;
        // `stop` would end perft with an error line, if it came in time.
        let counts = self.script.windows(5).any(|word| word == b"perft");
        if mode == Mode::Unlimited || (way % 2 == 0 && !counts) {
            self.say(b"stop");
        }
        let script = std::mem::take(&mut self.script);
        self.client.send_bytes(&script);
        self.script = script;
        self.read(owed);
    }

    /// The program is as the model has it, and owes nothing.
    pub fn check(&mut self) {
        self.script = b"query game".to_vec();
        let game = self.ask("query game");
        self.client.send("query game");
        assert_eq!(self.client.reply(), game[0]);
        self.client.sync();
        self.sent += 2;
    }

    fn say(&mut self, line: &[u8]) {
        self.sent += 1;
        self.script.extend_from_slice(line);
        self.script.push(b'\n');
    }

    fn ask(&mut self, line: &str) -> Vec<String> {
        self.checker.answer(line).unwrap_or_default()
    }

    fn is_over(&mut self) -> bool {
        self.ask("query gameover") == ["response true"]
    }

    fn moves(&mut self) -> Vec<String> {
        let answer = self.ask("query moves").concat();
        answer.split(' ').skip(1).map(str::to_owned).collect()
    }

    /// What a code stands for, now.
    fn line(&mut self, (kind, number): Code) -> Line {
        fn pick(texts: &[&'static str], number: u16) -> &'static str {
            texts[usize::from(number) % texts.len()]
        }
        match kind % 20 {
            0..=2 => Line::Ready,
            3..=5 => Line::Game(format!("query {}", pick(&QUERIES, number))),
            6 | 7 => Line::Game(format!("position {}", pick(&POSITIONS, number))),
            8..=10 => {
                let moves = self.moves();
                let index = usize::from(number) % moves.len().max(1);
                let turn = moves.get(index).map_or("a1b3", String::as_str);
                Line::Game(format!("play {turn}"))
            }
            11 => Line::Game(format!("undo {}", number % 3)),
            12 => Line::Game(format!("setoption name {}", pick(&OPTIONS, number))),
            13 => Line::Option(format!("setoption name {}", pick(&OTHER_OPTIONS, number))),
            14 => Line::Wrong(pick(&WRONG, number).into()),
            15 => bytes(number),
            16 => Line::Nothing(pick(&["", "  \t", "debug off", "ponderhit", "\r"], number)),
            17 => match number % 8 {
                0 => Line::Text("show", "end show"),
                1 => Line::Text("eval", "end eval"),
                2 => Line::Text("uci", "uciok"),
                3 => Line::Text("ugi", "ugiok"),
                4 => Line::Text("help", "end help"),
                5 => Line::Game("ucinewgame".to_owned()),
                _ => Line::Game("perft 1".to_owned()),
            },
            _ => Line::Go(pick(&LIMITED, number)),
        }
    }

    /// A command that is carried out when its turn comes.
    fn limited(&mut self, line: Line, owed: &mut Vec<Owed>) {
        match line {
            Line::Wrong(bytes) => {
                self.say(&bytes);
                owed.push(Owed::Start("info string error: "));
            }
            Line::Ready => {
                self.say(b"isready");
                owed.push(Owed::Ready);
            }
            Line::Nothing(text) => self.say(text.as_bytes()),
            Line::Option(text) => self.say(text.as_bytes()),
            Line::Text(text, last) => {
                self.say(text.as_bytes());
                owed.push(Owed::UpTo(last));
            }
            Line::Game(text) => {
                self.say(text.as_bytes());
                let is_query = text.starts_with("query");
                for line in self.ask(&text) {
                    owed.push(if line.starts_with("info string error: ") {
                        Owed::Start("info string error: ")
                    } else if is_query {
                        Owed::Answer(line)
                    } else {
                        Owed::Line(line)
                    });
                }
            }
            Line::Go(text) => {
                // Pondering would not end by itself.
                let text = if text.contains("ponder") {
                    "go nodes 100"
                } else {
                    text
                };
                self.say(text.as_bytes());
                let moves = if self.is_over() {
                    Vec::new()
                } else {
                    self.moves()
                };
                owed.push(Owed::Best(moves));
            }
        }
    }

    /// A command that comes during an unlimited search.
    fn unlimited(&mut self, line: Line, owed: &mut Vec<Owed>) {
        let (text, refused) = match line {
            Line::Wrong(bytes) => (bytes, true),
            Line::Ready => {
                owed.push(Owed::Ready);
                (b"isready".to_vec(), false)
            }
            // It would end a search that ponders.
            Line::Nothing("ponderhit") => (Vec::new(), false),
            Line::Nothing(text) => (text.into(), text.starts_with("debug")),
            Line::Game(text) if text.starts_with("query") => {
                let answers = self.ask(&text);
                owed.extend(answers.into_iter().map(Owed::Answer));
                (text.into_bytes(), false)
            }
            Line::Game(text) | Line::Option(text) => (text.into_bytes(), true),
            Line::Text(text, _) | Line::Go(text) => (text.into(), true),
        };
        self.say(&text);
        if refused {
            owed.push(Owed::Start("info string error: "));
        }
    }

    /// Reads what is owed; an answer may come before its turn, and nothing else may come at all.
    fn read(&mut self, owed: Vec<Owed>) {
        let mut ready = owed
            .iter()
            .filter(|owed| matches!(owed, Owed::Ready))
            .count();
        let (answers, ordered): (Vec<Owed>, Vec<Owed>) = owed
            .into_iter()
            .filter(|owed| !matches!(owed, Owed::Ready))
            .partition(|owed| matches!(owed, Owed::Answer(_)));
        let mut answers = answers.into_iter().peekable();
        let mut ordered = ordered.into_iter().peekable();
        let mut scored = false;
        while ready > 0 || answers.peek().is_some() || ordered.peek().is_some() {
            let line = self.client.line_behind(&self.script);
            if line.starts_with("info depth ") {
                scored |= line.contains(" score ");
            } else if line == "readyok" && ready > 0 {
                ready -= 1;
            } else if answers
                .next_if(|owed| matches!(owed, Owed::Answer(answer) if *answer == line))
                .is_none()
            {
                let fits = match ordered.peek() {
                    Some(Owed::UpTo(last)) if line != *last => continue,
                    Some(owed) => owed.fits(&line, scored),
                    None => false,
                };
                scored &= !line.starts_with("bestmove");
                assert!(
                    fits,
                    "{line:?} came, {:?} and {:?} were owed, behind\n{}",
                    ordered.peek(),
                    answers.peek(),
                    String::from_utf8_lossy(&self.script)
                );
                ordered.next();
            }
        }
    }
}

impl Owed {
    fn fits(&self, line: &str, scored: bool) -> bool {
        match self {
            Self::Line(text) | Self::Answer(text) => line == text,
            Self::Start(start) => line.starts_with(start),
            Self::UpTo(last) => line == *last,
            Self::Ready => line == "readyok",
            Self::Best(turns) if turns.is_empty() => line == "bestmove (none)" && !scored,
            Self::Best(turns) => line
                .strip_prefix("bestmove ")
                .is_some_and(|turn| scored && turns.iter().any(|legal| legal == turn)),
        }
    }
}

/// Bytes of no meaning, and commands with one character changed: what the grammar refuses, or else
/// nothing at all.
fn bytes(number: u16) -> Line {
    let mut state = u32::from(number).wrapping_mul(0x9E37_79B9) | 1;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut bytes: Vec<u8> = match next() % 3 {
        0 => (0..next() % 40).map(|_| next() as u8).collect(),
        1 => format!("position {}", POSITIONS[next() as usize % POSITIONS.len()]).into_bytes(),
        _ => WRONG[next() as usize % WRONG.len()].into(),
    };
    if !bytes.is_empty() {
        let place = next() as usize % bytes.len();
        bytes[place] = next() as u8;
    }
    bytes.retain(|byte| *byte != b'\n');
    let refused = match std::str::from_utf8(bytes.strip_suffix(b"\r").unwrap_or(&bytes)) {
        Err(_) => true,
        Ok(text) => jarmo::protocol::command(text).is_err(),
    };
    if refused {
        Line::Wrong(bytes)
    } else {
        Line::Nothing("")
    }
}
