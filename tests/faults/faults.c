/* `make faults`: runs the program's commands with each of their system calls failing in turn, and
 * killed at each call that writes, and checks what is left: no crash, no hang, no input changed, no
 * earlier output lost, no stray file, and an unfinished film that --resume makes whole.
 *
 *     faults PROGRAM LIBRARY MARKS [--short] [--only TEXT] [--calls N] [--kills] [--jobs N]
 * [--verbose]
 *
 * LIBRARY is fail_call.c's, MARKS save_marks.c's. --short: few calls of a few commands, for CI.
 * --only: commands with that text in their name. --calls: at most so many calls of a kind, evenly
 * chosen. Prints a table; exit status 1 if something was found. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "tests/faults/fault_judge.h"

enum {
    CASES_MAX = 200,
    JOBS_MAX = 64,
    SHORT_CALLS = 4,
    CALLS_MAX = 400,
    RACES = 8,
    SHORT_RACES = 2
};

static const char *const kind_names[FAULT_KINDS] = {
    "open",   "read", "map",   "write",     "fsync", "rename", "close", "fork",
    "thread", "pipe", "flock", "ftruncate", "stat",  "folder", "unlink"};

/* How calls of each kind fail; 0 = no more. */
static const int ways[FAULT_KINDS][4] = {
    [FAULT_OPEN] = {EMFILE, EIO}, [FAULT_READ] = {EIO, FAULT_HALF, EINTR},
    [FAULT_MAP] = {ENOMEM},       [FAULT_WRITE] = {ENOSPC, EIO, FAULT_HALF, EINTR},
    [FAULT_SYNC] = {EIO},         [FAULT_RENAME] = {EIO, ENOSPC},
    [FAULT_CLOSE] = {EIO},        [FAULT_FORK] = {EAGAIN},
    [FAULT_THREAD] = {EAGAIN},    [FAULT_PIPE] = {EMFILE},
    [FAULT_LOCK] = {ENOLCK},      [FAULT_CUT] = {ENOSPC},
    [FAULT_STAT] = {EIO},         [FAULT_FOLDER] = {EMFILE},
    [FAULT_REMOVE] = {EIO}};

struct options {
    struct fault_programs programs;
    const char *only;
    bool is_short, kills_only, verbose;
    unsigned jobs, calls;
};

/* A run and what came of it; in memory that all processes share. */
struct task {
    unsigned test;
    struct fault fault;
    bool done, happened, resumed;
    int status;
    struct fault_verdict verdict, again; /* again: with --resume */
};

struct work {
    const struct options *options;
    char place[TREE_PATH];
    struct fault_case cases[CASES_MAX];
    unsigned num_cases;
    struct task *tasks; /* shared */
    size_t num_tasks, room;
    atomic_size_t *next; /* shared */
};

static void *share(size_t size)
{
    void *memory = process_share(size);
    if (!memory) {
        tree_give_up("map", "memory");
    }
    return memory;
}

static const char *name_way(int way)
{
    return way == FAULT_HALF       ? "half"
           : way == FAULT_KILL     ? "kill"
           : way == FAULT_KILL_ALL ? "kill all"
           : way == EINTR          ? "EINTR"
           : way == EIO            ? "EIO"
           : way == ENOSPC         ? "ENOSPC"
           : way == EMFILE         ? "EMFILE"
                                   : strerror(way);
}

/* --- cases ------------------------------------------------------------------------------------ */

/* Leaves the film of a run that is killed half way. */
static void begin_film(struct fault_runner *runner, const struct fault_case *test)
{
    struct fault_result result;
    struct fault fault = {0};
    fault_run(runner, test->scenario->words, NULL, &fault, &result);
    fault = (struct fault){FAULT_WRITE, atomic_load(&runner->plan->calls[FAULT_WRITE]) * 2 / 3,
                           FAULT_KILL_ALL};
    tree_remove(runner->folder);
    char base[TREE_PATH];
    snprintf(base, sizeof(base), "%s", test->folder);
    tree_copy(base, runner->folder);
    fault_run(runner, test->scenario->words, NULL, &fault, &result);
}

