#!/bin/sh
# Slurm on this machine alone, for trying tools/cluster/slurm.sh: daemons of one's own, nothing
# installed or changed outside FOLDER.
#
#   tools/cluster/slurm_node.sh start FOLDER      writes FOLDER/slurm.conf and starts the daemons
#   export SLURM_CONF=FOLDER/slurm.conf        what sbatch, squeue, scancel go by
#   tools/cluster/slurm_node.sh stop FOLDER       ends them; FOLDER may be removed then
#
# Debian: apt-get install slurmd slurmctld slurm-client munge. Run it as root or as any user; a
# cluster that is there already needs none of this.
set -eu

usage() {
    sed -n 's/^# \{0,1\}//p' "$0" | sed -n 4,6p >&2
    exit 2
}

[ $# = 2 ] || usage
verb=$1
PATH=$PATH:/usr/sbin:/sbin
mkdir -p "$2"
folder=$(cd "$2" && pwd)
conf=$folder/slurm.conf

# A process that ends by its number; nothing where there is none.
end_daemon() {
    pid_file=$1
    [ -s "$pid_file" ] || return 0
    pid=$(cat "$pid_file")
    kill "$pid" 2>/dev/null || true
    for _ in $(seq 50); do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
    rm -f "$pid_file"
}

start() {
    for program in munged slurmctld slurmd scontrol; do
        command -v $program >/dev/null || {
            echo "slurm_node: $program is missing; apt-get install slurmd slurmctld slurm-client munge" >&2
            exit 1
        }
    done
    host=$(hostname -s)
    user=$(id -un)
    base=$((20000 + $$ % 20000)) # of two ports that are likely free
    mkdir -p "$folder/state" "$folder/spool" "$folder/munge"
    chmod 700 "$folder/munge"
    cat > "$conf" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmdPort=$((base + 1))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=2,sched_min_interval=0
MpiDefault=none
ReturnToService=2
MinJobAge=300
InactiveLimit=0
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 2>/dev/null
    chmod 600 "$folder/munge/key"
    munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
        --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
    SLURM_CONF=$conf slurmctld -c
    SLURM_CONF=$conf slurmd -N "$host"
    for _ in $(seq 100); do
        if SLURM_CONF=$conf sinfo -h -o %T 2>/dev/null | grep -q -E "idle|mixed|allocated"; then
            return 0
        fi
        sleep 0.2
    done
    echo "slurm_node: the node does not come up; see $folder/slurmctld.log and slurmd.log" >&2
    stop
    exit 1
}

stop() {
    SLURM_CONF=$conf scancel --user="$(id -un)" 2>/dev/null || true
    end_daemon "$folder/slurmd.pid"
    end_daemon "$folder/slurmctld.pid"
    end_daemon "$folder/munge/pid"
}

case $verb in
start) start ;;
stop) stop ;;
*) usage ;;
esac
