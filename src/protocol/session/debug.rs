//! What people ask a session: the board, the static score, leaf counts, the speed test.

use std::io::{self, Write};

use crate::engine::News;
use crate::eval::{breakdown, what_plays};
use crate::notation::diagram::Diagram;
use crate::protocol::command::Debug;
use crate::protocol::reply::Reply;
use crate::protocol::thinking::{Purpose, Thinking, Wait};

use super::Session;

impl<W: Write> Session<W> {
    pub(super) fn debug(&mut self, verb: Debug) -> io::Result<()> {
        match verb {
            Debug::Diagram => {
                let board = self.engine.board();
                let text = format!("{}fen {}", Diagram::new(board), board.fen());
                self.say(&Reply::Text(text))
            }
            Debug::Eval => {
                let board = self.engine.board();
                let text = format!(
                    "{}\n{}",
                    breakdown(board),
                    what_plays(board, self.engine.network())
                );
                self.say(&Reply::Text(text))
            }
            Debug::Perft(depth) => {
                let teller = self.begin_task();
                self.engine.start_perft(depth, teller);
                Ok(())
            }
            Debug::Bench(depth) => {
                let teller = self.begin_task();
                self.engine.start_bench(depth, teller);
                Ok(())
            }
        }
    }

    fn begin_task(&mut self) -> impl FnMut(News) + Send + 'static {
        self.thinking = Some(Thinking::new(Purpose::Task, Wait::No, false));
        self.teller()
    }
}
