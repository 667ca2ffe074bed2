//! Beyond the documents: the same positions for `NegaScout`, MTD(f), SSS* and DUAL*.

use crate::search::Techniques;

use super::report::ExperimentReport;
use super::variants::{Variant, compare, measure_all};
use super::{ExperimentSettings, Watcher, in_words, measure};

const SEARCHES: [(&str, Techniques); 5] = [
    ("alpha-beta", Techniques::ORDERED),
    ("PVS / NegaScout", Techniques::PVS),
    ("MTD(f)", Techniques::MTD_F),
    ("SSS* as MTD", Techniques::SSS_STAR),
    ("DUAL* as MTD", Techniques::DUAL_STAR),
];

/// Runs the experiment.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let depth = settings.depth(7, 8);
    let variants = SEARCHES.map(|(name, value)| Variant {
        name: name.to_owned(),
        value,
    });
    let title = "Windows: NegaScout, MTD(f) and SSS*";
    let results = measure_all(&variants, title, settings, watcher, |board, &preset| {
        let techniques = Techniques {
            evaluation: settings.evaluation,
            iterative_deepening: true,
            equal_depth_only: true,
            game_rules: false,
            ..preset
        };
        measure(board, techniques, depth)
    });
    let method = format!(
        "Mean nodes to depth {depth} over {} middlegames by iterative deepening, whose iterations all count: \
         the ordering of Yue and Feng under five ways to set windows. The table cuts at equal depth only, so \
         that all must return the same value. {}",
        settings.middlegames().len(),
        settings.evaluation_sentence()
    );
    let mut report = compare("windows", title, method, &variants, &results);
    let Some((plain, others)) = results.split_first() else {
        return report;
    };
    let searches = others.len() * plain.len();
    let pairs = others.iter().flat_map(|other| other.iter().zip(plain));
    let equal = pairs.filter(|(a, b)| a.score == b.score).count();
    report.findings.push(format!(
        "The value equals alpha-beta's in {equal} of {searches} searches."
    ));
    let total = |measured: &[super::Measured]| measured.iter().map(|m| m.nodes).sum::<u64>();
    for (variant, measured) in variants.iter().zip(&results).skip(1) {
        let change = super::change(total(plain) as f64, total(measured) as f64);
        report.findings.push(format!(
            "{} needs {} nodes than alpha-beta.",
            variant.name,
            in_words(change)
        ));
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Unwatched;

    #[test]
    fn all_windows_find_the_same_value() {
        let settings = ExperimentSettings {
            depth: Some(3),
            ..ExperimentSettings::default()
        };
        let report = run(&settings, &Unwatched);
        assert_eq!(
            report.findings[0],
            "The value equals alpha-beta's in 80 of 80 searches."
        );
    }
}
