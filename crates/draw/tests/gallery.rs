//! Draws every picture into a folder, to be looked at:
//! `WABE_GALLERY=/tmp/gallery cargo test -p wabe-draw --test gallery`.
//! Without the variable it only checks that everything can be painted.

mod pictures;

use std::fs;
use wabe_draw::{SvgOptions, TextOptions, Theme, png, svg, text};
use wabe_rules::Picture;

fn all() -> Vec<(&'static str, Picture)> {
    vec![
        ("empty", pictures::board37()),
        ("towers", pictures::towers()),
        ("hidden", pictures::hidden_towers()),
        ("singles", pictures::singles()),
        ("marbles2", pictures::marbles(2)),
        ("marbles4", pictures::marbles(4)),
        ("large", pictures::large()),
        ("start", pictures::pits([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0])),
        ("seeds", pictures::seeds()),
    ]
}

#[test]
fn every_picture_can_be_painted_in_every_theme() {
    let folder = std::env::var_os("WABE_GALLERY").map(std::path::PathBuf::from);
    for (name, picture) in all() {
        for (theme, german) in [(Theme::Light, false), (Theme::Dark, true), (Theme::Print, false)] {
            let options = SvgOptions { theme, german, counts: german, ..SvgOptions::default() };
            let drawn = svg(&picture, &options);
            let width = if name == "large" { 1600 } else { 900 };
            let painted = png(&drawn, width).unwrap();
            if let Some(folder) = &folder {
                fs::create_dir_all(folder).unwrap();
                fs::write(folder.join(format!("{name}-{theme:?}.svg")), drawn).unwrap();
                fs::write(folder.join(format!("{name}-{theme:?}.png")), painted).unwrap();
            }
        }
        let plain = text(&picture, &TextOptions { colour: false, counts: false, german: false });
        let coloured = text(&picture, &TextOptions { colour: true, counts: true, german: true });
        if let Some(folder) = &folder {
            fs::write(folder.join(format!("{name}.txt")), plain).unwrap();
            fs::write(folder.join(format!("{name}.ansi")), coloured).unwrap();
        }
    }
}
