use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use super::*;

#[test]
fn the_answer_does_not_wait_for_the_search_to_tidy_up() {
    let mut engine = Engine::new();
    engine.settings_mut().hash_megabytes = 1;
    let is_tidy = Arc::new(AtomicBool::new(false));
    let (sender, news) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let tidied = Arc::clone(&is_tidy);
    engine.start(Limits::depth(2), move |news| {
        let is_done = matches!(news, News::Done(_));
        let _ = sender.send(news);
        if is_done {
            // Tidying up takes until the answer is out, or very long.
            let released = released.lock().expect("unpoisoned");
            let _ = released.recv_timeout(Duration::from_secs(20));
            tidied.store(true, Ordering::Relaxed);
        }
    });
    let done = news.iter().find_map(|news| match news {
        News::Done(result) => Some(result),
        _ => None,
    });
    let result = done.expect("a result");
    assert!(engine.conclude(&result, true, false).is_some());
    assert!(!is_tidy.load(Ordering::Relaxed));
    let board = engine.board().clone();
    assert!(engine.probe(&board).is_some(), "what it learnt can be seen");
    release.send(()).expect("the search waits");
    // The next search has the table and the thread of the last one.
    engine.new_game();
    assert!(is_tidy.load(Ordering::Relaxed));
    assert!(engine.probe(&board).is_none());
}
