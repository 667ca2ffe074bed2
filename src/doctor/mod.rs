//! A conformance check of engines: what UCCI and UCI ask for, one small check a rule.
//!
//! | module | owns |
//! |---|---|
//! | [`exam`] | the conversation with one engine: what is sent, what comes back, the record of both |
//! | [`traits`] | what an engine shows of itself before the checks: options, rank numbers, letters, unit |
//! | [`checks`] | the table of checks |
//!
//! Every check starts a fresh process, so that the exchange it shows is all there is. What is legal, mate or a
//! forbidden repetition is decided by [`board`](crate::board) and [`rules`](crate::rules).

pub mod checks;
pub mod exam;
pub mod traits;

use std::time::Duration;

use serde::Serialize;

use crate::arena::connection::Launcher;
use crate::arena::spec::{EngineSpec, Protocol};

pub use checks::CHECKS;
use exam::Exam;
pub use exam::Problem;
use traits::Traits;

/// What a check comes to: a remark, or what stood in the way.
pub type Outcome = Result<String, Problem>;

/// Which protocols a rule belongs to, and the place where each states it.
#[derive(Clone, Copy, Debug)]
pub enum Basis {
    /// A rule of both, stated in each.
    Both(&'static str, &'static str),
    /// A rule of UCCI alone.
    Ucci(&'static str),
    /// A rule of UCI alone.
    Uci(&'static str),
    /// Stated in neither protocol, relied on by clients or required by the game.
    Common(&'static str),
}

impl Basis {
    /// The place in this protocol; `None` if it has no such rule.
    pub const fn of(self, protocol: Protocol) -> Option<&'static str> {
        let is_ucci = matches!(protocol, Protocol::Ucci);
        match self {
            Self::Both(ucci, _) | Self::Ucci(ucci) if is_ucci => Some(ucci),
            Self::Both(_, uci) | Self::Uci(uci) if !is_ucci => Some(uci),
            Self::Common(place) => Some(place),
            _ => None,
        }
    }
}

/// One rule and how it is checked.
pub struct Check {
    /// What reports and `--only` call it.
    pub id: &'static str,
    /// The rule in a sentence.
    pub about: &'static str,
    /// Where it is stated.
    pub basis: Basis,
    /// The check itself.
    pub run: fn(&mut Exam<'_>) -> Outcome,
}

/// How a rule is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is kept.
    Passed,
    /// It is broken.
    Failed,
    /// The engine does not offer what the rule is about.
    NotSupported,
}

impl Verdict {
    /// The words of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::NotSupported => "not supported",
        }
    }
}

/// What one check found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The check.
    pub id: &'static str,
    /// The rule.
    pub about: &'static str,
    /// Where it is stated.
    pub basis: &'static str,
    /// How it is kept.
    pub verdict: Verdict,
    /// In words.
    pub detail: String,
    /// The lines that show it: `> ` to the engine, `< ` from it.
    pub exchange: Vec<String>,
}

/// Everything found about an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnosis {
    /// The engine's own name.
    pub engine: String,
    /// The protocol it was examined in.
    pub protocol: &'static str,
    /// The findings in the order of the table.
    pub findings: Vec<Finding>,
}

impl Diagnosis {
    /// How many findings have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let is_it = |finding: &&Finding| finding.verdict == verdict;
        self.findings.iter().filter(is_it).count()
    }
}

/// What to examine and how patiently.
pub struct Doctor<'a> {
    /// Starts the engine.
    pub launcher: &'a dyn Launcher,
    /// The engine; its protocol is the one it is examined in.
    pub spec: EngineSpec,
    /// How long to wait for an answer that has no other limit.
    pub patience: Duration,
}

impl Doctor<'_> {
    /// The checks of the engine's protocol that `is_wanted` wants.
    pub fn checks(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<&'static Check> {
        let protocol = self.spec.protocol;
        CHECKS
            .iter()
            .flat_map(|group| group.iter())
            .filter(|check| check.basis.of(protocol).is_some() && is_wanted(check.id))
            .collect()
    }

    /// Runs the checks; `on_finding` hears of each as it comes. An engine that cannot be talked to at all
    /// gives a single finding.
    pub fn examine(
        &self,
        checks: &[&'static Check],
        mut on_finding: impl FnMut(&Finding),
    ) -> Diagnosis {
        let mut findings = Vec::new();
        let mut enter = |finding: Finding| {
            on_finding(&finding);
            findings.push(finding);
        };
        let mut first = Exam::new(self, Traits::unknown(self.spec.protocol));
        let found = traits::find(&mut first);
        let name = first.traits.name.clone();
        match found {
            Err(problem) => {
                enter(self.finding(&checks::HANDSHAKE, Err(problem), first.into_exchange()));
            }
            Ok(traits) => {
                drop(first);
                for check in checks {
                    let mut exam = Exam::new(self, traits.clone());
                    let outcome = (check.run)(&mut exam);
                    enter(self.finding(check, outcome, exam.into_exchange()));
                }
            }
        }
        Diagnosis {
            engine: name,
            protocol: self.spec.protocol.name(),
            findings,
        }
    }

    fn finding(&self, check: &Check, outcome: Outcome, exchange: Vec<String>) -> Finding {
        let (verdict, detail) = match outcome {
            Ok(remark) => (Verdict::Passed, remark),
            Err(Problem::Broken(detail)) => (Verdict::Failed, detail),
            Err(Problem::Absent(detail)) => (Verdict::NotSupported, detail),
        };
        Finding {
            id: check.id,
            about: check.about,
            basis: check.basis.of(self.spec.protocol).unwrap_or_default(),
            verdict,
            detail,
            exchange,
        }
    }
}
