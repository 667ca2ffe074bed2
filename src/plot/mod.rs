//! Charts as SVG text: lines on linear or logarithmic axes with error bands, and grouped bars.
//!
//! Pure: data in, text out. The same data gives the same bytes, so charts can be kept under version
//! control and compared.
//!
//! ```
//! use hanxin::plot::{Axis, LineChart, Series};
//! let svg = LineChart::new("Nodes by depth", Axis::linear("depth"), Axis::log("nodes"))
//!     .with(Series::new("alpha-beta", [(1.0, 40.0), (2.0, 450.0), (3.0, 2766.0)]))
//!     .with(Series::new("minimax", [(1.0, 40.0), (2.0, 1600.0), (3.0, 64000.0)]))
//!     .to_svg();
//! assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
//! ```

mod axis;
pub mod partition;

use std::fmt::Write as _;

use axis::Fitted;
pub use axis::{Axis, Scale};

/// Colours that stay apart for colour-blind readers and in print (Okabe and Ito 2008).
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
/// Left of the vertical axis, unless its labels need more.
const LEFT: f64 = 78.0;
/// Of the left margin, what the axis's title and the gaps around the labels take.
const BESIDE_LABELS: f64 = 31.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 58.0;
/// Estimated width of a character of the legend's type.
const CHARACTER: f64 = 6.6;
/// How steeply labels rise that have no room side by side, in degrees.
const STEEP: f64 = 60.0;

/// One line of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    name: String,
    points: Vec<(f64, f64)>,
    band: Vec<(f64, f64)>,
    is_dashed: bool,
}

impl Series {
    /// A named line through points.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self {
            name: name.into(),
            points: points.into_iter().collect(),
            band: Vec::new(),
            is_dashed: false,
        }
    }

    /// The same line in dashes.
    #[must_use]
    pub const fn dashed(mut self) -> Self {
        self.is_dashed = true;
        self
    }

    const fn dashes(&self) -> &'static str {
        if self.is_dashed {
            r#" stroke-dasharray="6 4""#
        } else {
            ""
        }
    }

    /// Adds an error band: the lower and upper value at each point, in order.
    #[must_use]
    pub fn with_band(mut self, band: impl IntoIterator<Item = (f64, f64)>) -> Self {
        self.band = band.into_iter().collect();
        self
    }
}

/// Lines over a common horizontal axis.
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    guides: Vec<(f64, String)>,
}

impl LineChart {
    /// An empty chart.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self {
            title: title.into(),
            x,
            y,
            series: Vec::new(),
            guides: Vec::new(),
        }
    }

    /// Adds a line.
    #[must_use]
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds a dashed horizontal line with a label.
    #[must_use]
    pub fn with_guide(mut self, y: f64, label: impl Into<String>) -> Self {
        self.guides.push((y, label.into()));
        self
    }

    /// The chart as an SVG document.
    pub fn to_svg(&self) -> String {
        let points = || self.series.iter().flat_map(|s| &s.points);
        let ys = points()
            .map(|p| p.1)
            .chain(
                self.series
                    .iter()
                    .flat_map(|s| s.band.iter().flat_map(|b| [b.0, b.1])),
            )
            .chain(self.guides.iter().map(|g| g.0));
        let names: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
        let frame = Frame::new(
            &names,
            Some(self.x.fit(points().map(|p| p.0), false)),
            self.y.fit(ys, true),
        );
        let mut svg = frame.open(&self.title, &self.x.label, &self.y.label);
        for (y, label) in &self.guides {
            frame.draw_guide(&mut svg, *y, label);
        }
        for (index, series) in self.series.iter().enumerate() {
            frame.draw_band(&mut svg, series, index);
        }
        for (index, series) in self.series.iter().enumerate() {
            let shown: Vec<(f64, f64)> = series
                .points
                .iter()
                .filter(|p| self.x.shows(p.0) && self.y.shows(p.1))
                .map(|p| (frame.x(p.0), frame.y(p.1)))
                .collect();
            draw_line(&mut svg, &shown, index, series.dashes());
        }
        frame.draw_legend(&mut svg, &names, |svg, index, (x, y)| {
            let stroke = format!(r#" stroke-width="2"{}"#, self.series[index].dashes());
            line(svg, (x, y), (x + 24.0, y), color(index), &stroke);
            marker(svg, (x + 12.0, y), index);
        });
        svg.push_str("</svg>\n");
        svg
    }
}

/// Groups of bars: one group per label, one bar per series in each.
#[derive(Clone, PartialEq, Debug)]
pub struct BarChart {
    title: String,
    y: Axis,
    group_label: String,
    groups: Vec<String>,
    series: Vec<(String, Vec<f64>)>,
}

