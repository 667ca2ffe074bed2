//! A training on disk, to go on with after an interruption.
//!
//! ```text
//!   "HXTRAIN" 01
//!   u32 length, then the settings as text
//!   u64 passes done, u32 steps done
//!   f32 parameters, means, squares
//!   u32 CRC-32 of all before it
//! ```

use thiserror::Error;

use super::model::{Model, PARAMETERS};
use super::{AdamW, Settings, Trainer};

const MAGIC: [u8; 8] = *b"HXTRAIN\x01";

/// Why a checkpoint cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// Something else, or written for another network.
    #[error(
        "not a checkpoint of this network (expected HXTRAIN, version 1, {PARAMETERS} parameters)"
    )]
    Foreign,
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    #[error("it was made with other settings or data: {found} (expected {expected})")]
    Settings { found: String, expected: String },
}

/// What must be the same for a training to go on. Threads and the machine may differ.
fn description(settings: &Settings, samples: usize) -> String {
    let settings = Settings {
        threads: 0,
        ..*settings
    };
    format!("{samples} samples, {settings:?}")
}

impl Trainer {
    /// The state of the training.
    pub fn checkpoint(&self, samples: usize) -> Vec<u8> {
        let text = description(&self.settings, samples);
        let mut bytes = MAGIC.to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend((self.epochs as u64).to_le_bytes());
        bytes.extend(self.optimizer.steps.to_le_bytes());
        for values in [
            &self.model.0,
            &self.optimizer.means,
            &self.optimizer.squares,
        ] {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// A training that goes on where a checkpoint was made.
    pub fn resume(
        settings: Settings,
        samples: usize,
        bytes: &[u8],
    ) -> Result<Self, CheckpointError> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::Foreign)?;
        let (_, checksum) = bytes
            .split_last_chunk::<4>()
            .ok_or(CheckpointError::Foreign)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]).to_le_bytes() != *checksum {
            return Err(CheckpointError::Checksum);
        }
        let mut rest = body;
        let length = u32::from_le_bytes(take(&mut rest)?) as usize;
        let (text, tail) = rest
            .split_at_checked(length)
            .ok_or(CheckpointError::Foreign)?;
        let found = String::from_utf8_lossy(text).into_owned();
        let expected = description(&settings, samples);
        if found != expected {
            return Err(CheckpointError::Settings { found, expected });
        }
        rest = tail;
        let epochs = u64::from_le_bytes(take(&mut rest)?) as usize;
        let steps = u32::from_le_bytes(take(&mut rest)?);
        if rest.len() != 3 * 4 * PARAMETERS + 4 {
            return Err(CheckpointError::Foreign);
        }
        let mut values = rest
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let mut next = || values.by_ref().take(PARAMETERS).collect::<Vec<f32>>();
        let (model, means, squares) = (Model(next()), next(), next());
        let optimizer = AdamW {
            steps,
            means,
            squares,
        };
        Ok(Self::with(settings, model, optimizer, epochs))
    }
}

/// The next bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (head, tail) = bytes.split_first_chunk().ok_or(CheckpointError::Foreign)?;
    *bytes = tail;
    Ok(*head)
}
