/* Runs the program once in a folder, with one system call that fails (fault_plan.h). */
#ifndef TESTS_FAULTS_FAULT_RUN_H
#define TESTS_FAULTS_FAULT_RUN_H

#include <stdbool.h>

#include "tests/faults/fault_plan.h"
#include "tests/faults/fault_tree.h"

enum { FAULT_WORDS = 32, FAULT_TEXT = 400 };

/* Which call fails and how; zeroed = none. */
struct fault {
    enum fault_kind kind;
    unsigned number; /* from 1; 0 = none */
    int way;         /* errno, or enum fault_way */
};

struct fault_runner {
    char program[TREE_PATH], library[TREE_PATH]; /* absolute */
    char marks[TREE_PATH];                       /* save_marks.c's program */
    char folder[TREE_PATH];                      /* where the program runs */
    char out[TREE_PATH], err[TREE_PATH];         /* files of its output */
    char plan_path[TREE_PATH];
    struct fault_plan *plan; /* mapped */
    bool no_unnamed;
};

struct fault_result {
    int status;             /* exit status, or 1000 + signal */
    bool hung, left_behind; /* it was ended after a time; processes of it lived on */
    bool happened;
    struct tree_file printed; /* standard output */
    char said[FAULT_TEXT];    /* the beginning of standard error */
};

/* Absolute paths. */
struct fault_programs {
    const char *program, *library, *marks;
};

/* place: a folder of this runner's own, which is made. */
void fault_runner_open(struct fault_runner *runner, const struct fault_programs *programs,
                       const char *place);
/* words: NULL behind the last; "save_marks" as the first is that program. more: one more word, or
 * NULL. */
void fault_run(struct fault_runner *runner, const char *const *words, const char *more,
               const struct fault *fault, struct fault_result *result);

/* In two steps. */
long fault_start(struct fault_runner *runner, const char *const *words, const char *more,
                 const struct fault *fault);
void fault_finish(struct fault_runner *runner, long process, struct fault_result *result);

#endif
