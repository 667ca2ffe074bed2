# make EXE=name   a release binary of that name in this folder (default: hanxin)
# make check      everything a change must pass
# make bench      speed of the parts (criterion)
# make perft      all reference leaf counts

EXE ?= hanxin
CARGO ?= cargo

# Windows runs programs by their extension.
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

.PHONY: all check bench perft clean

all:
	$(CARGO) build --release --locked
	cp target/release/hanxin$(SUFFIX) $(EXE:.exe=)$(SUFFIX)

check:
	.ci/run

bench:
	$(CARGO) bench --locked

perft: all
	target/release/hanxin$(SUFFIX) perft --file positions/perft.epd

clean:
	$(CARGO) clean
