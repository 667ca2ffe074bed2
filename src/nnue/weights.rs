//! The weights of a network and the file they are kept in.
//!
//! ```text
//!   "HXNNUE" and a version (u16)
//!   u16 inputs, king buckets, relations, sums, output buckets, QA, QB, scale
//!   i8  input weights    (king buckets x inputs + relations) x sums
//!   i16 biases of the sums
//!   i16 output weights   output buckets x (side to move, opponent) x sums
//!   i32 output biases    output buckets
//!   u32 CRC-32 of all before it
//! ```
//!
//! All numbers least byte first.

use thiserror::Error;

use super::features::{INPUTS, KING_BUCKETS};
use super::relations::RELATIONS;
use super::{HIDDEN, OUTPUT_BUCKETS, QA, QB, ROWS, SCALE};

const MAGIC: [u8; 6] = *b"HXNNUE";
const VERSION: u16 = 3;
/// What a network must be like to be used.
const ARCHITECTURE: [(&str, u16); 8] = [
    ("inputs", INPUTS as u16),
    ("king buckets", KING_BUCKETS as u16),
    ("relations", RELATIONS as u16),
    ("sums", HIDDEN as u16),
    ("output buckets", OUTPUT_BUCKETS as u16),
    ("QA", QA as u16),
    ("QB", QB as u16),
    ("scale", SCALE as u16),
];

/// All weights, rounded to integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By king bucket and input, then by relation, a row of sums each; one is [`QA`].
    pub inputs: Vec<i8>,
    /// The sums of an empty board; one is [`QA`].
    pub bias: Vec<i16>,
    /// By output bucket and perspective, the side to move's first; one is [`QB`].
    pub outputs: Vec<i16>,
    /// By output bucket; one is [`QA`] x [`QB`].
    pub output_bias: Vec<i32>,
}

/// Bytes that are no network for this engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NetworkError {
    #[error("not a network (expected a file that begins with HXNNUE)")]
    Foreign,
    #[error("network format {0} (expected {VERSION})")]
    Version(u16),
    #[error("{name} {found} (expected {expected}: this engine is built for another architecture)")]
    Architecture {
        name: &'static str,
        found: u16,
        expected: u16,
    },
    #[error("{found} bytes (expected {expected}: the file is cut off or has something behind it)")]
    Length { found: usize, expected: usize },
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    #[error("an output weight of {0} (expected at most {max} in size)", max = super::MAX_OUTPUT_WEIGHT)]
    Weight(i16),
}

const INPUT_WEIGHTS: usize = ROWS * HIDDEN;
const OUTPUT_WEIGHTS: usize = OUTPUT_BUCKETS * 2 * HIDDEN;
const HEAD: usize = MAGIC.len() + 2 + 2 * ARCHITECTURE.len();
/// Bytes of a file.
pub const FILE_LENGTH: usize =
    HEAD + INPUT_WEIGHTS + 2 * HIDDEN + 2 * OUTPUT_WEIGHTS + 4 * OUTPUT_BUCKETS + 4;

impl Weights {
    /// A network that knows nothing: every position is worth 0.
    pub fn zero() -> Self {
        Self {
            inputs: vec![0; INPUT_WEIGHTS],
            bias: vec![0; HIDDEN],
            outputs: vec![0; OUTPUT_WEIGHTS],
            output_bias: vec![0; OUTPUT_BUCKETS],
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(
            ARCHITECTURE
                .iter()
                .flat_map(|(_, value)| value.to_le_bytes()),
        );
        bytes.extend(self.inputs.iter().map(|&weight| weight as u8));
        bytes.extend(
            self.bias
                .iter()
                .chain(&self.outputs)
                .flat_map(|weight| weight.to_le_bytes()),
        );
        bytes.extend(
            self.output_bias
                .iter()
                .flat_map(|weight| weight.to_le_bytes()),
        );
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Foreign)?;
        let mut head = rest
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        let mut number = || head.next().ok_or(NetworkError::Foreign);
        let version = number()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        for (name, expected) in ARCHITECTURE {
            let found = number()?;
            if found != expected {
                return Err(NetworkError::Architecture {
                    name,
                    found,
                    expected,
                });
            }
        }
        if bytes.len() != FILE_LENGTH {
            let (found, expected) = (bytes.len(), FILE_LENGTH);
            return Err(NetworkError::Length { found, expected });
        }
        let (content, checksum) = bytes.split_at(FILE_LENGTH - 4);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(NetworkError::Checksum);
        }
        let (inputs, rest) = content[HEAD..].split_at(INPUT_WEIGHTS);
        let (bias, rest) = rest.split_at(2 * HIDDEN);
        let (outputs, output_bias) = rest.split_at(2 * OUTPUT_WEIGHTS);
        let words = |bytes: &[u8]| -> Vec<i16> {
            bytes
                .chunks_exact(2)
                .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
                .collect()
        };
        let weights = Self {
            inputs: inputs.iter().map(|&byte| byte as i8).collect(),
            bias: words(bias),
            outputs: words(outputs),
            output_bias: output_bias
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
        };
        weights.check()
    }

    /// Refuses weights that the integer arithmetic of the layers is not proven for.
    fn check(self) -> Result<Self, NetworkError> {
        let is_large =
            |weight: &&i16| weight.unsigned_abs() > super::MAX_OUTPUT_WEIGHT.unsigned_abs();
        let is_wide = |weight: &&i16| weight.unsigned_abs() > super::MAX_BIAS.unsigned_abs();
        let limit = super::MAX_OUTPUT_BIAS;
        if let Some(&weight) = self.outputs.iter().find(is_large) {
            return Err(NetworkError::Weight(weight));
        }
        if let Some(&weight) = self.bias.iter().find(is_wide) {
            return Err(NetworkError::Weight(weight));
        }
        if let Some(&weight) = self.output_bias.iter().find(|weight| weight.abs() > limit) {
            return Err(NetworkError::Weight(
                weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            ));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_round_trip() {
        let mut weights = Weights::zero();
        weights.inputs[5] = -7;
        weights.outputs[9] = 100;
        weights.output_bias[7] = -1234;
        let bytes = weights.to_bytes();
        assert_eq!(bytes.len(), FILE_LENGTH);
        assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
    }

    #[test]
    fn files_that_are_no_network_of_ours_are_refused_by_name() {
        let good = Weights::zero().to_bytes();
        let refusal = |bytes: &[u8]| {
            Weights::from_bytes(bytes)
                .expect_err("a refusal")
                .to_string()
        };
        assert!(refusal(b"").contains("HXNNUE"));
        assert!(refusal(b"HXNNUE").contains("HXNNUE"));
        assert!(refusal(&good[..100]).contains("100 bytes"));
        let changed = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            refusal(&bytes)
        };
        assert!(changed(6).contains("format 2"));
        assert!(
            changed(14).contains("sums 257 (expected 256"),
            "{}",
            changed(14)
        );
        assert!(changed(5000).contains("checksum"));
        let mut weights = Weights::zero();
        weights.outputs[3] = 128;
        assert!(refusal(&weights.to_bytes()).contains("128"));
    }
}
