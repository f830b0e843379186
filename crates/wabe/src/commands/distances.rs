//! What the tables of a game say, as text and as a plot.

use std::fmt::Write as _;
use std::io::{self, Write};
use wabe_solve::Census;

fn sum(counts: &[u64]) -> u64 {
    counts.iter().sum()
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// All tiers together.
fn together(tiers: &[Census]) -> [Vec<u64>; 2] {
    let mut all = [Vec::new(), Vec::new()];
    for tier in tiers {
        for (all, counts) in all.iter_mut().zip([&tier.wins, &tier.losses]) {
            all.resize(all.len().max(counts.len()), 0);
            all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    all
}

/// A table of shares, then a line of distances with bars.
pub fn write(tiers: &[Census], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| tier | positions | wins | draws | losses | longest win | edges |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for tier in tiers {
        let all = tier.positions;
        let longest = tier.wins.len().saturating_sub(1);
        writeln!(
            out,
            "| {} | {all} | {} | {} | {} | {longest} | {} |",
            tier.tier,
            percent(sum(&tier.wins), all),
            percent(sum(&tier.draws), all),
            percent(sum(&tier.losses), all),
            tier.edges,
        )?;
    }
    let count = |of: fn(&Census) -> u64| tiers.iter().map(of).sum::<u64>();
    let (positions, edges) = (count(|tier| tier.positions), count(|tier| tier.edges));
    let [wins, losses] = together(tiers);
    writeln!(
        out,
        "| all | {positions} | {} | {} | {} | {} | {edges} |",
        percent(sum(&wins), positions),
        percent(count(|tier| sum(&tier.draws)), positions),
        percent(sum(&losses), positions),
        wins.len().saturating_sub(1),
    )?;
    let cells = count(|tier| tier.cells);
    writeln!(out, "\n{cells} cells, of which {} are not used", cells - positions)?;
    writeln!(out, "\nactions    wins  losses")?;
    for plies in 0..wins.len().max(losses.len()) {
        let of = |counts: &[u64]| counts.get(plies).copied().unwrap_or(0);
        let (wins, losses) = (of(&wins), of(&losses));
        if wins + losses > 0 {
            let bar = "#".repeat(((wins + losses) as f64).log2().ceil() as usize);
            writeln!(out, "{plies:>7} {wins:>11} {losses:>11} {bar}")?;
        }
    }
    writeln!(out, "\nlongest wins")?;
    for tier in tiers {
        if let Some(longest) = &tier.longest {
            writeln!(out, "{}: {} actions: {longest}", tier.tier, tier.wins.len() - 1)?;
        }
    }
    Ok(())
}

/// Wins above and losses below a line, by distance, on a logarithmic scale.
pub fn svg(title: &str, tiers: &[Census]) -> String {
    let [wins, losses] = together(tiers);
    let length = wins.len().max(losses.len()).max(2);
    let most = wins.iter().chain(&losses).copied().max().unwrap_or(1).max(2);
    let (width, height, middle) = (640.0, 240.0, 120.0);
    let step = (width - 60.0) / length as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\" fill=\"#555\">\n<title>{title}: positions \
         by distance to the end</title>\n"
    );
    let mut bar = |plies: usize, count: u64, up: bool| {
        if count == 0 {
            return;
        }
        let tall = 95.0 * ((count as f64).ln() + 1.0) / ((most as f64).ln() + 1.0);
        let (x, y) = (50.0 + step * plies as f64, if up { middle - tall } else { middle });
        let colour = if up { "#d99a1c" } else { "#4a5b6c" };
        let wide = (step * 0.85).max(0.5);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" \
             fill=\"{colour}\"><title>{count} in {plies}</title></rect>"
        );
    };
    for plies in 0..length {
        bar(plies, wins.get(plies).copied().unwrap_or(0), true);
        bar(plies, losses.get(plies).copied().unwrap_or(0), false);
    }
    let labels = (0..length).step_by((length / 10).max(1));
    for plies in labels {
        let x = 50.0 + step * (plies as f64 + 0.4);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"236\" text-anchor=\"middle\">{plies}</text>");
    }
    let _ = writeln!(
        svg,
        "<text x=\"4\" y=\"60\">wins</text>\n<text x=\"4\" y=\"180\">losses</text>\n\
         <text x=\"50\" y=\"14\">{title}: positions by actions to the end (logarithmic)</text>\n\
         <line x1=\"50\" x2=\"630\" y1=\"{middle}\" y2=\"{middle}\" stroke=\"#999\"/>\n</svg>"
    );
    svg
}
