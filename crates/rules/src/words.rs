use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A sentence or name in both languages of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// English.
    pub en: Cow<'static, str>,
    /// German.
    pub de: Cow<'static, str>,
}

impl Words {
    /// Fixed words.
    pub const fn new(en: &'static str, de: &'static str) -> Words {
        Words { en: Cow::Borrowed(en), de: Cow::Borrowed(de) }
    }

    /// Words made at run time.
    pub fn made(en: String, de: String) -> Words {
        Words { en: Cow::Owned(en), de: Cow::Owned(de) }
    }
}
