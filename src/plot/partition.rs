//! A tree as columns of boxes: each box beside its parent, its height its share of the parent's.

use std::fmt::Write as _;

use super::{escape, text};

const COLUMN: f64 = 150.0;
const HEIGHT: f64 = 860.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 34.0;
const MARGIN: f64 = 10.0;
/// A box lower than this has no room for its label.
const LABEL: f64 = 11.0;
/// A box lower than this has no room for a second line.
const TWO_LINES: f64 = 26.0;

/// A box and what is beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The first line inside.
    pub label: String,
    /// The second line inside.
    pub detail: String,
    /// What a pointer over the box shows.
    pub tip: String,
    /// Its part of the parent's height, 0 to 1.
    pub share: f64,
    /// -1 cold to 1 warm.
    pub tint: f64,
    /// The boxes of the next column, top down.
    pub children: Vec<Cell>,
}

impl Cell {
    fn depth(&self) -> usize {
        1 + self.children.iter().map(Self::depth).max().unwrap_or(0)
    }
}

/// The chart.
#[derive(Clone, PartialEq, Debug)]
pub struct PartitionChart {
    title: String,
    note: String,
    cells: Vec<Cell>,
}

impl PartitionChart {
    /// A chart of these boxes, with a note below.
    pub fn new(title: impl Into<String>, note: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self {
            title: title.into(),
            note: note.into(),
            cells,
        }
    }

    /// The chart as an SVG document.
    pub fn to_svg(&self) -> String {
        let columns = self.cells.iter().map(Cell::depth).max().unwrap_or(1);
        let width = 2.0 * MARGIN + COLUMN * columns as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" \
             width=\"{width}\" height=\"{HEIGHT}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
        );
        text(&mut svg, (MARGIN, 28.0), "start", 16, &self.title);
        text(&mut svg, (MARGIN, HEIGHT - 12.0), "start", 12, &self.note);
        let area = (TOP, HEIGHT - BOTTOM - TOP);
        draw(&mut svg, &self.cells, MARGIN, area);
        svg.push_str("</svg>\n");
        svg
    }
}

/// Draws boxes below each other from `top` on, in a column that begins at `x`.
fn draw(svg: &mut String, cells: &[Cell], x: f64, (top, height): (f64, f64)) {
    let mut y = top;
    for cell in cells {
        let own = height * cell.share;
        let _ = writeln!(
            svg,
            r##"<g><title>{}</title><rect x="{x:.1}" y="{y:.1}" width="{:.1}" height="{:.1}" fill="{}" stroke="#ffffff" stroke-width="0.6"/>"##,
            escape(&cell.tip),
            COLUMN - 1.0,
            own.max(0.3),
            fill(cell.tint)
        );
        let middle = y + own / 2.0;
        let has_detail = own >= TWO_LINES && !cell.detail.is_empty();
        let first = if has_detail {
            middle - 2.0
        } else {
            middle + 4.0
        };
        if own >= LABEL {
            text(svg, (x + 5.0, first), "start", 11, &cell.label);
        }
        if has_detail {
            text(
                svg,
                (x + 5.0, first + 12.0),
                "start",
                9,
                &shortened(&cell.detail),
            );
        }
        svg.push_str("</g>\n");
        draw(svg, &cell.children, x + COLUMN, (y, own));
        y += own;
    }
}

/// What fits into a column; wide characters take twice the room.
fn shortened(text: &str) -> String {
    let mut room = 30;
    let mut short = String::new();
    for c in text.chars() {
        room -= if c.is_ascii() { 1 } else { 2 };
        if room < 0 {
            short.push('…');
            break;
        }
        short.push(c);
    }
    short
}

/// From blue over grey to orange.
fn fill(tint: f64) -> String {
    let tint = tint.clamp(-1.0, 1.0);
    let neutral = [226.0, 226.0, 222.0];
    let end = if tint < 0.0 {
        [120.0, 165.0, 215.0]
    } else {
        [240.0, 150.0, 100.0]
    };
    let mix = |index: usize| (neutral[index] + (end[index] - neutral[index]) * tint.abs()) as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_stand_beside_their_parent_and_share_its_height() {
        let leaf = |label: &str, share| Cell {
            label: label.to_owned(),
            detail: String::new(),
            tip: String::new(),
            share,
            tint: 0.0,
            children: Vec::new(),
        };
        let mut root = leaf("root", 1.0);
        root.children = vec![leaf("half", 0.5), leaf("small", 0.001)];
        let svg = PartitionChart::new("t", "n", vec![root]).to_svg();
        assert_eq!(svg.matches("<rect").count(), 4);
        assert!(svg.contains("height=\"782.0\"") && svg.contains("height=\"391.0\""));
        assert!(svg.contains(">half<") && !svg.contains(">small<"));
    }

    #[test]
    fn long_names_are_cut_and_colours_stay_in_range() {
        assert_eq!(
            shortened("C4 中炮过河车互进七兵对屏风马平炮兑车"),
            "C4 中炮过河车互进七兵对屏风马…"
        );
        assert_eq!(
            (fill(0.0), fill(9.0), fill(-1.0)),
            (
                "#e2e2de".to_owned(),
                "#f09664".to_owned(),
                "#78a5d7".to_owned()
            )
        );
    }
}
