//! The opening tree for a picture: frequencies, results and names.

use std::fmt::Write as _;

use super::BookMove;
use super::library::AnyBook;
use crate::board::Board;
use crate::notation::{to_chinese, to_wxf};
use crate::plot::partition::{Cell, PartitionChart};
use crate::types::Side;

/// What to show of a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// How many plies.
    pub plies: usize,
    /// Moves that are played less often than this, of all games, are left out.
    pub min_share: f64,
}

/// A move of the tree and what follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// In Chinese.
    pub chinese: String,
    /// In WXF.
    pub wxf: String,
    /// How often it is played in its position, 0 to 1.
    pub share: f64,
    /// What the book knows.
    pub known: BookMove,
    /// Red's share of the points, 0 to 1.
    pub red: Option<f64>,
    /// The replies, the most frequent first.
    pub replies: Vec<Branch>,
}

impl View {
    /// The branches of a position.
    pub fn branches(self, book: &AnyBook, board: &Board) -> Vec<Branch> {
        self.branches_below(book, &mut board.clone(), 1.0, 0)
    }

    fn branches_below(
        self,
        book: &AnyBook,
        board: &mut Board,
        frequency: f64,
        ply: usize,
    ) -> Vec<Branch> {
        if ply >= self.plies {
            return Vec::new();
        }
        let moves = book.probe(board);
        let count = |known: &BookMove| f64::from(known.games.max(known.weight.min(1)));
        let total: f64 = moves.iter().map(count).sum();
        let mut branches = Vec::new();
        for known in moves {
            let share = count(&known) / total;
            if frequency * share < self.min_share {
                continue;
            }
            let (chinese, wxf) = (to_chinese(board, known.mv), to_wxf(board, known.mv));
            let success = known.success();
            let red = match board.side_to_move() {
                Side::Red => success,
                Side::Black => success.map(|success| 1.0 - success),
            };
            board.make_move(known.mv);
            let replies = self.branches_below(book, board, frequency * share, ply + 1);
            board.unmake_move();
            branches.push(Branch {
                chinese,
                wxf,
                share,
                known,
                red,
                replies,
            });
        }
        branches.sort_by(|a, b| b.share.total_cmp(&a.share));
        branches
    }
}

impl Branch {
    /// One line that says everything.
    fn summary(&self) -> String {
        let mut text = format!("{} {} {:.0} %", self.chinese, self.wxf, self.share * 100.0);
        if self.known.games > 0 {
            let _ = write!(text, ", {} games", self.known.games);
        }
        if let Some(red) = self.red {
            let _ = write!(text, ", red {:.0} %", red * 100.0);
        }
        if let Some(ecco) = self.known.ecco {
            let (english, chinese) = ecco.names();
            let _ = write!(text, ", {ecco} {chinese} ({english})");
        }
        text
    }

    fn cell(&self, above: Option<&Self>) -> Cell {
        let percent = self.share * 100.0;
        let red = self.red.map(|red| format!(" · {:.0}", red * 100.0));
        // A name is worth showing where it changes.
        let is_new = above.is_none_or(|above| above.known.ecco != self.known.ecco);
        let named = self.known.ecco.filter(|_| is_new);
        Cell {
            label: format!("{} {percent:.0}%{}", self.chinese, red.unwrap_or_default()),
            detail: named.map_or_else(String::new, |ecco| format!("{ecco} {}", ecco.names().1)),
            tip: self.summary(),
            share: self.share,
            tint: self.red.map_or(0.0, |red| (red - 0.5) * 5.0),
            children: self
                .replies
                .iter()
                .map(|reply| reply.cell(Some(self)))
                .collect(),
        }
    }
}

/// The tree as a picture: one column a ply, heights by frequency, colour by result.
pub fn to_svg(branches: &[Branch], title: &str) -> String {
    let cells = branches.iter().map(|branch| branch.cell(None)).collect();
    let note = "height: how often · number after the dot: red's percentage of the points · \
                warm: good for red, cold: good for black";
    PartitionChart::new(title, note, cells).to_svg()
}

/// The tree as a page: the picture, and lists that open at a click.
pub fn to_html(branches: &[Branch], title: &str) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{font-family:sans-serif;max-width:70em;margin:1em auto}}\
         svg{{width:100%;height:auto}}details,p{{margin:.2em 0 .2em 1.4em}}</style>\n</head>\n<body>\n{}\n",
        to_svg(branches, title),
        title = escape(title),
    );
    write_list(&mut page, branches);
    page.push_str("</body>\n</html>\n");
    page
}

fn write_list(page: &mut String, branches: &[Branch]) {
    for branch in branches {
        let summary = escape(&branch.summary());
        if branch.replies.is_empty() {
            let _ = writeln!(page, "<p>{summary}</p>");
            continue;
        }
        let _ = writeln!(page, "<details><summary>{summary}</summary>");
        write_list(page, &branch.replies);
        page.push_str("</details>\n");
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::build::Recipe;
    use crate::book::games::{Table, read};

    fn book() -> AnyBook {
        let text = "1-0 h2e2 h9g7\n0-1 h2e2 h9g7\n1-0 h2e2 h7e7\n1/2-1/2 g3g4\n";
        let table = Table::parse("ecco\nC00\nC01\nD00\nE00\n");
        let games = read(text.into(), &table).expect("readable").games;
        let recipe = Recipe {
            min_games: 1,
            result_weights: [2, 1, 1],
            ..Recipe::default()
        };
        AnyBook::Hanxin(recipe.build(&games).to_book(""))
    }

    #[test]
    fn branches_tell_frequency_result_and_name() {
        let view = View {
            plies: 2,
            min_share: 0.0,
        };
        let tree = view.branches(&book(), &Board::start());
        assert_eq!(tree.len(), 2);
        assert_eq!(
            tree[0].summary(),
            "炮二平五 C2.5 75 %, 3 games, red 67 %, C0 中炮对屏风马 (central cannon against screen horses)"
        );
        assert_eq!(tree[0].replies.len(), 2);
        assert_eq!(tree[0].replies[0].red, Some(0.5));
        let view = View {
            plies: 9,
            min_share: 0.4,
        };
        let tree = view.branches(&book(), &Board::start());
        assert_eq!((tree.len(), tree[0].replies.len()), (1, 1));
    }

    #[test]
    fn pictures_and_pages_name_the_moves() {
        let view = View {
            plies: 2,
            min_share: 0.0,
        };
        let tree = view.branches(&book(), &Board::start());
        let svg = to_svg(&tree, "a <title>");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("炮二平五 75%") && svg.contains("a &lt;title&gt;"));
        let page = to_html(&tree, "a <title>");
        assert!(page.contains("<details><summary>炮二平五 C2.5 75 %"));
        assert_eq!(
            page.matches("<details>").count(),
            page.matches("</details>").count()
        );
    }
}
