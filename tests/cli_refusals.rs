//! Commands that are asked for what cannot be: they say what is wrong and end with exit code 2.

use crate::cli::hanxin;

/// Runs the command and expects a refusal that says all this.
fn refused(arguments: &[&str], words: &[&str]) {
    let (_, err, code) = hanxin(arguments);
    for word in words {
        assert!(err.contains(word), "'{word}' in {arguments:?}: {err}");
    }
    assert_eq!(code, Some(2), "{arguments:?}: {err}");
}

#[test]
fn sizes_out_of_range_are_named() {
    let huge = u64::MAX.to_string();
    for command in ["bench", "analyze"] {
        for megabytes in ["0", "65537", &huge] {
            refused(
                &[command, "--hash", megabytes],
                &["--hash", &format!("'{megabytes}'")],
            );
        }
        for threads in ["0", "257", "20000"] {
            refused(
                &[command, "--threads", threads],
                &["--threads", &format!("'{threads}'")],
            );
        }
    }
    refused(&["suite", "x.epd", "--hash", "65537"], &["'65537'"]);
    refused(&["lab", "table2", "--threads", "20000"], &["'20000'"]);
    refused(
        &["train", "x", "--out", "y", "--threads", "20000"],
        &["'20000'"],
    );
}
