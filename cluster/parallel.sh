#!/usr/bin/env bash
# The parts of a command on several machines, with GNU parallel over ssh.
#
#   cluster/parallel.sh HOSTS SHARDS OUT ENDING -- hanxin match --engine ... --games 1000 --nodes 20000
#
# HOSTS is a file for `parallel --sshloginfile` (a host a line; `:` is this machine). Every part runs
#   COMMAND --shard I/SHARDS --resume FLAG OUT/part-I.ENDING
# where FLAG is --json for a match (ENDING jsonl) and --out for self-play (ENDING games). OUT is a folder that all
# machines see under the same name. Run it again after a failure: parts that are complete end at once.
set -euo pipefail
hosts=$1 shards=$2 out=$3 ending=$4
shift 5
case $ending in
    jsonl) flag=--json ;;
    *) flag=--out ;;
esac
mkdir -p "$out"
# Numbers of equal width, so that `part-*` is in the order of the parts.
seq -w "$shards" | parallel --quote --sshloginfile "$hosts" --jobs "${JOBS:-1}" --retries 3 \
    --joblog "$out/jobs.log" "$@" --shard "{}/$shards" --resume "$flag" "$out/part-{}.$ending"
