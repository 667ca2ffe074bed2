//! The charts as text: what is drawn, and what must not be.

use super::*;

#[test]
fn odd_data_does_not_break_the_chart() {
    for points in [
        vec![],
        vec![(1.0, 5.0)],
        vec![(1.0, 0.0), (2.0, -1.0)],
        vec![(1.0, f64::NAN), (2.0, f64::INFINITY)],
    ] {
        for axis in [Axis::linear("y"), Axis::log("y")] {
            let svg = LineChart::new("t", Axis::linear("x"), axis)
                .with(Series::new("s", points.clone()))
                .to_svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{points:?}");
        }
    }
}

#[test]
fn names_are_escaped() {
    let svg = BarChart::new("a < b & c", Axis::linear("y"), ["<g>"])
        .with("\"s\"", [1.0])
        .to_svg();
    assert!(svg.contains("a &lt; b &amp; c") && svg.contains("&lt;g&gt;"));
    assert!(svg.contains("&quot;s&quot;") && !svg.contains("<g>"));
}

#[test]
fn labels_that_would_overlap_are_turned() {
    let svg_of = |groups: usize| {
        let names = (0..groups).map(|n| format!("without technique {n}"));
        let chart = BarChart::new("", Axis::linear("y"), names);
        chart.with("", (0..groups).map(|n| n as f64)).to_svg()
    };
    assert!(!svg_of(3).contains("rotate(-60)"));
    assert_eq!(svg_of(20).matches("rotate(-60)").count(), 20);
}

#[test]
fn wide_labels_have_room_beside_the_title_of_their_axis() {
    let axis_of = |high: f64| {
        let chart = BarChart::new("", Axis::linear("y"), ["a"]).with("", [high]);
        let svg = chart.to_svg();
        let axis = svg.lines().find(|l| l.contains("#444444"));
        let x = axis.and_then(|l| l.split('"').nth(1));
        x.expect("an axis").to_owned()
    };
    assert_eq!([1.0, 100.0, 100_000.0].map(axis_of), ["78.0"; 3]);
    // Ten characters and the title.
    let left: f64 = axis_of(20_000_000.0).parse().expect("a number");
    assert!(left > 10.0 * CHARACTER + 24.0, "{left}");
}

#[test]
fn what_is_no_number_has_no_bar() {
    let svg = BarChart::new("", Axis::linear("y"), ["a", "b"])
        .with("s", [10.0, f64::NAN])
        .to_svg();
    // One bar and the legend's mark.
    assert_eq!(svg.matches(COLORS[0]).count(), 2);
}

#[test]
fn bars_stand_on_zero() {
    let svg = BarChart::new("", Axis::linear("y"), ["a", "b"])
        .with("s", [10.0, -10.0])
        .to_svg();
    let bars: Vec<&str> = svg.lines().filter(|l| l.contains(COLORS[0])).collect();
    // Two bars and the legend's mark; the bars have the same height.
    assert_eq!(bars.len(), 3);
    let height = |bar: &str| {
        bar.split("height=\"")
            .nth(1)
            .map(|r| r.split('"').next().map(str::to_owned))
    };
    assert_eq!(height(bars[0]), height(bars[1]));
}
