//! Settings under a name: a player, and switches turned as readings, extensions and the ablation turn them.
//!
//! `iidew`, `iidew+fail-hard`, `tournament+no-null-move`: what the reports call "no null move" is written with
//! hyphens.

use crate::algorithms::Player;
use crate::search::Techniques;

use super::{ExperimentSettings, ablation, extensions, readings};

/// Turns something on, off or another way.
pub(super) type Switch = fn(&mut Techniques);

/// Two of them are compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// As the user wrote it.
    pub name: String,
    player: Player,
    switches: Vec<Switch>,
}

/// What is wrong with the name of a setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    #[error("no player is called '{0}' (expected one of {list})", list = Player::NAMES.join(", "))]
    Player(String),
    #[error("'{0}' is not alpha-beta (expected a player whose nodes can be compared)")]
    NotAlphaBeta(String),
    #[error("no switch is called '{0}' (expected one of {list})", list = names().join(", "))]
    Switch(String),
}

impl Setting {
    /// The setting of a name.
    pub fn named(name: &str) -> Result<Self, SettingError> {
        let mut parts = name.split('+');
        let player = parts.next().unwrap_or_default();
        let Some(found) = Player::named(player) else {
            return Err(SettingError::Player(player.to_owned()));
        };
        if found.techniques().is_none() {
            return Err(SettingError::NotAlphaBeta(player.to_owned()));
        }
        let switch = |part: &str| {
            let found = all().find(|(name, _)| hyphenated(name) == part);
            found
                .map(|(_, switch)| switch)
                .ok_or_else(|| SettingError::Switch(part.to_owned()))
        };
        Ok(Self {
            name: name.to_owned(),
            switches: parts.map(switch).collect::<Result<_, _>>()?,
            ..Self::from(found)
        })
    }

    /// The player with the evaluation of the experiment and the switches turned.
    pub(super) fn techniques(&self, settings: &ExperimentSettings) -> Techniques {
        let mut techniques = self.player.techniques().unwrap_or_default();
        techniques.evaluation = settings.evaluation;
        techniques.iterative_deepening |= settings.iterative;
        for switch in &self.switches {
            switch(&mut techniques);
        }
        techniques
    }
}

impl From<Player> for Setting {
    fn from(player: Player) -> Self {
        Self {
            name: player.name.to_owned(),
            player,
            switches: Vec::new(),
        }
    }
}

/// All switches under the names of the reports.
fn all() -> impl Iterator<Item = (&'static str, Switch)> {
    let extensions = extensions::EXTENSIONS.into_iter().skip(1);
    let ablation = ablation::SWITCHES.into_iter().skip(1);
    readings::switches().chain(extensions).chain(ablation)
}

fn names() -> Vec<String> {
    all().map(|(name, _)| hyphenated(name)).collect()
}

/// The name as one word.
fn hyphenated(name: &str) -> String {
    name.replace(", ", " ").replace([' ', '/'], "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::techniques::{Evaluation, NullMove};

    #[test]
    fn names_turn_switches() {
        let settings = ExperimentSettings::default();
        let techniques = |name: &str| Setting::named(name).expect(name).techniques(&settings);
        assert!(techniques("iidew+fail-hard").fail_hard && !techniques("iidew").fail_hard);
        let both = techniques("tournament+no-null-move+material-alone");
        assert_eq!(both.null_move, NullMove::Off);
        assert_eq!(both.evaluation, Evaluation::Material);
        assert_eq!(techniques("ordered").evaluation, settings.evaluation);
    }

    #[test]
    fn names_are_unique_and_wrong_ones_are_named() {
        let mut names = names();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
        for name in names {
            assert!(Setting::named(&format!("iid+{name}")).is_ok(), "{name}");
        }
        for (name, token) in [
            ("iid+luck", "'luck'"),
            ("best", "'best'"),
            ("bstar", "'bstar'"),
        ] {
            let error = Setting::named(name).expect_err(name);
            assert!(error.to_string().contains(token), "{error}");
        }
    }
}