impl BarChart {
    /// An empty chart over these groups.
    pub fn new(
        title: impl Into<String>,
        y: Axis,
        groups: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            title: title.into(),
            y,
            group_label: String::new(),
            groups: groups.into_iter().map(Into::into).collect(),
            series: Vec::new(),
        }
    }

    /// Says what the groups are.
    #[must_use]
    pub fn over(mut self, label: impl Into<String>) -> Self {
        self.group_label = label.into();
        self
    }

    /// Adds a series: one value per group, in order.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        self.series
            .push((name.into(), values.into_iter().collect()));
        self
    }

    /// The chart as an SVG document.
    pub fn to_svg(&self) -> String {
        let values = self.series.iter().flat_map(|s| s.1.iter().copied());
        let zero = (self.y.scale == Scale::Linear).then_some(0.0);
        let names: Vec<&str> = self.series.iter().map(|s| s.0.as_str()).collect();
        let mut frame = Frame::new(&names, None, self.y.fit(values.chain(zero), true));
        let slot = (frame.right - frame.left) / self.groups.len().max(1) as f64;
        let widest = width_of_longest(self.groups.iter().map(String::as_str));
        let is_crowded = widest > slot;
        if is_crowded {
            frame.height += widest * STEEP.to_radians().sin();
        }
        let mut svg = frame.open(&self.title, &self.group_label, &self.y.label);
        let bar = slot * 0.8 / self.series.len().max(1) as f64;
        let base = match self.y.scale {
            Scale::Linear => frame.y(0.0),
            Scale::Log => frame.bottom,
        };
        for (group, label) in self.groups.iter().enumerate() {
            let left = frame.left + slot * group as f64;
            let middle = left + slot / 2.0;
            if is_crowded {
                steep_text(&mut svg, (middle + 4.0, frame.bottom + 12.0), label);
            } else {
                text(&mut svg, (middle, frame.bottom + 18.0), "middle", 12, label);
            }
            for (index, (_, values)) in self.series.iter().enumerate() {
                let Some(&value) = values.get(group).filter(|v| self.y.shows(**v)) else {
                    continue;
                };
                let x = left + slot * 0.1 + bar * index as f64;
                let y = frame.y(value);
                let _ = writeln!(
                    svg,
                    r#"<rect x="{x:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{}"/>"#,
                    y.min(base),
                    (bar - 1.0).max(0.5),
                    (y - base).abs(),
                    color(index)
                );
            }
        }
        if base < frame.bottom {
            line(
                &mut svg,
                (frame.left, base),
                (frame.right, base),
                "#444444",
                "",
            );
        }
        frame.draw_legend(&mut svg, &names, |svg, index, (x, y)| {
            let _ = writeln!(
                svg,
                r#"<rect x="{:.1}" y="{:.1}" width="14" height="12" fill="{}"/>"#,
                x + 8.0,
                y - 6.0,
                color(index)
            );
        });
        svg.push_str("</svg>\n");
        svg
    }
}

/// The drawing area with both axes.
struct Frame {
    x: Option<Fitted>,
    y: Fitted,
    left: f64,
    right: f64,
    bottom: f64,
    /// Of the whole picture.
    height: f64,
}

impl Frame {
    fn new(names: &[&str], x: Option<Fitted>, y: Fitted) -> Self {
        let widest = width_of_longest(names.iter().copied());
        let legend = if widest > 0.0 { widest + 58.0 } else { 24.0 };
        let labels: Vec<String> = y.ticks.iter().map(|&tick| y.label(tick)).collect();
        let labels = width_of_longest(labels.iter().map(String::as_str));
        Self {
            x,
            y,
            left: LEFT.max(labels + BESIDE_LABELS),
            right: WIDTH - legend.min(WIDTH / 2.0),
            bottom: HEIGHT - BOTTOM,
            height: HEIGHT,
        }
    }

