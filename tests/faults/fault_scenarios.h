/* The commands that are run with failing calls, and the folder they run in. */
#ifndef TESTS_FAULTS_FAULT_SCENARIOS_H
#define TESTS_FAULTS_FAULT_SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/faults/fault_run.h"

struct fault_scenario {
    const char *name;
    const char *words[FAULT_WORDS];
    const char *before[FAULT_WORDS]; /* words of a run that is made before; none: NULL */
    const char *older[5];            /* files that are there before, to be replaced */
    bool is_film;  /* FILE.part, FILE.resume and pieces may stay; --resume continues */
    bool begun;    /* an unfinished film is there: a killed run's */
    bool varies;   /* output holds times */
    bool is_short; /* one of those that CI runs */
    bool races;    /* also run twice at once */
    bool is_jobs;  /* several processes */
    bool is_diff;  /* status 2 is a failure, as of diff(1) */
    bool killed;   /* also killed at each call that writes */
};

extern const struct fault_scenario fault_scenarios[];
extern const size_t num_fault_scenarios;

/* Makes the folder with demos, game data and pieces of films. */
void fault_make_base(struct fault_runner *runner, const char *folder);

#endif
