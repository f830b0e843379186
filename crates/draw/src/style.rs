//! The look: every colour value of the drawings, and nothing else.
//!
//! A calm wooden set on a linen cloth, with honey as the only accent. Three
//! themes share all shapes and differ in these tables alone.

use wabe_rules::Colour;

/// Where a drawing will be looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// A bright screen, or colour print: pale wood on linen.
    #[default]
    Light,
    /// A dark screen: the same set by lamplight.
    Dark,
    /// Black ink on white paper: greys only, no shadows.
    Print,
}

/// How stones of one colour are painted.
#[derive(Clone, Copy, Debug)]
pub struct StonePaint {
    /// The flat face.
    pub face: &'static str,
    /// The rim around the face, and the outline.
    pub rim: &'static str,
    /// The edge of a stone seen from the side.
    pub edge: &'static str,
    /// Numbers and patterns on the face and the edge.
    pub ink: &'static str,
    /// The lit side of a marble.
    pub shine: &'static str,
    /// The shaded side of a marble.
    pub deep: &'static str,
    /// The colour's shape where it is drawn on the board itself.
    pub sign: &'static str,
    /// A cell that belongs to this colour.
    pub tint: &'static str,
}

/// All colours of a theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// The theme's name, used to keep ids apart.
    pub name: &'static str,
    /// The cloth under the board.
    pub cloth: &'static str,
    /// The board around the cells.
    pub wood: &'static str,
    /// The side of the board, seen below it.
    pub wood_edge: &'static str,
    /// A cell.
    pub field: &'static str,
    /// The lines between cells.
    pub line: &'static str,
    /// The middle of a hollow or pit.
    pub floor: &'static str,
    /// The shaded side of a hollow or pit.
    pub shade: &'static str,
    /// The accent: whose turn, the last action, what a rule is about.
    pub honey: &'static str,
    /// Labels on the board.
    pub label: &'static str,
    /// Words beside the board.
    pub ink: &'static str,
    /// Quiet words beside the board.
    pub quiet: &'static str,
    /// Seeds: the skins they come in.
    pub beans: [&'static str; 4],
    /// The outline of seeds.
    pub bean_rim: &'static str,
    stones: [StonePaint; 4],
}

impl Palette {
    /// The paint for stones of a colour.
    pub fn stone(&self, colour: Colour) -> &StonePaint {
        &self.stones[colour as usize]
    }

    /// The colours of a theme.
    pub fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }
}

/// Walnut, ivory, brick red, slate blue. Tints, and the sign of the ivory
/// stones, depend on the board they are drawn on.
const fn wooden(tints: [&'static str; 4], ivory_sign: &'static str) -> [StonePaint; 4] {
    [
        StonePaint {
            face: "#5c3c27",
            rim: "#382214",
            edge: "#482d1c",
            ink: "#f5e9d3",
            shine: "#b98f6c",
            deep: "#382214",
            sign: "#3d2616",
            tint: tints[0],
        },
        StonePaint {
            face: "#f8f1e0",
            rim: "#a8946b",
            edge: "#e6d9ba",
            ink: "#4a3826",
            shine: "#ffffff",
            deep: "#b09c72",
            sign: ivory_sign,
            tint: tints[1],
        },
        StonePaint {
            face: "#ab4731",
            rim: "#6f2718",
            edge: "#8f3724",
            ink: "#fdeee0",
            shine: "#eeaa94",
            deep: "#6f2718",
            sign: "#8c311e",
            tint: tints[2],
        },
        StonePaint {
            face: "#4d6884",
            rim: "#2c4058",
            edge: "#3f566f",
            ink: "#f1f5f8",
            shine: "#b4cbe0",
            deep: "#2c4058",
            sign: "#2f4964",
            tint: tints[3],
        },
    ]
}

const LIGHT: Palette = Palette {
    name: "light",
    cloth: "#f5f0e6",
    wood: "#dfc79b",
    wood_edge: "#c0a272",
    field: "#efe1c3",
    line: "#b99d6c",
    floor: "#cdb081",
    shade: "#a68657",
    honey: "#e39a0b",
    label: "#6c562e",
    ink: "#3a2d21",
    quiet: "#83735e",
    beans: ["#f4e3c0", "#b5623c", "#6f4128", "#d9a566"],
    bean_rim: "#4b2d1a",
    stones: wooden(["#d2b795", "#fbf6e9", "#e9bda3", "#c3cdd0"], "#6b5430"),
};

const DARK: Palette = Palette {
    name: "dark",
    cloth: "#211d19",
    wood: "#86693f",
    wood_edge: "#5b4527",
    field: "#a98c5f",
    line: "#6d5431",
    floor: "#7b6039",
    shade: "#523e22",
    honey: "#f7b52c",
    label: "#2b1f0d",
    ink: "#efe5d3",
    quiet: "#b0a28c",
    beans: ["#f4e3c0", "#b5623c", "#5f3722", "#d9a566"],
    bean_rim: "#2e1b0f",
    stones: wooden(["#876946", "#c9b48b", "#b5795a", "#8b8f86"], "#f3e8cf"),
};

const PRINT: Palette = Palette {
    name: "print",
    cloth: "#ffffff",
    wood: "#ffffff",
    wood_edge: "#ffffff",
    field: "#ffffff",
    line: "#7a7a7a",
    floor: "#ffffff",
    shade: "#dcdcdc",
    honey: "#555555",
    label: "#555555",
    ink: "#111111",
    quiet: "#555555",
    beans: ["#ffffff", "#9a9a9a", "#555555", "#d0d0d0"],
    bean_rim: "#222222",
    stones: [
        StonePaint {
            face: "#262626",
            rim: "#000000",
            edge: "#262626",
            ink: "#ffffff",
            shine: "#8a8a8a",
            deep: "#000000",
            sign: "#000000",
            tint: "#d4d4d4",
        },
        StonePaint {
            face: "#ffffff",
            rim: "#222222",
            edge: "#ffffff",
            ink: "#111111",
            shine: "#ffffff",
            deep: "#b4b4b4",
            sign: "#222222",
            tint: "#f4f4f4",
        },
        StonePaint {
            face: "#757575",
            rim: "#2c2c2c",
            edge: "#757575",
            ink: "#ffffff",
            shine: "#cccccc",
            deep: "#3c3c3c",
            sign: "#333333",
            tint: "#dfdfdf",
        },
        StonePaint {
            face: "#c4c4c4",
            rim: "#333333",
            edge: "#c4c4c4",
            ink: "#111111",
            shine: "#f2f2f2",
            deep: "#7d7d7d",
            sign: "#333333",
            tint: "#ebebeb",
        },
    ],
};
