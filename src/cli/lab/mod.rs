//! `hanxin lab`: the published experiments, run again.

mod bar;
mod plan;

use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;

use crate::algorithms::Player;
use crate::eval::published::Published;
use crate::lab::ablation::Matches;
use crate::lab::matches::{self, MoveBudget, Request, Wanted};
use crate::lab::switches::Setting;
use crate::lab::{
    ExperimentReport, ExperimentSettings, ablation, bstar, compare, extensions, ladder, nullmove,
    proof, readings, replacement, tables, windows,
};
use crate::search::techniques::Evaluation;
use crate::shard::Shard;

use super::files::{self, Outputs};
use super::limits::THREADS;
use super::output::Output;

use bar::Bar;
use plan::Ledger;

/// How deep the experiments search.
const PLIES: RangeInclusive<i64> = 1..=20;
/// Nodes a move in the matches of the ablation.
const ABLATION_NODES: u64 = 3_000;

/// Repeats published search experiments and puts our figures beside theirs
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hanxin lab table2\n  hanxin lab all --out results --resume\n  \
    hanxin lab table4 --full --out results\n  hanxin lab table3 --positions my.epd --depth 5\n  \
    hanxin lab ablation --match --games 200 --nodes 3000\n  hanxin lab compare ordered iidew --depth 6\n  \
    hanxin lab compare tournament tournament+no-null-move --eval network\n  \
    hanxin lab match deepening --games 100 --out results\n  hanxin lab match iidew minimax --nodes 5000"
)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(super) struct Args {
    /// What to run
    experiment: Experiment,
    /// Players, as of the option `technique`: two to play a match, or one of deepening, minimax and bstar for a
    /// published match; two to compare, with switches as the reports name them: `iidew+fail-hard`
    #[arg(value_name = "PLAYER", num_args = 0..=2)]
    players: Vec<String>,
    /// Deepest search, 1 to 20 plies; not for B*
    #[arg(long, value_parser = clap::value_parser!(i32).range(PLIES))]
    depth: Option<i32>,
    /// As deep as the publications went, or as we do where they print no figures (takes long)
    #[arg(long, conflicts_with = "depth")]
    full: bool,
    /// Positions to average over (EPD) instead of the built-in ones; not for B* and the readings of
    /// later positions
    #[arg(long, value_name = "EPD")]
    positions: Option<PathBuf>,
    /// Deepen iteratively in one table instead of searching each depth from an empty one; not for
    /// the ladder and B*, and the ablation always does
    #[arg(long)]
    iterative: bool,
    /// Tables 2 to 4 and readings: search the root with half a pawn around its static value first
    #[arg(long)]
    narrow_root: bool,
    /// Static evaluation; B* and the ablation have their own
    #[arg(long, value_enum, default_value_t = Eval::Simple)]
    eval: Eval,
    /// B*: nodes its tree may have, 129 to 1000000
    #[arg(
        long,
        value_name = "NODES",
        default_value_t = bstar::DEFAULT_MEMORY as u32,
        value_parser = clap::value_parser!(u32).range(bstar::MEMORY)
    )]
    memory: u32,
    /// Ablation: play a match of each variant against the whole search
    #[arg(long = "match")]
    plays_matches: bool,
    /// Games of each match, rounded up to pairs; there are openings for 400. By default 100
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Nodes a move in matches; by default 78000, the thesis's five seconds, in ablations 3000
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds a move in matches instead of nodes; the games then depend on the machine
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    move_time: Option<u64>,
    /// Worker threads; the figures do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// `all`: run the I-th of N parts of the experiments, for several machines; each has files of its own
    #[arg(long, default_value_t, hide_default_value = true, value_name = "I/N")]
    shard: Shard,
    /// Folder for Markdown, CSV, JSON, SVG and PGN files
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Leave measured times out: two runs then write the same files
    #[arg(long)]
    no_times: bool,
    /// Go on where an earlier run with the same settings was interrupted
    #[arg(long, requires = "out")]
    resume: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Eval {
    /// Men alone, by the values of Pei's thesis
    Material,
    /// Material and squares
    Simple,
    /// Every counted term of the evaluation
    Full,
    /// The learnt network
    Network,
    /// As Pei's thesis has it
    Thesis,
    /// Material, squares, mobility, attackers and protectors of Yang's report
    Relations,
    /// Material and squares of the report on a web page
    Web,
}

