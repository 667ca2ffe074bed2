//! Documentation as a test: every file says what it owns, every public item what it is. Fields and
//! variants may speak for themselves.

use std::fs;
use std::path::Path;

use crate::layers::source_files;

const ITEMS: [&str; 9] = [
    "fn", "const", "static", "struct", "enum", "trait", "type", "unsafe", "async",
];

/// The public items of a source text without a doc comment, as line numbers from 1.
fn undocumented(text: &str) -> Vec<usize> {
    let mut missing = Vec::new();
    let mut is_documented = false;
    let mut in_attribute = false;
    for (index, line) in text.lines().map(str::trim).enumerate() {
        if in_attribute {
            in_attribute = line != ")]";
        } else if line.starts_with("///") {
            is_documented = true;
        } else if line.starts_with("#[") {
            in_attribute = !line.ends_with(']');
        } else {
            let item = line
                .strip_prefix("pub ")
                .and_then(|rest| rest.split(' ').next());
            if item.is_some_and(|word| ITEMS.contains(&word)) && !is_documented {
                missing.push(index + 1);
            }
            is_documented = false;
        }
    }
    missing
}

#[test]
fn files_and_public_items_are_documented() {
    let mut files = Vec::new();
    source_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        let name = file.display();
        assert!(
            text.starts_with("//!") || file.ends_with("tests.rs"),
            "{name} does not say what it owns"
        );
        let missing = undocumented(&text);
        assert!(
            missing.is_empty(),
            "{name}: no comment before lines {missing:?}"
        );
    }
}

#[test]
fn items_without_comments_are_found() {
    let text = "/// Good.\n#[derive(\n    Clone,\n)]\npub struct A {\n    pub field: u8,\n}\n\n\
                pub fn bad() {}\n/// Good.\npub const fn f() {}\npub use a::B;\n";
    assert_eq!(undocumented(text), [9]);
}