static void open_case(struct work *work, struct fault_runner *runner, const char *base,
                      const struct fault_scenario *scenario, bool no_unnamed)
{
    static const char older[] = "an older file, which is as good as it was\n";
    struct fault_case *test = &work->cases[work->num_cases];
    struct fault_result result;
    const struct fault none = {0};
    *test = (struct fault_case){.scenario = scenario, .no_unnamed = no_unnamed};
    runner->no_unnamed = no_unnamed;
    snprintf(test->folder, sizeof(test->folder), "%.900s/case-%u", work->place, work->num_cases);
    tree_copy(base, test->folder);
    for (size_t i = 0; i < 5 && scenario->older[i]; i++) {
        tree_write(test->folder, scenario->older[i], older, sizeof(older) - 1);
    }
    tree_remove(runner->folder);
    tree_copy(test->folder, runner->folder);
    if (scenario->before[0]) {
        fault_run(runner, scenario->before, NULL, &none, &result);
    } else if (scenario->begun) {
        begin_film(runner, test);
    }
    if (scenario->before[0] || scenario->begun) {
        tree_remove(test->folder);
        tree_copy(runner->folder, test->folder);
    }
    tree_read(&test->before, test->folder);
    fault_run(runner, scenario->words, NULL, &none, &result);
    tree_read(&test->good, runner->folder);
    test->printed = result.printed;
    for (int kind = 0; kind < FAULT_KINDS; kind++) {
        test->calls[kind] = atomic_load(&runner->plan->calls[kind]);
    }
    if (result.status != 0) {
        fprintf(stderr, "faults: %s: status %d undisturbed: %s\n", scenario->name, result.status,
                result.said);
        exit(2);
    }
    work->num_cases++;
}

static void add_task(struct work *work, unsigned test, enum fault_kind kind, unsigned number,
                     int way)
{
    if (work->num_tasks == work->room) {
        fprintf(stderr, "faults: more runs than %zu\n", work->room);
        exit(2);
    }
    work->tasks[work->num_tasks++] = (struct task){.test = test, .fault = {kind, number, way}};
}

/* Every call, or some of many, evenly chosen. */
static void add_calls(struct work *work, unsigned test, enum fault_kind kind, int way)
{
    const unsigned calls = work->cases[test].calls[kind];
    const unsigned most = work->options->calls;
    const unsigned count = calls < most ? calls : most;
    for (unsigned i = 0; i < count; i++) {
        const unsigned number = count == calls ? i + 1 : 1 + i * (calls - 1) / (count - 1);
        add_task(work, test, kind, number, way);
    }
}

static void add_tasks(struct work *work, unsigned test, bool kills_only)
{
    static const enum fault_kind kill_at[] = {FAULT_WRITE, FAULT_RENAME, FAULT_SYNC, FAULT_CUT,
                                              FAULT_REMOVE};
    const struct fault_scenario *scenario = work->cases[test].scenario;
    for (int kind = 0; kind < FAULT_KINDS && !kills_only; kind++) {
        for (int i = 0; i < 4 && ways[kind][i]; i++) {
            add_calls(work, test, (enum fault_kind)kind, ways[kind][i]);
        }
    }
    for (size_t i = 0; i < sizeof(kill_at) / sizeof(kill_at[0]) && scenario->killed; i++) {
        add_calls(work, test, kill_at[i], FAULT_KILL);
        if (scenario->is_jobs) {
            add_calls(work, test, kill_at[i], FAULT_KILL_ALL);
        }
    }
}

/* --- runs ------------------------------------------------------------------------------------- */

