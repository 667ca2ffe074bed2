use std::time::Duration;

use super::*;
use crate::protocol::Waiting;

/// Keeps what is written between two flushes together.
#[derive(Default)]
struct Batches {
    whole: Vec<String>,
    open: Vec<u8>,
}

impl Write for &mut Batches {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.open);
        self.whole
            .push(String::from_utf8_lossy(&bytes).into_owned());
        Ok(())
    }
}

#[test]
fn reports_that_nobody_has_read_yet_go_out_together_with_the_move() {
    let (sender, receiver) = mpsc::channel();
    let mut batches = Batches::default();
    let mut session = Session::new(&mut batches, Transcript::default(), sender);
    for line in ["ucci", "setoption usebook off", "go depth 4"] {
        session.handle(Event::line(line)).expect("written");
    }
    while session.is_thinking() {
        let event = receiver.recv().expect("the search answers");
        session.handle(event).expect("written");
    }
    drop(session);
    let last = batches.whole.last().expect("an answer");
    let depths = last.matches("info depth ").count();
    assert!(depths >= 4 && last.contains("\nbestmove "), "{last}");
}

#[test]
fn the_clock_of_a_go_runs_while_the_line_waits() {
    let (sender, receiver) = mpsc::channel();
    let mut output = Vec::new();
    let mut session = Session::new(&mut output, Transcript::default(), sender);
    let mut go: Waiting<String> = "go time 2000".to_owned().into();
    go.since = go
        .since
        .checked_sub(Duration::from_secs(2))
        .expect("the machine has been up for seconds");
    session.handle(Event::line("ucci")).expect("written");
    session.handle(Event::Line(go)).expect("written");
    while session.is_thinking() {
        let event = receiver.recv().expect("the search answers");
        session.handle(event).expect("written");
    }
    drop(session);
    let output = String::from_utf8_lossy(&output);
    assert!(output.contains("bestmove "), "{output}");
    // The time is up, so only the first iteration is finished.
    assert!(!output.contains("info depth 3 "), "{output}");
}
