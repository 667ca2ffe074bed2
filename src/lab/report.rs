//! What an experiment found: tables for people (Markdown) and programs (CSV, JSON), and charts.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// How the names of tables with measured times end.
pub(super) const TIMES: &str = "-time-ms";

/// One field of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Nothing was measured or published.
    Empty,
    Text(String),
    /// A whole number, or the rounded mean of some.
    Count(f64),
    /// A number with so many decimals.
    Decimal(f64, usize),
    /// A change in percent.
    Percent(f64),
}

impl Cell {
    /// A published count, where there is one.
    pub(super) fn published(value: Option<&u64>) -> Self {
        value.map_or(Self::Empty, |&count| Self::Count(count as f64))
    }

    /// For people.
    fn to_markdown(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.replace('|', "\\|"),
            Self::Count(count) => group_digits(count.round() as i64),
            Self::Decimal(value, decimals) => format!("{value:.decimals$}"),
            Self::Percent(percent) => {
                let text = format!("{percent:+.1} %");
                if text == "+0.0 %" || text == "-0.0 %" {
                    "0 %".to_owned()
                } else {
                    text
                }
            }
        }
    }

    /// For programs: the plain number.
    fn to_csv(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) if text.contains([',', '"', '\n']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Self::Text(text) => text.clone(),
            Self::Decimal(value, decimals) => plain(*value, *decimals),
            Self::Count(value) | Self::Percent(value) => plain(*value, 2),
        }
    }

    fn to_json(&self) -> Value {
        match self {
            Self::Empty => Value::Null,
            Self::Text(text) => json!(text),
            Self::Count(_) | Self::Decimal(..) | Self::Percent(_) => {
                self.to_csv().parse::<f64>().map_or(Value::Null, |value| {
                    if value.fract() == 0.0 && value.abs() < 1e15 {
                        json!(value as i64)
                    } else {
                        json!(value)
                    }
                })
            }
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A number without superfluous zeros.
fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn group_digits(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut grouped = String::from(if number < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Rows and columns under a name.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportTable {
    /// Names the CSV file.
    pub name: String,
    pub columns: Vec<String>,
    /// As many cells a row as there are headings.
    pub rows: Vec<Vec<Cell>>,
}

impl ReportTable {
    /// A table without rows.
    pub fn new(
        name: impl Into<String>,
        columns: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self {
            name: name.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Appends a column; rows without a cell get an empty one.
    pub fn add_column(&mut self, heading: impl Into<String>, cells: Vec<Cell>) {
        self.columns.push(heading.into());
        let cells = cells.into_iter().chain(std::iter::repeat(Cell::Empty));
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }

    /// Whether every column can be told from the others by its heading.
    #[cfg(test)]
    pub(super) fn has_unique_headings(&self) -> bool {
        let headings: std::collections::HashSet<&String> = self.columns.iter().collect();
        headings.len() == self.columns.len()
    }

    /// The table as Markdown, words to the left, numbers to the right.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("| {} |\n|", self.columns.join(" | "));
        for column in 0..self.columns.len() {
            let is_text = |row: &Vec<Cell>| matches!(row.get(column), Some(Cell::Text(_)));
            let rule = if self.rows.iter().any(is_text) {
                "---|"
            } else {
                "---:|"
            };
            text.push_str(rule);
        }
        text.push('\n');
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(Cell::to_markdown).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text
    }

    /// The table as CSV with a line of headings.
    pub fn to_csv(&self) -> String {
        let headings = self
            .columns
            .iter()
            .map(|name| Cell::Text(name.clone()).to_csv());
        let mut text = headings.collect::<Vec<_>>().join(",") + "\n";
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(Cell::to_csv).collect();
            let _ = writeln!(text, "{}", cells.join(","));
        }
        text
    }

    /// Rows keyed by heading, so no two headings may be alike.
    fn to_json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let fields = self.columns.iter().zip(row);
            Value::Object(
                fields
                    .map(|(name, cell)| (name.clone(), cell.to_json()))
                    .collect(),
            )
        });
        json!({ "name": self.name, "rows": rows.collect::<Vec<_>>() })
    }
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct ExperimentReport {
    /// Names the files.
    pub id: String,
    pub title: String,
    /// What was done and what is counted.
    pub method: String,
    pub tables: Vec<ReportTable>,
    /// What the figures say.
    pub findings: Vec<String>,
    /// File name without ending, and SVG text.
    pub charts: Vec<(String, String)>,
    /// The games, if some were played.
    pub pgn: Option<String>,
}

impl ExperimentReport {
    /// The report as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n\n{}\n", self.title, self.method);
        for table in &self.tables {
            let _ = write!(text, "\n{}", table.to_markdown());
        }
        if !self.findings.is_empty() {
            text.push('\n');
        }
        for finding in &self.findings {
            let _ = writeln!(text, "- {finding}");
        }
        text
    }

    /// Drops the tables of measured times, which differ from run to run.
    pub fn leave_out_times(&mut self) {
        self.tables.retain(|table| !table.name.ends_with(TIMES));
    }

    /// All files of the report: name and content.
    pub fn files(&self) -> Vec<(String, String)> {
        let tables: Vec<Value> = self.tables.iter().map(ReportTable::to_json).collect();
        let json = json!({
            "id": self.id,
            "title": self.title,
            "method": self.method,
            "tables": tables,
            "findings": self.findings,
        });
        let mut files = vec![
            (format!("{}.md", self.id), self.to_markdown()),
            (format!("{}.json", self.id), format!("{json:#}\n")),
        ];
        files.extend(
            self.tables
                .iter()
                .map(|t| (format!("{}.csv", t.name), t.to_csv())),
        );
        files.extend(
            self.charts
                .iter()
                .map(|(name, svg)| (format!("{name}.svg"), svg.clone())),
        );
        let games = self.pgn.iter().cloned();
        files.extend(games.map(|pgn| (format!("{}.pgn", self.id), pgn)));
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> ReportTable {
        let mut table = ReportTable::new("t", ["what, exactly", "nodes", "change"]);
        table.rows.push(vec![
            "a|b".into(),
            Cell::Count(1_234_567.5),
            Cell::Percent(-12.345),
        ]);
        table
            .rows
            .push(vec!["plain".into(), Cell::Empty, Cell::Percent(0.01)]);
        table
    }

    #[test]
    fn markdown_groups_digits_and_escapes_bars() {
        assert_eq!(
            sample().to_markdown(),
            "| what, exactly | nodes | change |\n|---|---:|---:|\n\
             | a\\|b | 1,234,568 | -12.3 % |\n| plain |  | 0 % |\n"
        );
    }

    #[test]
    fn csv_and_json_hold_plain_numbers() {
        assert_eq!(
            sample().to_csv(),
            "\"what, exactly\",nodes,change\na|b,1234567.5,-12.35\nplain,,0.01\n"
        );
        let json = sample().to_json();
        assert_eq!(json["rows"][0]["nodes"], json!(1_234_567.5));
        assert_eq!(json["rows"][1]["nodes"], Value::Null);
    }
}
