#!/bin/sh
# A film, or films of all demos of a folder, made in pieces by a Slurm job array: a task a piece,
# and a job behind them that gives out lost pieces anew and joins the rest.
#
#   slurm.sh -o OUT [-n PIECES] [-j JOBS] [-c CORES] [-s OPTIONS] [-r RETRIES] [-w] [-k] [-f] DEMO [OPTION...]
#
#   -o OUT       the film (.avi, .y4m, .wav), or the folder of the films where DEMO is a folder
#   -e ENDING    of films in a folder (avi)
#   -n PIECES    of each film (8)
#   -j JOBS      tasks at a time (as many as there is room for)
#   -c CORES     of a task (1)
#   -s OPTIONS   for sbatch: "--partition=night --time=60"
#   -r RETRIES   of a piece that is lost (3)
#   -w           wait for the films
#   -k           keep OUT.pieces
#   -f           replace a film that is there
#   OPTION...    of quakereel render: --from, --size, --fps ...
#
# Program, demo, game data and OUT have the same paths on all nodes (a shared folder). The program is
# $QUAKEREEL, or the one built here, or the one installed. Every piece has a checksum beside it.
# OUT.pieces/log/ has what tasks say; OUT.sum the films' checksums when all is done. Started anew
# after whatever went wrong, it makes the pieces that are missing. slurm_node.sh is a Slurm of one
# machine to try it with.
set -eu
. "$(dirname "$0")/films.sh"

usage() {
    sed -n 's/^# \{0,1\}//p' "$0" | sed -n '4,17p' >&2
    exit 2
}

read_own_default() {
    jobs= cores=1 options= wait=
}

# What read_arguments does not know; taken: so many words.
read_own() {
    taken=2
    case $1 in
    -j) jobs=$2 ;;
    -c) cores=$2 ;;
    -s) options=$2 ;;
    -w) wait=1 taken=1 ;;
    *) return 1 ;;
    esac
}

# What the tasks run: the line of the list that is the task's number.
write_task() {
    cat << END
#!/bin/sh
line=\$(sed -n "\${SLURM_ARRAY_TASK_ID}p" $(quote "$work/list"))
IFS='	'
set -f -- \$line
unset IFS
QUAKEREEL=$(quote "$program") exec sh $(quote "$cluster/piece.sh") render "\$1" "\$2" "\$3" --threads $cores $words
END
}

# What runs behind them: this script again, which takes up these values.
write_end() {
    cat << END
#!/bin/sh
export QUAKEREEL=$(quote "$program")
exec sh $(quote "$cluster/slurm.sh") --go-on $(quote "$work" "$keep" "$retries" "$jobs" "$cores" "$options") "\$1"
END
}

# By this name the jobs of a film are found in the queue.
name_jobs() {
    name=quakereel-$(printf '%s' "$work" | cksum | tr -d ' ')
}

# Gives out those lines of the list, and the end behind them.
submit() {
    lost=$(echo "$1" | tr '\n' ',' | sed 's/,$//')
    # shellcheck disable=SC2086
    array=$(sbatch --parsable --requeue --array="$lost${jobs:+%$jobs}" --cpus-per-task="$cores" \
        --job-name="$name" --output="$work/log/%a" --open-mode=append $options "$work/task.sh")
    # shellcheck disable=SC2086
    sbatch --parsable --requeue --dependency="afterany:${array%%;*}" --job-name="$name" \
        --output="$work/log/end" --open-mode=append $options "$work/end.sh" "$2" > /dev/null
}

# Behind a round of tasks: lost pieces again, or the films.
go_on() {
    work=$1 keep=$2 retries=$3 jobs=$4 cores=$5 options=$6 round=$7
    name_jobs
    lost=$(lost_pieces)
    if [ -z "$lost" ]; then
        if join_films > "${work%.pieces}.sum.new"; then
            mv "${work%.pieces}.sum.new" "${work%.pieces}.sum"
        else
            echo "the pieces cannot be joined" > "$work/failed"
        fi
    elif [ "$round" -ge "$retries" ]; then
        echo "$(echo "$lost" | wc -l) pieces are lost" > "$work/failed"
    else
        say "lost pieces: $(echo "$lost" | tr '\n' ' ')"
        submit "$lost" $((round + 1))
    fi
}

if [ "${1:-}" = --go-on ]; then
    shift
    go_on "$@"
    exit 0
fi
read_arguments "$@"
command -v sbatch > /dev/null || die "Slurm is missing; apt-get install slurm-client"
begin
name_jobs
rm -f "$work/failed" "$out.sum"
mkdir -p "$work/log"
write_task > "$work/task.sh"
write_end > "$work/end.sh"
lost=$(lost_pieces)
submit "${lost:-1}" 1 # a whole piece is not made again
[ -n "$wait" ] || exit 0
idle=0 # looks at the queue that found none of our jobs
while [ ! -e "$out.sum" ]; do
    [ ! -e "$work/failed" ] || die "$(cat "$work/failed"); see $work/log"
    [ "$idle" -lt 5 ] || die "its jobs are gone; see $work/log"
    idle=$((idle + 1))
    squeue --noheader --name="$name" | grep -q . && idle=0
    sleep 1
done
cat "$out.sum"
