//! Network files: what they are, the numbers, and a checksum.
//!
//! All numbers are little-endian: 8 bytes that say what it is, the version, the
//! words and the neurons (2 bytes each), the weights (2 bytes each: of the bits,
//! the neurons' starts, the outputs, the tempo), 8 bytes of checksum (FNV-1a).

use super::{BITS, BOTH, HIDDEN, Net, WORDS, Weights};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"wabe net";
const VERSION: u16 = 1;
const HEAD: usize = 14;
const NUMBERS: usize = (BITS + 1) * HIDDEN + BOTH + 1;
const SIZE: usize = HEAD + 2 * NUMBERS + 8;

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// Something else.
    #[error("this is no file of a network")]
    Other,
    /// A network of another version or shape.
    #[error("the network is of another version or shape than this program's")]
    Shape,
    /// Bytes are missing, or too many.
    #[error("the network is not as long as it should be")]
    Length,
    /// The bytes are not those that were written.
    #[error("the network is damaged: its checksum is wrong")]
    Checksum,
    /// Sums of neurons could leave their 16 bits.
    #[error("the weights of the network are too large")]
    Large,
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Weights {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, WORDS as u16, HIDDEN as u16] {
            bytes.extend(number.to_le_bytes());
        }
        let bits = self.bits.as_flattened();
        for number in bits.iter().chain(&self.starts).chain(&self.outs).chain([&self.tempo]) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Weights, NetError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetError::Other);
        }
        let shape = [VERSION, WORDS as u16, HIDDEN as u16].map(u16::to_le_bytes);
        if !bytes[MAGIC.len()..].starts_with(shape.as_flattened()) {
            return Err(NetError::Shape);
        }
        if bytes.len() != SIZE {
            return Err(NetError::Length);
        }
        let (body, sum) = bytes.split_at(SIZE - 8);
        if checksum(body).to_le_bytes() != sum {
            return Err(NetError::Checksum);
        }
        let (pairs, _) = body[HEAD..].as_chunks::<2>();
        let mut numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut next = || numbers.next().unwrap_or(0);
        let weights = Weights {
            bits: (0..BITS).map(|_| std::array::from_fn(|_| next())).collect(),
            starts: std::array::from_fn(|_| next()),
            outs: std::array::from_fn(|_| next()),
            tempo: next(),
        };
        if weights.fits() { Ok(weights) } else { Err(NetError::Large) }
    }

    /// Whether the sums of neurons stay in 16 bits, whatever is seen.
    fn fits(&self) -> bool {
        (0..HIDDEN).all(|i| {
            let size = |row: &[i16; HIDDEN]| i32::from(row[i]).abs();
            self.bits.iter().map(size).sum::<i32>() + size(&self.starts) <= i32::from(i16::MAX)
        })
    }
}

impl Net {
    /// Reads the bytes of a file.
    ///
    /// ```
    /// use wabe_search::{Net, NetError};
    /// assert_eq!(Net::read(b"anything else"), Err(NetError::Other));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        Ok(Net::new(&Weights::from_bytes(bytes)?))
    }
}
