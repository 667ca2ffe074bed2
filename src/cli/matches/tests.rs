use super::*;

#[test]
fn no_two_engines_have_one_name() {
    let engine = |name: &&str| EngineSpec {
        name: (*name).to_owned(),
        ..EngineSpec::default()
    };
    for (given, expected) in [
        (["a", "b", "c"], ["a", "b", "c"]),
        (["a", "a", "a"], ["a", "a#2", "a#3"]),
        (["a", "a#2", "a"], ["a", "a#2", "a#3"]),
        (["a", "a", "a#2"], ["a", "a#3", "a#2"]),
        (["a#2", "a#2", "a"], ["a#2", "a#2#2", "a"]),
    ] {
        let engines = unique_names(given.iter().map(engine).collect());
        let names: Vec<String> = engines.into_iter().map(|engine| engine.name).collect();
        assert_eq!(names, expected);
    }
}
