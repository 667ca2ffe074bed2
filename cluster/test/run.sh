#!/usr/bin/env bash
# `make cluster-test`: the recipes of this folder for real, on loopback only, with Debian's packages
#   parallel openssh-server openssh-client slurm-wlm munge python3 python3-yaml
# A match and self-play are done by one process, by GNU parallel over ssh to a sshd of our own, and by a Slurm array on
# two nodes of one processor, of which one task is stopped in the middle and requeued. All must give the same games.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
hanxin=$(readlink -f "${1:-$here/../target/release/hanxin}")
work=$(mktemp -d /tmp/hanxin-cluster.XXXXXX)
pids=()
finish() {
    status=$?
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    if [ $status = 0 ]; then rm -rf "$work"; else echo "failed; files are kept in $work" >&2; fi
}
trap finish EXIT
step() { printf '\n== %s\n' "$*"; }
# Waits until a command succeeds, at most so many seconds.
await() {
    local seconds=$1
    shift
    for ((i = 0; i < seconds * 5; i++)); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.2
    done
    echo "not within $seconds s: $*" >&2
    return 1
}
# A port of loopback that nobody listens on.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
shards=4
games=${CLUSTER_GAMES:-16}
nodes=${CLUSTER_NODES:-2000}
match=("$hanxin" match --engine "cmd='$hanxin' name=new option.hashsize=4" --engine "cmd='$hanxin' name=old option.hashsize=2"
    --openings "$here/../positions/openings200.epd" --games "$games" --nodes "$nodes" --max-plies 80)
datagen=("$hanxin" datagen --games "$games" --nodes 300 --off-game 2 --threads 1)

step "one process: $games games of a match, $games of self-play"
mkdir "$work/single"
"${match[@]}" --json "$work/single/whole.jsonl" | tail -n 1
"${datagen[@]}" --out "$work/single/whole.games"

# Compares the parts of a folder with the single run.
compare() {
    python3 "$here/test/compare.py" "$work/single/whole.jsonl" "$1"/part-*.jsonl
    "$hanxin" match-report --watch "$1" --until "$games" | tail -n 1
    "$hanxin" match-report "$1"/part-*.jsonl | tail -n 1
    "$hanxin" datagen merge --deal "$1"/part-*.games --out "$1/all.games"
    cmp "$1/all.games" "$work/single/whole.games"
    echo "self-play: the merged file is that of the single run, byte by byte"
}

step "GNU parallel over ssh"
if [ -x /usr/sbin/sshd ]; then
    port=$(free_port)
    ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
    ssh-keygen -q -t ed25519 -N '' -f "$work/key"
    cp "$work/key.pub" "$work/authorized_keys"
    mkdir -p /run/sshd
    cat >"$work/sshd_config" <<CONFIG
ListenAddress 127.0.0.1
Port $port
HostKey $work/host_key
AuthorizedKeysFile $work/authorized_keys
PidFile none
PasswordAuthentication no
UsePAM no
StrictModes no
PermitRootLogin prohibit-password
CONFIG
    /usr/sbin/sshd -D -f "$work/sshd_config" 2>"$work/sshd.log" &
    pids+=($!)
    ssh="ssh -F none -i $work/key -p $port -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=$work/known_hosts -o LogLevel=ERROR"
    await 20 $ssh 127.0.0.1 true
    # Two names of one machine: GNU parallel takes them for two.
    printf '%s\n' "1/$ssh 127.0.0.1" "1/$ssh localhost" >"$work/hosts"
    echo "sshd of our own on port $port"
else
    echo : >"$work/hosts"
    echo "no sshd here: without ssh"
fi
"$here/parallel.sh" "$work/hosts" $shards "$work/parallel" jsonl -- "${match[@]}" --summary-every 0 >/dev/null
"$here/parallel.sh" "$work/hosts" $shards "$work/parallel" games -- "${datagen[@]}" >/dev/null
compare "$work/parallel"

step "Slurm: controller and two nodes of one processor"
mkdir "$work/munge" "$work/slurm"
chmod 700 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 400 "$work/munge/key"
user=$(id -un)
/usr/sbin/munged --foreground --force --key-file "$work/munge/key" --socket "$work/munge/socket" \
    --pid-file "$work/munge/pid" --log-file "$work/munge/log" --seed-file "$work/munge/seed" 2>/dev/null &
pids+=($!)
await 20 test -S "$work/munge/socket"
cat >"$work/slurm/slurm.conf" <<CONFIG
ClusterName=hanxin
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/%n
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/%n.pid
SlurmctldLogFile=$work/slurm/slurmctld.log
SlurmdLogFile=$work/slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MpiDefault=none
KillWait=5
ReturnToService=2
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=localhost Port=$(free_port) CPUs=1
NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=localhost Port=$(free_port) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONFIG
mkdir "$work/slurm/state" "$work/slurm/n1" "$work/slurm/n2"
export SLURM_CONF=$work/slurm/slurm.conf
/usr/sbin/slurmctld -D -f "$SLURM_CONF" 2>"$work/slurm/slurmctld.err" &
pids+=($!)
for node in n1 n2; do
    /usr/sbin/slurmd -D -N $node -f "$SLURM_CONF" 2>"$work/slurm/$node.err" &
    pids+=($!)
done
both_idle() { [ "$(sinfo -h -N -t idle -o %N | wc -l)" = 2 ]; }
await 60 both_idle
sinfo

lines() { cat "$1" 2>/dev/null | wc -l; }
started() { [ "$(lines "$work/array/part-1.jsonl")" -ge 1 ]; }
over() { [ -z "$(squeue -h -j "$1")" ]; }
mkdir -p "$work/array"
job=$(sbatch --parsable --array=1-$shards --output="$work/array/%a.log" "$here/array.sbatch" "$work/array" jsonl \
    "${match[@]}" --summary-every 0)
await 300 started
echo "task 1 of job $job has $(lines "$work/array/part-1.jsonl") of $((games / shards)) games; it is requeued"
scontrol requeue "${job}_1"
# Slurm would wait two minutes before it starts the task again.
pending() { [ "$(squeue -h -j "${job}_1" -o %t)" = PD ]; }
await 60 pending
await 60 scontrol update JobId="${job}_1" StartTime=now
await 1800 over "$job"
grep -h "stopped after\|games, \|written" "$work/array/1.log" || true
job=$(sbatch --parsable --array=1-$shards --output="$work/array/games-%a.log" "$here/array.sbatch" "$work/array" games \
    "${datagen[@]}")
await 1800 over "$job"
compare "$work/array"

step "Kubernetes manifest"
python3 "$here/test/schema.py" "$here/kubernetes.yaml"

step "all passed: nothing was lost, nothing was played twice"
