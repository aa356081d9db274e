//! The seeds of the fuzz targets in `tests/fuzz`, through the same functions, and each seed with a few
//! bytes changed.

#[path = "fuzz/bodies.rs"]
mod bodies;

use std::fs;
use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How often each seed is changed.
const CHANGES: usize = 40;

fn run(name: &str, body: fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/seeds")
        .join(name);
    let mut random = StdRng::seed_from_u64(1);
    let mut count = 0;
    for entry in fs::read_dir(directory).expect("there are seeds") {
        let path = entry.expect("seeds can be read").path();
        let seed = fs::read(path).expect("seeds can be read");
        body(&seed);
        for _ in 0..CHANGES {
            let mut changed = seed.clone();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..changed.len().max(1));
                match random.random_range(0..3) {
                    0 => changed.insert(place.min(changed.len()), random.random()),
                    1 if place < changed.len() => drop(changed.remove(place)),
                    _ => changed.extend_from_within(place.min(seed.len()).min(changed.len())..),
                }
            }
            body(&changed);
        }
        count += 1;
    }
    assert!(count > 3, "{count} seeds of {name}");
}

#[test]
fn lines() {
    run("lines", bodies::lines);
}

#[test]
fn positions() {
    run("positions", bodies::positions);
}

#[test]
fn turns() {
    run("turns", bodies::turns);
}

#[test]
fn boards() {
    run("boards", bodies::boards);
}