static bool has_word(const struct fault_scenario *scenario, const char *word)
{
    for (int i = 0; scenario->words[i]; i++) {
        if (strcmp(scenario->words[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_finding(const struct task *task)
{
    return !task->done || task->verdict.kind > VERDICT_KILLED ||
           (task->resumed && task->again.kind > VERDICT_KILLED);
}

static void print_finding(const struct work *work, const struct task *task)
{
    const struct fault_case *test = &work->cases[task->test];
    printf("%s%s: %s %u %s: status %d: %s%s%s\n", test->scenario->name,
           test->no_unnamed ? " (named)" : "", kind_names[task->fault.kind], task->fault.number,
           name_way(task->fault.way), task->status, task->verdict.note, task->resumed ? "; " : "",
           task->again.note);
    fflush(stdout);
}

/* The word that lets a run that was cut short be made again; NULL = none. */
static const char *find_more(const struct fault_scenario *scenario)
{
    const bool resumes = scenario->is_film && strcmp(scenario->words[0], "render") == 0;
    const char *word = resumes ? "--resume" : "--force";
    return has_word(scenario, word) ? NULL : word;
}

static void do_task(const struct work *work, struct fault_runner *runner, struct task *task)
{
    const struct fault_case *test = &work->cases[task->test];
    const struct fault_scenario *scenario = test->scenario;
    struct fault_result result;
    runner->no_unnamed = test->no_unnamed;
    tree_remove(runner->folder);
    tree_copy(test->folder, runner->folder);
    fault_run(runner, scenario->words, NULL, &task->fault, &result);
    task->happened = result.happened;
    task->status = result.status;
    task->verdict = fault_judge(test, &task->fault, &result, runner->folder);
    if (result.status != 0 && task->verdict.kind != VERDICT_DAMAGED) {
        const struct fault none = {0};
        fault_run(runner, scenario->words, find_more(scenario), &none, &result);
        task->again = fault_judge_resumed(test, &result, runner->folder);
        task->resumed = true;
    }
    task->done = true;
    if (is_finding(task) || (work->options->verbose && task->again.note[0])) {
        print_finding(work, task);
    }
}

static void do_tasks(const struct work *work, unsigned job)
{
    struct fault_runner runner;
    char place[TREE_PATH];
    snprintf(place, sizeof(place), "%.900s/job-%u", work->place, job);
    fault_runner_open(&runner, &work->options->programs, place);
    for (size_t i; (i = atomic_fetch_add(work->next, 1)) < work->num_tasks;) {
        do_task(work, &runner, &work->tasks[i]);
    }
}

static void do_all(const struct work *work)
{
    int status;
    fflush(NULL);
    for (unsigned i = 0; i < work->options->jobs; i++) {
        const pid_t process = fork();
        if (process < 0) {
            tree_give_up("start", "a process");
        }
        if (process == 0) {
            do_tasks(work, i);
            _exit(0);
        }
    }
    while (wait(&status) > 0) {
    }
}

/* --- two at once ------------------------------------------------------------------------------ */

/* Two runs that write one film at the same time: one is refused, the other's film is good. Returns
 * the number of findings. */
static unsigned race_once(const struct fault_case *test, struct fault_runner runners[2])
{
    const struct fault none = {0};
    struct fault_result results[2];
    long processes[2];
    tree_remove(runners[0].folder);
    tree_copy(test->folder, runners[0].folder);
    for (int i = 0; i < 2; i++) {
        processes[i] = fault_start(&runners[i], test->scenario->words, NULL, &none);
    }
    for (int i = 0; i < 2; i++) {
        fault_finish(&runners[i], processes[i], &results[i]);
    }
    const int winner = results[0].status == 0 ? 0 : 1;
    const struct fault_verdict won = fault_judge(test, &none, &results[winner], runners[0].folder);
    const bool refused = results[!winner].status == 1 && results[!winner].said[0];
    if (won.kind == VERDICT_GOOD && refused) {
        return 0;
    }
    printf("two at once: %s: status %d and %d: %s; %s%s\n", test->scenario->name, results[0].status,
           results[1].status, won.note, results[0].said, results[1].said);
    return 1;
}

static unsigned race(const struct work *work)
{
    struct fault_runner runners[2];
    char places[2][TREE_PATH];
    unsigned found = 0, pairs = 0;
    for (int i = 0; i < 2; i++) {
        snprintf(places[i], sizeof(places[i]), "%.900s/race-%d", work->place, i);
        fault_runner_open(&runners[i], &work->options->programs, places[i]);
    }
    snprintf(runners[1].folder, sizeof(runners[1].folder), "%s", runners[0].folder);
    for (unsigned i = 0; i < work->num_cases; i++) {
        const struct fault_case *test = &work->cases[i];
        runners[0].no_unnamed = runners[1].no_unnamed = test->no_unnamed;
        const int races = work->options->is_short ? SHORT_RACES : RACES;
        for (int k = 0; k < races && test->scenario->races; k++) {
            found += race_once(test, runners);
            pairs++;
        }
    }
    printf("\nTwo runs at once: %u pairs, %u findings\n", pairs, found);
    return found;
}

/* --- tables ----------------------------------------------------------------------------------- */

struct sums {
    unsigned runs, verdicts[VERDICT_KINDS], equal, refused, others;
};

static bool is_kill_way(int way)
{
    return way == FAULT_KILL || way == FAULT_KILL_ALL;
}

static void add_to(struct sums *sums, const struct task *task)
{
    sums->runs++;
    sums->verdicts[task->verdict.kind]++;
    if (task->resumed) {
        sums->equal += task->again.kind == VERDICT_GOOD;
        sums->refused += task->again.kind == VERDICT_REFUSED;
        sums->others += task->again.kind > VERDICT_KILLED;
    }
}

static void print_sums(const char *name, const char *kind, unsigned calls, const struct sums *sums)
{
    printf("%-18s %-10s", name, kind);
    printf("%7u%7u", calls, sums->runs);
    for (int i = 0; i < VERDICT_KINDS; i++) {
        printf("%8u", sums->verdicts[i]);
    }
    printf("%8u%8u%8u\n", sums->equal, sums->refused, sums->others);
}

static void print_head(const char *title)
{
    printf("\n%s\n%-18s %-10s%7s%7s%8s%8s%8s%8s%8s%8s%8s%8s%8s%8s%8s%8s\n", title, "command",
           "call", "calls", "runs", "good", "refused", "damaged", "killed", "crashed", "hung",
           "wrong", "changed", "stray", "equal", "refused", "other");
}

static void print_table(const struct work *work, bool kills, const char *title)
{
    struct sums all = {0};
    print_head(title);
    for (unsigned t = 0; t < work->num_cases; t++) {
        char name[64];
        snprintf(name, sizeof(name), "%s%s", work->cases[t].scenario->name,
                 work->cases[t].no_unnamed ? " (named)" : "");
        for (int kind = 0; kind < FAULT_KINDS; kind++) {
            struct sums sums = {0};
            for (size_t i = 0; i < work->num_tasks; i++) {
                const struct task *task = &work->tasks[i];
                if (task->test == t && (int)task->fault.kind == kind &&
                    is_kill_way(task->fault.way) == kills) {
                    add_to(&sums, task);
                    add_to(&all, task);
                }
            }
            if (sums.runs > 0 && work->options->verbose) {
                print_sums(name, kind_names[kind], work->cases[t].calls[kind], &sums);
            }
        }
    }
    for (int kind = 0; kind < FAULT_KINDS; kind++) {
        struct sums sums = {0};
        unsigned calls = 0;
        for (size_t i = 0; i < work->num_tasks; i++) {
            const struct task *task = &work->tasks[i];
            if ((int)task->fault.kind == kind && is_kill_way(task->fault.way) == kills) {
                add_to(&sums, task);
            }
        }
        for (unsigned t = 0; t < work->num_cases; t++) {
            calls += work->cases[t].calls[kind];
        }
        if (sums.runs > 0) {
            print_sums("all", kind_names[kind], calls, &sums);
        }
    }
    print_sums("all", "all", 0, &all);
}

static size_t count_findings(const struct work *work)
{
    size_t found = 0;
    for (size_t i = 0; i < work->num_tasks; i++) {
        found += is_finding(&work->tasks[i]);
    }
    return found;
}

/* --- main ------------------------------------------------------------------------------------- */

static bool read_words(struct options *options, int argc, char **argv)
{
    static char program[TREE_PATH], library[TREE_PATH], marks[TREE_PATH];
    if (argc < 4 || platform_absolute_path(argv[1], program, sizeof(program)) < 0 ||
        platform_absolute_path(argv[2], library, sizeof(library)) < 0 ||
        platform_absolute_path(argv[3], marks, sizeof(marks)) < 0) {
        return false;
    }
    *options = (struct options){.programs = {program, library, marks}, .calls = CALLS_MAX};
    options->jobs = (unsigned)platform_cpu_count();
    for (int i = 4; i < argc; i++) {
        if (strcmp(argv[i], "--short") == 0) {
            options->is_short = true;
            options->calls = SHORT_CALLS;
        } else if (strcmp(argv[i], "--kills") == 0) {
            options->kills_only = true;
        } else if (strcmp(argv[i], "--verbose") == 0) {
            options->verbose = true;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            options->only = argv[++i];
        } else if (strcmp(argv[i], "--calls") == 0 && i + 1 < argc) {
            options->calls = (unsigned)atoi(argv[++i]);
        } else if (strcmp(argv[i], "--jobs") == 0 && i + 1 < argc) {
            options->jobs = (unsigned)atoi(argv[++i]);
        } else {
            return false;
        }
    }
    return options->calls > 1 && options->jobs > 0 && options->jobs <= JOBS_MAX;
}

static void make_cases(struct work *work)
{
    struct fault_runner runner;
    char place[TREE_PATH], base[TREE_PATH];
    const struct options *options = work->options;
    snprintf(place, sizeof(place), "%.900s/first", work->place);
    snprintf(base, sizeof(base), "%.900s/base", work->place);
    fault_runner_open(&runner, &options->programs, place);
    fault_make_base(&runner, base);
    for (size_t i = 0; i < num_fault_scenarios; i++) {
        const struct fault_scenario *scenario = &fault_scenarios[i];
        if ((options->is_short && !scenario->is_short) ||
            (options->only && !strstr(scenario->name, options->only))) {
            continue;
        }
        open_case(work, &runner, base, scenario, false);
        add_tasks(work, work->num_cases - 1, options->kills_only);
        if (scenario->killed && !scenario->begun) {
            open_case(work, &runner, base, scenario, true);
            add_tasks(work, work->num_cases - 1, options->kills_only || options->is_short);
        }
    }
}

int main(int argc, char **argv)
{
    static struct work work;
    struct options options;
    if (!read_words(&options, argc, argv)) {
        fprintf(stderr, "usage: faults PROGRAM LIBRARY MARKS [--short] [--only TEXT] [--kills] "
                        "[--calls N] [--jobs N] [--verbose]\n");
        return 2;
    }
    const char *temporary = getenv("TMPDIR");
    snprintf(work.place, sizeof(work.place), "%.900s/quakereel-faults-XXXXXX",
             temporary && *temporary          ? temporary
             : platform_can_write("/dev/shm") ? "/dev/shm"
                                              : "/tmp");
    if (!mkdtemp(work.place)) {
        tree_give_up("make", work.place);
    }
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("QUAKEREEL_BASEDIR");
    unsetenv("QUAKEREEL_CPU");
    setenv("HOME", work.place, 1);
    work.options = &options;
    work.room = 200000;
    work.tasks = share(work.room * sizeof(*work.tasks));
    work.next = share(sizeof(*work.next));
    const double begin = platform_now();
    make_cases(&work);
    do_all(&work);
    size_t found = count_findings(&work);
    print_table(&work, false, "Failing calls");
    print_table(&work, true, "Kills");
    found += race(&work);
    printf("\n%zu runs in %.0f s, %zu findings\n", work.num_tasks, platform_now() - begin, found);
    for (unsigned i = 0; i < work.num_cases; i++) {
        tree_free(&work.cases[i].before);
        tree_free(&work.cases[i].good);
    }
    tree_remove(work.place);
    return found > 0 ? 1 : 0;
}