    fn x(&self, value: f64) -> f64 {
        let position = self.x.as_ref().map_or(0.0, |x| x.position(value));
        self.left + (self.right - self.left) * position
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - TOP) * self.y.position(value)
    }

    /// Starts the document: background, grid, ticks, axis lines, title and labels.
    fn open(&self, title: &str, x_label: &str, y_label: &str) -> String {
        let height = self.height.ceil();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        );
        self.draw_grid(&mut svg);
        line(
            &mut svg,
            (self.left, TOP),
            (self.left, self.bottom),
            "#444444",
            "",
        );
        let corner = (self.right, self.bottom);
        line(&mut svg, (self.left, self.bottom), corner, "#444444", "");
        let middle = f64::midpoint(self.left, self.right);
        text(&mut svg, (middle, 26.0), "middle", 16, title);
        text(&mut svg, (middle, height - 16.0), "middle", 13, x_label);
        let center = f64::midpoint(TOP, self.bottom);
        let _ = writeln!(
            svg,
            r##"<text transform="translate(18 {center:.1}) rotate(-90)" text-anchor="middle" font-size="13" fill="#222222">{}</text>"##,
            escape(y_label)
        );
        svg
    }

    fn draw_grid(&self, svg: &mut String) {
        if self.y.has_powers && self.y.high - self.y.low <= 6.0 {
            for tick in &self.y.ticks {
                for minor in (2..10).map(|n| tick * f64::from(n)) {
                    if minor.log10() < self.y.high {
                        let y = self.y(minor);
                        line(svg, (self.left, y), (self.right, y), "#f3f3f3", "");
                    }
                }
            }
        }
        for &tick in &self.y.ticks {
            let y = self.y(tick);
            line(svg, (self.left, y), (self.right, y), "#dddddd", "");
            let label = self.y.label(tick);
            text(svg, (self.left - 8.0, y + 4.0), "end", 12, &label);
        }
        let Some(axis) = &self.x else { return };
        for &tick in &axis.ticks {
            let x = self.x(tick);
            line(svg, (x, TOP), (x, self.bottom), "#eeeeee", "");
            line(svg, (x, self.bottom), (x, self.bottom + 5.0), "#444444", "");
            let label = axis.label(tick);
            text(svg, (x, self.bottom + 19.0), "middle", 12, &label);
        }
    }

    fn draw_guide(&self, svg: &mut String, value: f64, label: &str) {
        let y = self.y(value);
        let dashes = r#" stroke-dasharray="5 4""#;
        line(svg, (self.left, y), (self.right, y), "#888888", dashes);
        text(svg, (self.right - 4.0, y - 4.0), "end", 11, label);
    }

    fn draw_band(&self, svg: &mut String, series: &Series, index: usize) {
        let pairs = || series.points.iter().zip(&series.band);
        if series.band.is_empty() {
            return;
        }
        let upper = pairs().map(|(p, b)| (self.x(p.0), self.y(b.1)));
        let lower = pairs().rev().map(|(p, b)| (self.x(p.0), self.y(b.0)));
        let _ = writeln!(
            svg,
            r#"<polygon points="{}" fill="{}" fill-opacity="0.18"/>"#,
            coordinates(upper.chain(lower)),
            color(index)
        );
    }

    /// Names beside their signs, which `sign` draws from a point on the left.
    fn draw_legend(
        &self,
        svg: &mut String,
        names: &[&str],
        sign: impl Fn(&mut String, usize, (f64, f64)),
    ) {
        for (index, name) in names.iter().enumerate().filter(|(_, n)| !n.is_empty()) {
            let y = TOP + 12.0 + 20.0 * index as f64;
            let x = self.right + 14.0;
            sign(svg, index, (x, y));
            text(svg, (x + 30.0, y + 4.0), "start", 12, name);
        }
    }
}

fn color(index: usize) -> &'static str {
    COLORS[index % COLORS.len()]
}

fn draw_line(svg: &mut String, points: &[(f64, f64)], index: usize, dashes: &str) {
    let _ = writeln!(
        svg,
        r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="2" stroke-linejoin="round"{dashes}/>"#,
        coordinates(points.iter().copied()),
        color(index)
    );
    // Marks on a dense line would only blur it.
    if points.len() <= 40 {
        for &point in points {
            marker(svg, point, index);
        }
    }
}

/// A mark whose shape tells the series without colour.
fn marker(svg: &mut String, (x, y): (f64, f64), index: usize) {
    let offsets: &[(f64, f64)] = match index % 4 {
        0 => &[],
        1 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        2 => &[(0.0, -4.8), (4.4, 3.4), (-4.4, 3.4)],
        _ => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
    };
    let fill = color(index);
    let _ = if offsets.is_empty() {
        writeln!(
            svg,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.8" fill="{fill}"/>"#
        )
    } else {
        let corners = coordinates(offsets.iter().map(|o| (x + o.0, y + o.1)));
        writeln!(svg, r#"<polygon points="{corners}" fill="{fill}"/>"#)
    };
}

fn coordinates(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut text = String::new();
    for (x, y) in points {
        let _ = write!(text, "{x:.1},{y:.1} ");
    }
    text.pop();
    text
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), color: &str, more: &str) {
    let _ = writeln!(
        svg,
        r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{color}"{more}/>"#,
        from.0, from.1, to.0, to.1
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, size: u32, content: &str) {
    if content.is_empty() {
        return;
    }
    let _ = writeln!(
        svg,
        r##"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" font-size="{size}" fill="#222222">{}</text>"##,
        escape(content)
    );
}

/// Text that ends at the point, rising towards it.
fn steep_text(svg: &mut String, (x, y): (f64, f64), content: &str) {
    let _ = writeln!(
        svg,
        r##"<text transform="translate({x:.1} {y:.1}) rotate(-{STEEP})" text-anchor="end" font-size="12" fill="#222222">{}</text>"##,
        escape(content)
    );
}

/// About how wide the longest of these texts is.
fn width_of_longest<'a>(texts: impl Iterator<Item = &'a str>) -> f64 {
    let longest = texts.map(|text| text.chars().count()).max();
    longest.unwrap_or(0) as f64 * CHARACTER
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
