//! What real UCCI clients are known to send.

use crate::dialogue::Client;

/// What real clients are known to send, verbatim. Each ends with a search for one move.
#[test]
fn the_opening_lines_of_real_clients_lead_to_a_move() {
    let dialogues: [&[&str]; 7] = [
        // UCCILEAG
        &[
            "ucci",
            "setoption promotion false",
            "setoption ponder false",
            "setoption newgame",
            "setoption usemillisec true",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
            "banmoves h9g7",
            "go draw time 1200 increment 0 opptime 1200 oppincrement 0",
        ],
        // UCI2WB under XBoard
        &[
            "ucci",
            "setoption usemillisec 1",
            "setoption ponder 0",
            "setoption pruning large",
            "setoption hashsize 68",
            "isready",
            "setoption newgame",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves",
            "go time 2000 opptime 2000 oppincrement 0 increment 0",
        ],
        // Sylvan
        &[
            "ucci",
            "isready",
            "newgame",
            "setoption ponder false",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "isready",
            "go wtime 1000 btime 1000 winc 10 binc 10",
        ],
        // cchess
        &[
            "ucci\r",
            "setoption name hashsize value 16\r",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\r",
            "go depth 3\r",
        ],
        // xiangqi_tui
        &[
            "ucci",
            "setoption name Threads value 2",
            "setoption name Hash value 16",
            "setoption name Repetition Rule value AsianRule",
            "setoption name Draw Rule value None",
            "setoption name Skill Level value 20",
            "isready",
            "stop",
            "setoption name MultiPV value 1",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "go movetime 30",
        ],
        // XQWizard, with all processors and a level that counts nodes
        &[
            "ucci",
            "setoption guiname XQWizard",
            "setoption usemillisec true",
            "setoption promotion false",
            "setoption usebook true",
            "setoption useegtb true",
            "setoption hashsize 0",
            "setoption threads 0",
            "setoption idle none",
            "setoption randomness none",
            "setoption style normal",
            "position startpos moves h2e2 h9g7",
            "banmoves e2e6",
            "go nodes 1296",
        ],
        // gmchess
        &[
            "ucci",
            "setoption newgame",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1  moves h2e2",
            "go depth 4 ",
        ],
    ];
    for dialogue in dialogues {
        let mut client = Client::start();
        client.send(dialogue[0]);
        client.wait_for("ucciok");
        client.burst(&dialogue[1..]);
        assert!(client.wait_for("bestmove").len() >= 13, "{dialogue:?}");
        assert_eq!(client.quit(), ["bye"]);
    }
}
