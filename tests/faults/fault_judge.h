/* What a run with a failing call may leave behind, and whether it did. */
#ifndef TESTS_FAULTS_FAULT_JUDGE_H
#define TESTS_FAULTS_FAULT_JUDGE_H

#include "tests/faults/fault_scenarios.h"

/* A scenario with the folder before it and after an undisturbed run. */
struct fault_case {
    const struct fault_scenario *scenario;
    char folder[TREE_PATH]; /* to be copied for each run */
    struct tree before, good;
    struct tree_file printed;    /* standard output of the undisturbed run */
    unsigned calls[FAULT_KINDS]; /* how many it made */
    bool no_unnamed;             /* without O_TMPFILE */
};

enum fault_verdict_kind {
    VERDICT_GOOD,    /* status 0, the output of an undisturbed run */
    VERDICT_REFUSED, /* status 1 with a reason, earlier files as before */
    VERDICT_DAMAGED, /* status 1 with a reason; output without an input that could not be read */
    VERDICT_KILLED,  /* by the fault; earlier files as before */
    VERDICT_CRASHED, /* the others are findings */
    VERDICT_HUNG,
    VERDICT_WRONG,   /* status 0 and other output, or 1 without a reason */
    VERDICT_CHANGED, /* an input or an earlier output is not as before */
    VERDICT_STRAY,   /* a file that nobody expects */
    VERDICT_KINDS
};

struct fault_verdict {
    enum fault_verdict_kind kind;
    char note[FAULT_TEXT]; /* of a finding: the file, what was said */
};

struct fault_verdict fault_judge(const struct fault_case *test, const struct fault *fault,
                                 const struct fault_result *result, const char *folder);

/* The run after an interrupted one, a film with --resume, others with --force: VERDICT_GOOD,
 * VERDICT_REFUSED or a finding. */
struct fault_verdict fault_judge_resumed(const struct fault_case *test,
                                         const struct fault_result *result, const char *folder);

#endif
