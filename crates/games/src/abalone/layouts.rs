//! Start positions, row by row from the top: digits are empty hollows, letters
//! the marbles of the seats (`S` seat 1, `s` seat 2, `T` seat 3, `t` seat 4).

/// Two players, by name (R2, F1).
pub const TWO: [(&str, &str); 13] = [
    ("standard", "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS"),
    ("belgian-daisy", "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss"),
    ("german-daisy", "5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5"),
    ("swiss-daisy", "5/ss2SS/sSs1SsS/1ss2SS1/9/1SS2ss1/SsS1sSs/SS2ss/5"),
    ("dutch-daisy", "ss1SS/sSsSsS/1ss1SS1/8/9/8/1SS1ss1/SsSsSs/SS1ss"),
    ("domination", "5/s4S/ss3SS/ssss1SSS/3S1S3/SSS1ssss/SS3ss/S4s/5"),
    ("alien-attack", "S1S1S/1SssS1/1SsSsS1/3SS3/9/3ss3/1sSsSs1/1sSSs1/s1s1s"),
    ("the-wall", "2s2/6/1sssss1/ssssssss/9/SSSSSSSS/1SSSSS1/6/2S2"),
    ("infiltration", "1SsS1/1SSSS1/1SsSsS1/1S4S1/9/1s4s1/1sSsSs1/1ssss1/1sSs1"),
    ("fujiyama", "sssss/1sSSs1/2sSs2/3ss3/9/3SS3/2SsS2/1SssS1/SSSSS"),
    ("pyramid", "s4/ss4/sss4/ssss4/ssss1SSSS/4SSSS/4SSS/4SS/4S"),
    ("star", "S3s/1s2S1/s1S1s1S/3sS3/sSsS1sSsS/3sS3/s1S1s1S/1s2S1/S3s"),
    ("checkerboard", "5/SsSsSs/7/sSsSsSsS/9/SsSsSsSs/7/sSsSsS/5"),
];

/// The names of [`TWO`], for the option.
pub const NAMES: [&str; 13] = {
    let mut names = [""; 13];
    let mut i = 0;
    while i < names.len() {
        names[i] = TWO[i].0;
        i += 1;
    }
    names
};

/// Three players.
pub const THREE: &str = "ss1TT/ss2TT/ss3TT/ss4TT/ss5TT/s6T/7/SSSSSS/SSSSS";

/// Four players.
pub const FOUR: &str = "TTTT1/1TTT1t/2TT1tt/5ttt/sss3ttt/sss5/ss1SS2/s1SSS1/1SSSS";

/// The seat and hollow (in drawing order) of every marble.
pub fn marbles(layout: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    layout.chars().filter(|mark| *mark != '/').filter_map(move |mark| {
        let here = at;
        at += mark.to_digit(10).unwrap_or(1) as usize;
        "SsTt".find(mark).map(|seat| (seat, here))
    })
}
