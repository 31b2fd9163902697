/* What faults.c asks of fail_call.c, in a file that both map: which system call fails, and how. All
 * processes of a run count together. */
#ifndef TESTS_FAULTS_FAULT_PLAN_H
#define TESTS_FAULTS_FAULT_PLAN_H

#include <stdatomic.h>

/* Environment variable with the file's path; without it no call is counted. */
#define FAULT_PLAN_VARIABLE "QUAKEREEL_FAULTS"

/* In words of fault_kind_names. */
enum fault_kind {
    FAULT_OPEN,
    FAULT_READ,
    FAULT_MAP,
    FAULT_WRITE,
    FAULT_SYNC,
    FAULT_RENAME,
    FAULT_CLOSE,
    FAULT_FORK,
    FAULT_THREAD,
    FAULT_PIPE,
    FAULT_LOCK,
    FAULT_CUT,
    FAULT_STAT,
    FAULT_FOLDER,
    FAULT_REMOVE,
    FAULT_KINDS
};

/* In place of an errno. */
enum fault_way {
    FAULT_HALF = -1,    /* read and write: half of the bytes */
    FAULT_KILL = -2,    /* SIGKILL to the process; a write is half done */
    FAULT_KILL_ALL = -3 /* SIGKILL to its process group */
};

struct fault_plan {
    atomic_uint calls[FAULT_KINDS];
    enum fault_kind kind;
    unsigned number;      /* which call of that kind fails, from 1; 0 = none */
    int way;              /* errno, or enum fault_way */
    atomic_uint happened; /* 1 if it did */
    int no_unnamed;       /* files without a name (O_TMPFILE) are refused */
};

#endif
