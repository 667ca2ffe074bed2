# make EXE=name   a release binary of that name in this folder (default: hanxin)
# make check      everything a change must pass
# make deb        a Debian package, with completions and manual pages (needs cargo-deb)
# make licences   THIRD-PARTY.txt again, after a change of Cargo.lock (needs cargo-about and cargo-deny)
# make cluster-test  the recipes of cluster/ for real, on loopback (needs root and Debian packages, see cluster/README.md)
# make bench      speed of the parts (criterion)
# make perft      all reference leaf counts
# make book       the built-in opening book again, from GAMES and TABLE (see docs/book.md)
# make clients    games through other people's programs (see tests/clients/README.md)
# make web-test   the page in a real browser (needs chromium, node and npm)
# make web-load   fifty games at once for a minute, and 100,000 wrong requests
# make fuzz       the attacks of the tests, a hundred times longer (about five minutes)
# make fuzz-hour  random protocol input for an hour or so, the memory printed every million lines
# make load-test  games on an overloaded machine, against fairy-stockfish (about eight minutes; LOAD_GAMES=20 for a look)
# make peer-speed nodes per second against fairy-stockfish, in one run

EXE ?= hanxin
CARGO ?= cargo

# Windows runs programs by their extension.
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

.PHONY: all check assets deb licences cluster-test bench perft book clients web-test web-load fuzz fuzz-hour load-test peer-speed clean

# `hanxin --version` tells it.
export HANXIN_COMMIT ?= $(shell git rev-parse --short=12 HEAD 2>/dev/null)

all:
	$(CARGO) build --release --locked
	cp target/release/hanxin$(SUFFIX) $(EXE:.exe=)$(SUFFIX)

check:
	.ci/run

assets: all
	mkdir -p target/assets
	target/release/hanxin$(SUFFIX) completions bash > target/assets/hanxin.bash
	target/release/hanxin$(SUFFIX) completions zsh > target/assets/_hanxin
	target/release/hanxin$(SUFFIX) completions fish > target/assets/hanxin.fish
	target/release/hanxin$(SUFFIX) man --dir target/assets/man

deb: assets
	$(CARGO) deb --no-build

# The last licence is that of the font in the page, which is no crate.
licences:
	$(CARGO) deny --locked check licenses bans sources
	$(CARGO) fetch --locked
	$(CARGO) about generate --locked --offline --fail -o THIRD-PARTY.txt about.hbs
	cat src/play/web/page/licence.txt >> THIRD-PARTY.txt

cluster-test: all
	cluster/test/run.sh target/release/hanxin

bench:
	$(CARGO) bench --locked

perft: all
	target/release/hanxin$(SUFFIX) perft --file positions/perft.epd

# The games of CCPD one a line, and the table of their classes and ECCO codes.
GAMES ?= games.txt.gz
TABLE ?= games_meta.tsv.gz
CREDIT := Counted from the games of the Chinese Chess Practical Dataset (CCPD), Yu-Han Tseng and Bo-Nian Chen, 2026, \
https://github.com/Yvonne761/Chinese-Chess-Practical-Dataset, licensed CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)

book: all
	target/release/hanxin$(SUFFIX) book build $(GAMES) --table $(TABLE) --min-games 5 \
	  --avoid positions/book-avoid.epd --text "$(CREDIT)" -o src/book/default.book

clients: all
	python3 tests/clients/cchess_game.py target/release/hanxin$(SUFFIX)
	python3 tests/clients/uci2wb_session.py target/release/hanxin$(SUFFIX)
	python3 tests/clients/liground_dialogue.py target/release/hanxin$(SUFFIX)
	python3 tests/clients/xboard_game.py target/release/hanxin$(SUFFIX)

web-test: all
	cd tests/web && npm ci --no-audit --no-fund && npm run types && npm test

web-load:
	HANXIN_LOAD_SECONDS=60 HANXIN_FUZZ_REQUESTS=100000 $(CARGO) test --release --locked serve:: -- --nocapture --test-threads=1

fuzz:
	HANXIN_LONG=1 $(CARGO) test --release --locked --test all -- --test-threads 1 --nocapture \
	    session_fuzz:: session_bounds:: faults:: match_records:: match_processes:: fuzz_targets::

FUZZ_LINES ?= 22000000
fuzz-hour:
	HANXIN_FUZZ_LINES=$(FUZZ_LINES) $(CARGO) test --release --locked --test all -- --nocapture session_fuzz::two_hundred_thousand

LOAD_GAMES ?= 200
load-test: all
	python3 tests/clients/load_test.py target/release/hanxin$(SUFFIX) $(LOAD_GAMES)

peer-speed: all
	python3 tests/clients/peer_speed.py target/release/hanxin$(SUFFIX)

clean:
	$(CARGO) clean