impl Eval {
    const fn evaluation(self) -> Evaluation {
        match self {
            Self::Material => Evaluation::Material,
            Self::Simple => Evaluation::MaterialAndSquares,
            Self::Full => Evaluation::Full,
            Self::Network => Evaluation::Network,
            Self::Thesis => Evaluation::Published(Published::Thesis),
            Self::Relations => Evaluation::Published(Published::Relations),
            Self::Web => Evaluation::Published(Published::Web),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Experiment {
    /// Moves in piece order against ordered moves (Yue and Feng)
    Table2,
    /// Killers before against after captures (Yue and Feng)
    Table3,
    /// Internal deepening without and with enlarged window (Yue and Feng)
    Table4,
    /// Tables 2 and 4 again under other readings of the paper
    Readings,
    /// Minimax to alpha-beta with history (Pei)
    Ladder,
    /// B* and its matches against alpha-beta (Pei)
    Bstar,
    /// Replacement schemes of the transposition table
    Replacement,
    /// Null move: none, R=2, R=3, adaptive, verified
    Nullmove,
    /// The tournament search with one technique off at a time
    Ablation,
    /// Extensions: checks, recaptures, single replies, mate threats
    Extensions,
    /// Principal variation search, MTD(f) and SSS* on the same positions
    Windows,
    /// Proof-number search and forced mates
    Proof,
    /// The published matches, or a match of any two players
    Match,
    /// Two searches on the same positions, with an error bar
    Compare,
    /// Everything but comparisons
    All,
}

impl Experiment {
    const EACH: [Self; 13] = [
        Self::Table2,
        Self::Table3,
        Self::Table4,
        Self::Readings,
        Self::Ladder,
        Self::Bstar,
        Self::Replacement,
        Self::Nullmove,
        Self::Extensions,
        Self::Ablation,
        Self::Windows,
        Self::Proof,
        Self::Match,
    ];

    /// The name of its files, which is that of its report.
    fn id(self) -> String {
        let name = self.to_possible_value();
        name.map_or_else(String::new, |name| name.get_name().to_owned())
    }

    /// Processor seconds it takes as a part of `all`, for the plan.
    const fn seconds(self) -> u64 {
        match self {
            Self::Table2 => 45,
            Self::Table3 => 20,
            Self::Table4 | Self::Readings => 60,
            Self::Ladder => 40,
            Self::Bstar => 1,
            Self::Replacement | Self::Windows => 30,
            Self::Nullmove => 120,
            Self::Extensions | Self::Proof => 15,
            Self::Ablation => 5,
            Self::Match => 150,
            Self::Compare | Self::All => 0,
        }
    }

    fn run(self, plan: &Plan, bar: &Bar) -> ExperimentReport {
        let settings = &plan.settings;
        match self {
            Self::Table2 | Self::All => tables::TABLE_2.run(settings, bar),
            Self::Table3 => tables::TABLE_3.run(settings, bar),
            Self::Table4 => tables::TABLE_4.run(settings, bar),
            Self::Readings => readings::run(settings, bar),
            Self::Ladder => ladder::run(settings, bar),
            Self::Bstar => bstar::run(plan.memory, settings, bar),
            Self::Extensions => extensions::run(settings, bar),
            Self::Windows => windows::run(settings, bar),
            Self::Proof => proof::run(settings, bar),
            Self::Match => matches::run(&plan.request, settings, bar),
            Self::Replacement => replacement::run(settings, bar),
            Self::Nullmove => nullmove::run(settings, bar),
            Self::Compare => compare::run(&plan.compared, settings, bar),
            Self::Ablation => ablation::run(plan.matches, settings, bar),
        }
    }
}

/// What the command line asks of the experiments.
struct Plan {
    settings: ExperimentSettings,
    memory: usize,
    matches: Matches,
    request: Request,
    compared: [Setting; 2],
}

impl Args {
    #[expect(clippy::print_stderr, reason = "the plan is not the command's result")]
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let plan = self.plan()?;
        let experiments = match self.experiment {
            Experiment::All => self.shard.of(Experiment::EACH.to_vec()),
            one => {
                ensure!(
                    self.shard.is_whole(),
                    "--shard {} of '{}' (expected it with 'all', whose experiments are dealt)",
                    self.shard,
                    one.id()
                );
                vec![one]
            }
        };
        let mut reports = Vec::new();
        if let Some(folder) = &self.out {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
            let report = |experiment: &Experiment| folder.join(experiment.id() + ".md");
            reports.extend(experiments.iter().map(report));
        }
        let reports = reports.iter().map(|path| ("--out", path.as_path()));
        let reports: Vec<files::Named<'_>> = reports.collect();
        let inputs = files::named(&[("--positions", &self.positions)]);
        let mut outputs = Outputs::claim(&inputs, &reports)?;
        let settings = self.settings_text();
        let is_all = self.experiment == Experiment::All;
        ensure!(
            is_all || !self.resume,
            "'--resume' after '{}' (expected 'all')",
            self.experiment.id()
        );
        let mut ledger = match &self.out {
            Some(folder) if is_all => Some(Ledger::open(folder, settings, self.resume)?),
            _ => None,
        };
        let is_open = |experiment: &Experiment| {
            let id = experiment.id();
            !ledger
                .as_ref()
                .is_some_and(|ledger| ledger.is_finished(&id))
        };
        let experiments: Vec<Experiment> = experiments.into_iter().filter(is_open).collect();
        if is_all && self.depth.is_none() && !self.full {
            let costs = experiments.iter().map(|one| (one.id(), one.seconds()));
            let costs: Vec<(String, u64)> = costs.collect();
            eprintln!("{}", plan::announcement(&costs, plan.settings.threads));
        }
        let mut out = Output::stdout();
        let parts = experiments.len();
        for (index, experiment) in experiments.into_iter().enumerate() {
            let part = if parts > 1 {
                format!("{} of {parts}: ", index + 1)
            } else {
                String::new()
            };
            // The bar wipes itself off before the report is printed.
            let mut report = experiment.run(&plan, &Bar::new(part));
            if self.no_times {
                report.leave_out_times();
            }
            let gap = if index > 0 { "\n" } else { "" };
            out.text(format_args!("{gap}{}", report.to_markdown()));
            for (name, content) in report.files() {
                let Some(folder) = &self.out else { break };
                outputs.write("--out", &folder.join(name), content)?;
            }
            if let Some(ledger) = &mut ledger {
                ledger.finish(&experiment.id())?;
            }
            // Without files nobody would see the other experiments.
            if out.is_broken() && self.out.is_none() {
                break;
            }
        }
        if let (Some(folder), true) = (&self.out, is_all && self.shard.is_whole()) {
            let text = plan::whole_report(folder, Experiment::EACH.map(Experiment::id))?;
            outputs.write("--out", &folder.join(plan::REPORT), text)?;
        }
        out.finish()?;
        Ok(ExitCode::SUCCESS)
    }

    /// What the figures depend on, in one line.
    fn settings_text(&self) -> String {
        let eval = self.eval.to_possible_value();
        format!(
            "hanxin {} {} depth {:?} full {} positions {:?} iterative {} narrow {} eval {} memory {} match {} games {:?} nodes {:?} time {:?} no-times {}",
            env!("CARGO_PKG_VERSION"),
            self.experiment.id(),
            self.depth,
            self.full,
            self.positions,
            self.iterative,
            self.narrow_root,
            eval.map_or_else(String::new, |value| value.get_name().to_owned()),
            self.memory,
            self.plays_matches,
            self.games,
            self.nodes,
            self.move_time,
            self.no_times
        )
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let games = self.games.unwrap_or(100) as usize;
        let memory = self.memory as usize;
        let is_compare = self.experiment == Experiment::Compare;
        let compared = if is_compare {
            self.compared()?
        } else {
            [Player::TOURNAMENT; 2].map(Setting::from)
        };
        Ok(Plan {
            settings: self.settings()?,
            memory,
            matches: Matches {
                games: if self.plays_matches { games } else { 0 },
                nodes: self.nodes.unwrap_or(ABLATION_NODES),
            },
            request: Request {
                wanted: self.wanted()?,
                games,
                budget: self.move_budget(),
                memory,
            },
            compared,
        })
    }

    /// What a move of a match may take.
    fn move_budget(&self) -> MoveBudget {
        match (self.move_time, self.depth) {
            (Some(ms), _) => MoveBudget::Time(Duration::from_millis(ms)),
            (None, Some(depth)) if self.nodes.is_none() => MoveBudget::Depth(depth),
            _ => MoveBudget::Nodes(self.nodes.unwrap_or(matches::FIVE_SECONDS)),
        }
    }

    /// The players named, as many as there are.
    fn named_players(&self) -> anyhow::Result<Vec<Player>> {
        let names = self.players.iter();
        let player = |name: &String| {
            Player::named(name).with_context(|| {
                let all = Player::NAMES.join(", ");
                format!("no player is called '{name}' (expected one of {all})")
            })
        };
        names.map(player).collect()
    }

    /// The two settings to compare.
    fn compared(&self) -> anyhow::Result<[Setting; 2]> {
        let [first, second] = &self.players[..] else {
            bail!(
                "{} players after 'compare' (expected 2)",
                self.players.len()
            );
        };
        Ok([Setting::named(first)?, Setting::named(second)?])
    }

    /// The matches to play.
    fn wanted(&self) -> anyhow::Result<Wanted> {
        use matches::Published;
        if self.experiment == Experiment::Compare {
            return Ok(Wanted::Published(Vec::new()));
        }
        let players = self.named_players()?;
        match (self.experiment, &players[..]) {
            (_, []) => Ok(Wanted::Published(Published::ALL.to_vec())),
            (Experiment::Match, [one]) => {
                let mut known = Published::ALL.into_iter();
                let found = known.find(|published| published.name() == one.name);
                let Some(found) = found else {
                    bail!(
                        "no published match is called '{}' (expected deepening, minimax or bstar, or two players)",
                        one.name
                    );
                };
                Ok(Wanted::Published(vec![found]))
            }
            (Experiment::Match, &[first, second]) => {
                let is_default = self.eval == Eval::Simple;
                let dressed = [first, second].map(|player| {
                    if is_default {
                        player
                    } else {
                        player.with_evaluation(self.eval.evaluation())
                    }
                });
                Ok(Wanted::Players(Box::new(dressed)))
            }
            (other, players) => bail!(
                "{} players after '{}' (expected none)",
                players.len(),
                other.id()
            ),
        }
    }

    fn settings(&self) -> anyhow::Result<ExperimentSettings> {
        let mut settings = ExperimentSettings {
            depth: self.depth,
            full: self.full,
            iterative: self.iterative,
            narrow_root: self.narrow_root,
            evaluation: self.eval.evaluation(),
            ..ExperimentSettings::default()
        };
        if let Some(threads) = self.threads {
            settings.threads = usize::from(threads);
        }
        if let Some(path) = &self.positions {
            let records = files::read_positions(path)?;
            for record in &records {
                ensure!(
                    record.board.has_legal_move(),
                    "{} line {}: the game is over in '{}' (expected a position with a legal move)",
                    path.display(),
                    record.line,
                    record.fen
                );
            }
            let boards = records.into_iter().map(|record| record.board);
            settings.positions = Some(boards.collect());
        }
        Ok(settings)
    }
}
