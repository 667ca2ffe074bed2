//! The architecture as a test: lower layers never import higher ones. The layers are those of the
//! table in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../ARCHITECTURE.md");

/// Each module's layer: the rows `| 2 | `board/` | ... |` of the table. A module may use its own layer and
/// those with smaller numbers, without circles.
fn layers(table: &str) -> BTreeMap<String, usize> {
    let mut layers = BTreeMap::new();
    for row in table.lines() {
        let mut cells = row.split('|').skip(1).map(str::trim);
        let (Some(layer), Some(modules)) = (cells.next(), cells.next()) else {
            continue;
        };
        let Ok(layer) = layer.parse() else { continue };
        for module in modules.split(',') {
            let name = module.trim().trim_matches('`').trim_end_matches('/');
            layers.insert(name.to_owned(), layer);
        }
    }
    layers
}

/// The Rust files below a folder.
pub(crate) fn source_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            source_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The top-level modules that a source text names after `crate::`, groups in braces included.
/// Comments do not count: documentation may point upwards.
fn imports(text: &str) -> BTreeSet<String> {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let identifier = |text: &str| -> String {
        let word = |c: &char| c.is_alphanumeric() || *c == '_';
        text.trim_start().chars().take_while(word).collect()
    };
    let mut modules = BTreeSet::new();
    for rest in code.join("\n").split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            modules.insert(identifier(rest));
            continue;
        };
        let mut depth = 0;
        let mut item = String::new();
        for c in group.chars() {
            match c {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    modules.insert(identifier(&std::mem::take(&mut item)));
                    continue;
                }
                _ => {}
            }
            item.push(c);
        }
        modules.insert(identifier(&item));
    }
    modules.remove("");
    modules
}

/// Which modules each top-level module of the library uses, itself excluded.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let relative = file.strip_prefix(&root).expect("below src");
        let first = relative.iter().next().expect("a name");
        let module = first.to_string_lossy().trim_end_matches(".rs").to_owned();
        if module == "lib" || module == "main" {
            continue;
        }
        let mut found = imports(&fs::read_to_string(&file).expect("a readable file"));
        found.remove(&module);
        uses.entry(module).or_default().extend(found);
    }
    uses
}

#[test]
fn lower_layers_never_import_higher_ones() {
    let (uses, layers) = (dependencies(), layers(ARCHITECTURE));
    let layer = |module: &str| {
        let layer = layers.get(module);
        *layer.unwrap_or_else(|| panic!("{module} is missing in ARCHITECTURE.md's table of layers"))
    };
    assert!(uses.contains_key("board") && uses.contains_key("cli"));
    for (module, imports) in &uses {
        for import in imports {
            assert!(
                layer(import) <= layer(module),
                "{module} imports {import} from a higher layer"
            );
        }
    }
    let known: BTreeSet<&String> = uses.keys().collect();
    let listed: BTreeSet<&String> = layers.keys().filter(|name| *name != "main").collect();
    assert_eq!(known, listed, "ARCHITECTURE.md's table of layers");
}

#[test]
fn modules_do_not_depend_on_each_other_in_circles() {
    let mut open = dependencies();
    // Take away whoever depends on nobody left; a circle never becomes empty.
    while let Some(free) = open
        .iter()
        .find(|(_, imports)| imports.iter().all(|import| !open.contains_key(import)))
        .map(|(module, _)| module.clone())
    {
        open.remove(&free);
    }
    assert!(open.is_empty(), "circular: {open:?}");
}

#[test]
fn imports_are_found_in_every_form() {
    let text = "use crate::types::Move;\nuse crate::{\n    board::{Board, Key},\n    eval,\n};\n\
                // see crate::cli\nfn f() { crate::search::go() }\n";
    let expected = ["board", "eval", "search", "types"].map(str::to_owned);
    assert_eq!(imports(text), BTreeSet::from(expected));
}

/// The paths of the table "I want to …", each in backticks in the second column.
fn paths_to_touch(text: &str) -> Vec<String> {
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| I want to"));
    let cells = rows
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| row.split('|').nth(2));
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    quoted
        .filter(|word| word.contains('/'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_files_of_typical_changes_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = paths_to_touch(ARCHITECTURE);
    assert!(paths.len() > 10, "{paths:?}");
    for path in paths {
        let places = [
            root.join(&path),
            root.join("src").join(&path),
            root.join("src").join(path.clone() + ".rs"),
        ];
        assert!(
            places.iter().any(|place| place.exists()),
            "ARCHITECTURE.md names {path}, which is not there"
        );
    }
}
