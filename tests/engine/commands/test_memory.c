/* Commands that run out of memory: whichever allocation fails, there is a clear
 * error or the whole output, and nothing is left behind.
 *
 * A command runs once without threads; where an allocation is to fail, the
 * process forks, and the child goes on with the failure. That reaches the
 * thousandth allocation for the price of the error's own way out. Failed are
 * the first, second, fourth, eighth ... allocation of every place in the
 * program (with sanitizers the first alone, and of few places, by turns of
 * the commands), by turns alone and with all that follow; all of them in both
 * ways where $QUAKEREEL_EVERY_FAILURE is set. With threads commands run again for
 * each failure, and less often. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <errno.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "formats/netquake/dem.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qwd.h"
#include "tests/support/archives/dzip_bytes.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/sanitized.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"
#include "tests/support/text_round_trip.h"
#include "tools/nq_seeds.h"

#if SANITIZED
#include <sanitizer/lsan_interface.h>
#define LEAKS() __lsan_do_recoverable_leak_check()
enum { MAX_PER_PLACE = 1, TURNS = 32 }; /* sanitizers are slow to fork */
#else
#define LEAKS() 0
enum { MAX_PER_PLACE = 1 << 30, TURNS = 2 };
#endif

enum {
    CHILD_SECONDS = 60,
    MAX_PLACES = 1 << 13,
    MAX_WORDS = 20,
    MAX_FILES = 64, /* open at a time */
    VERDICT = 4096,
    FAULTS_TOLD = 5, /* faults printed per command */
    BLOCKS = 90      /* blocks kept of each demo */
};

/* File names: beginnings of the built-in demos, a synthetic one, and output files. */
#define DEM "id1/short.dem"
#define QWD "id1/short.qwd"
#define MVD "id1/short.mvd"
#define DM3 "id1/match.dm_68"
#define FTE "id1/fte.dem"
#define DP7 "id1/dp7.dem"
#define TEXT "id1/short.txt"
#define LIST "id1/texts.txt"
#define TITLES "id1/titles.txt"
#define DZ "id1/x.dz"
#define IN_DZ DZ "/nehahra.dem"
#define OUT "(the output)"
#define FOLDER "(the folder)"
#define PATH "(the camera path)"
static const char *const made[] = {DEM, QWD, MVD, DM3, FTE, DP7, IN_DZ, TEXT, LIST, TITLES};
enum { MADE = sizeof(made) / sizeof(made[0]) };

struct scarce_case {
    const char *name;
    int (*command)(int argc, char **argv);
    int status; /* with memory */
    const char *words[MAX_WORDS];
};

static char out_path[128], part_path[160], camera_path[128], folder_path[128];
static struct command_result good;  /* with memory */
static struct file_bytes good_file; /* what it wrote */

/* --- which allocations fail
 * ------------------------------------------------------------------- */

static struct {
    uint64_t place[MAX_PLACES]; /* open addressing; 0 is free */
    uint32_t count[MAX_PLACES];
    uint64_t fail_at; /* with threads: the number */
    size_t turn;      /* of the command; incremented per place */
    bool every;       /* $QUAKEREEL_EVERY_FAILURE */
    bool is_child, for_good;
    uint32_t children, bad;
    char *verdict;   /* shared with the children */
    int told;        /* the stream for faults */
    void *calls[12]; /* to the allocation that fails */
    int num_calls;
} plan;

static bool is_power_of_two(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

static uint32_t count_place(uint64_t place)
{
    size_t i = place & (MAX_PLACES - 1);
    while (plan.place[i] != 0 && plan.place[i] != place) {
        i = (i + 1) & (MAX_PLACES - 1);
    }
    plan.place[i] = place;
    return ++plan.count[i];
}

/* Continues a stream that is a file in a copy of that file. */
static void take_over(int stream)
{
    char part[4096];
    FILE *copy = tmpfile();
    off_t at = 0;
    ssize_t got;
    if (copy == NULL) {
        _exit(99);
    }
    while ((got = pread(stream, part, sizeof(part), at)) > 0) {
        if (write(fileno(copy), part, (size_t)got) != got) {
            _exit(99);
        }
        at += got;
    }
    struct stat old, other;
    if (fstat(stream, &old) < 0) {
        _exit(99);
    }
    /* Other names the program has for it are the copy's, too: films go to one. */
    for (int i = 0; i < MAX_FILES; i++) {
        if (i != fileno(copy) && fstat(i, &other) == 0 && other.st_dev == old.st_dev &&
            other.st_ino == old.st_ino && dup2(fileno(copy), i) < 0) {
            _exit(99);
        }
    }
}

/* Waits for a child and takes its verdict. */
static void judge(pid_t child, uint64_t number)
{
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            abort();
        }
    }
    plan.children++;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return;
    }
    unlink(out_path); /* whatever it is, it is not another child's */
    if (plan.bad++ < (plan.every ? 1000 : FAULTS_TOLD)) {
        dprintf(plan.told, "allocation %llu, %s: %s %d: %s\n", (unsigned long long)number,
                plan.for_good ? "and all that follow" : "alone",
                WIFEXITED(status) ? "status" : "signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), plan.verdict);
        backtrace_symbols_fd(plan.calls, plan.num_calls, plan.told);
    }
}

/* True if this place fails; at least one place of each command does. */
static bool takes_turn(void)
{
    return plan.turn % TURNS == 0 || plan.children == 0;
}

/* True if the nth allocation of a place, nth a power of two, fails in this way (alone, or with all
 * that follow): the ways alternate by place and by power. */
static bool takes_way(uint32_t nth, bool for_good)
{
    const bool odd = (nth & 0x55555555u) == 0; /* two to the power of an odd number */
    return plan.every || ((plan.turn / TURNS % 2 != 0) != odd) == for_good;
}

/* The hook of runs without threads. */
static bool fork_to_fail(uint64_t number)
{
    if (plan.is_child) {
        return plan.for_good;
    }
    const uint32_t nth = count_place(scarce_place());
    plan.turn += nth == 1;
    if (!plan.every && (nth > MAX_PER_PLACE || !is_power_of_two(nth) || !takes_turn())) {
        return false;
    }
    plan.num_calls = backtrace(plan.calls, sizeof(plan.calls) / sizeof(plan.calls[0]));
    for (int all = 0; all < 2; all++) {
        if (!takes_way(nth, all != 0)) {
            continue;
        }
        plan.for_good = all != 0;
        plan.verdict[0] = '\0';
        const pid_t child = fork();
        if (child == 0) {
            plan.is_child = true;
            alarm(CHILD_SECONDS);
            take_over(STDOUT_FILENO);
            take_over(STDERR_FILENO);
            return true;
        }
        if (child < 0) {
            abort();
        }
        judge(child, number);
    }
    return false;
}

/* The hook of runs with threads. */
static bool fail_at(uint64_t number)
{
    return number == plan.fail_at || (plan.for_good && number > plan.fail_at);
}

static bool never(uint64_t number)
{
    (void)number;
    return false;
}

/* --- what comes of it
 * ------------------------------------------------------------------------- */

/* Figures of timedemo differ; its last word is the hash of all frames. */
static bool is_same_output(const char *name, const char *out)
{
    if (strncmp(name, "timedemo", 8) != 0) {
        return strcmp(out, good.out) == 0;
    }
    const char *a = strstr(out, "hash"), *b = strstr(good.out, "hash");
    return a != NULL && b != NULL ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_file(void)
{
    struct file_bytes file;
    if (platform_read_file(out_path, &file) != 0) {
        return false;
    }
    const bool same = good_file.data != NULL && file.size == good_file.size &&
                      memcmp(file.data, good_file.data, file.size) == 0;
    platform_free_file(&file);
    return same;
}

/* One line about memory, of each demo one where there are several; the others
 * are those that are there with memory, too. */
static const char *find_fault_in_words(const struct scarce_case *c, const char *err)
{
    uint32_t errors = 0, demos = 0;
    for (int i = 0; c->words[i] != NULL; i++) {
        demos += strncmp(c->words[i], "id1/", 4) == 0 || strncmp(c->words[i], "builtin:", 8) == 0;
    }
    for (size_t length; *err != '\0'; err += length) {
        char line[1024];
        length = strcspn(err, "\n");
        length += err[length] == '\n';
        snprintf(line, sizeof(line), "%.*s", (int)length, err);
        /* What there is of a film; data that was asked for up to there. */
        const bool rest = strstr(line, " holds ") != NULL || strstr(line, " written") != NULL ||
                          strstr(line, "(see --verbose)") != NULL;
        if (strstr(good.err, line) == NULL && !rest) {
            if (strncmp(line, "quakereel: ", 11) != 0 || strstr(line, "memory") == NULL) {
                return "an error that is not about memory";
            }
            errors++;
        }
    }
    return errors == 0 ? "no error" : errors > demos ? "too many errors" : NULL;
}

/* NULL, or what is wrong. */
static const char *find_fault(const struct scarce_case *c, const struct command_result *r,
                              size_t blocks)
{
    const bool has_file = access(out_path, F_OK) == 0;
    if (blocks > 0) {
        return "blocks are not released";
    }
    if (r->status == good.status && is_same_output(c->name, r->out) &&
        strcmp(r->err, good.err) == 0 && has_file == (good_file.data != NULL) &&
        (!has_file || is_same_file())) {
        return NULL; /* it did without */
    }
    const int failed = c->command == cmd_diff ? 2 : EXIT_BAD_INPUT; /* 1: the demos differ */
    return r->status != failed           ? "another status or output"
           : has_file && !is_same_file() ? "half a file"
                                         : find_fault_in_words(c, r->err);
}

static int (*current)(int argc, char **argv);
static scarce_hook *current_hook;
static bool current_threads;
static size_t blocks_left;

static int run_scarce(int argc, char **argv)
{
    scarce_begin(current_hook, current_threads);
    const int status = current(argc, argv);
    fflush(NULL);
    blocks_left = scarce_blocks();
    scarce_end();
    return status;
}

static const char *path_of(int kind)
{
    static char paths[MADE][128];
    snprintf(paths[kind], sizeof(paths[0]), "%s", scratch_at(made[kind]));
    return paths[kind];
}

static struct command_result run(const struct scarce_case *c, scarce_hook *hook, bool threads)
{
    const char *words[MAX_WORDS] = {NULL};
    for (int i = 0; c->words[i] != NULL; i++) {
        const char *word = c->words[i];
        words[i] = strcmp(word, OUT) == 0      ? out_path
                   : strcmp(word, PATH) == 0   ? camera_path
                   : strcmp(word, FOLDER) == 0 ? folder_path
                                               : word;
        for (int k = 0; k < MADE; k++) {
            words[i] = strcmp(word, made[k]) == 0 ? path_of(k) : words[i];
        }
    }
    current = c->command;
    current_hook = hook;
    current_threads = threads;
    unlink(out_path);
    unlink(part_path); /* what an earlier run kept of its film */
    return command_run(run_scarce, words);
}

/* Ends a child. */
static void tell_verdict(const struct scarce_case *c, const struct command_result *r)
{
    const char *fault = find_fault(c, r, blocks_left);
    if (fault != NULL) {
        snprintf(plan.verdict, VERDICT, "%s (%zu blocks, status %d); stderr: %.500s", fault,
                 blocks_left, r->status, r->err);
    }
    _exit(fault != NULL ? 1 : LEAKS() != 0 ? 2 : 0);
}

/* --- the commands
 * -----------------------------------------------------------------------------
 */

#define SMALL "--size", "160x100", "--threads", "1"
#define FILM SMALL, "--fps", "5", "--quiet"

static const struct scarce_case cases[] = {
    {"info netquake", cmd_info, EXIT_GOOD, {"info", DEM}},
    {"info quakeworld client", cmd_info, EXIT_GOOD, {"info", QWD}},
    {"info quakeworld server", cmd_info, EXIT_GOOD, {"info", MVD}},
    {"info quake3", cmd_info, EXIT_GOOD, {"info", DM3}},
    {"info of several as JSON", cmd_info, EXIT_GOOD, {"info", "--json", DM3, MVD, QWD, DEM}},
    {"info in an archive", cmd_info, EXIT_GOOD, {"info", IN_DZ}},
    {"info darkplaces", cmd_info, EXIT_GOOD, {"info", DP7}},
    {"info replacement deltas", cmd_info, EXIT_GOOD, {"info", FTE}},
    {"dump darkplaces", cmd_dump, EXIT_GOOD, {"dump", DP7}},
    {"dump replacement deltas", cmd_dump, EXIT_GOOD, {"dump", FTE}},
    {"shot darkplaces",
     cmd_shot,
     EXIT_GOOD,
     {"shot", SMALL, "--at", "1", "-o", OUT, DP7, "--force"}},
    {"shot replacement deltas",
     cmd_shot,
     EXIT_GOOD,
     {"shot", SMALL, "--at", "1", "-o", OUT, FTE, "--force"}},
    {"dump netquake", cmd_dump, EXIT_GOOD, {"dump", DEM}},
    {"dump quakeworld client", cmd_dump, EXIT_GOOD, {"dump", QWD}},
    {"dump quakeworld server", cmd_dump, EXIT_GOOD, {"dump", MVD}},
    {"dump quakeworld hashes", cmd_dump, EXIT_GOOD, {"dump", "--state-hash", MVD}},
    {"dump quake3", cmd_dump, EXIT_GOOD, {"dump", DM3}},
    {"dump quake3 snapshots", cmd_dump, EXIT_GOOD, {"dump", "--snapshots", DM3}},
    {"dump quake3 hashes", cmd_dump, EXIT_GOOD, {"dump", "--state-hash", DM3}},
    {"timedemo netquake", cmd_timedemo, EXIT_GOOD, {"timedemo", "--no-window", SMALL, DEM}},
    {"timedemo quakeworld client",
     cmd_timedemo,
     EXIT_GOOD,
     {"timedemo", "--no-window", SMALL, QWD}},
    {"timedemo quakeworld server",
     cmd_timedemo,
     EXIT_GOOD,
     {"timedemo", "--no-window", SMALL, MVD}},
    {"timedemo quake3", cmd_timedemo, EXIT_GOOD, {"timedemo", "--no-window", SMALL, DM3}},
    {"shot netquake", cmd_shot, EXIT_GOOD, {"shot", SMALL, "--at", "1", "-o", OUT, DEM, "--force"}},
    {"shot quakeworld client",
     cmd_shot,
     EXIT_GOOD,
     {"shot", SMALL, "--at", "50%", "-o", OUT, QWD, "--force"}},
    {"shot quakeworld server",
     cmd_shot,
     EXIT_GOOD,
     {"shot", SMALL, "--block", "60", "-o", OUT, MVD, "--force"}},
    {"shot quake3", cmd_shot, EXIT_GOOD, {"shot", SMALL, "--at", "2", "-o", OUT, DM3, "--force"}},
    {"shot quake3 built in",
     cmd_shot,
     EXIT_GOOD,
     {"shot", SMALL, "--at", "2", "-o", OUT, "builtin:demo5", "--force"}},
    {"shot on a camera path",
     cmd_shot,
     EXIT_GOOD,
     {"shot", SMALL, "--at", "1", "-o", OUT, DEM, "--camera-path", PATH, "--force"}},
    {"sheet of events",
     cmd_sheet,
     EXIT_GOOD,
     {"sheet", SMALL, "--per", "level", "-o", OUT, DEM, "--force"}},
    {"sheet of what search found",
     cmd_search,
     EXIT_GOOD,
     {"search", "--speeds", "1", "--size", "160x100", "--sheet", OUT, DEM, "--force"}},
    {"sound netquake", cmd_sound, EXIT_GOOD, {"sound", "--to", "1.5", "-o", OUT, DEM, "--force"}},
    {"sound quakeworld client",
     cmd_sound,
     EXIT_GOOD,
     {"sound", "--to", "50%", "--sound", "faithful", "-o", OUT, QWD, "--force"}},
    {"sound quakeworld server",
     cmd_sound,
     EXIT_GOOD,
     {"sound", "--to", "1", "--camera", "chase", "-o", OUT, MVD, "--force"}},
    {"render netquake as AVI",
     cmd_render,
     EXIT_GOOD,
     {"render", FILM, "--to", "0.4", "-o", "/dev/null", "--format", "avi", DEM}},
    {"render quakeworld client as WAV",
     cmd_render,
     EXIT_GOOD,
     {"render", FILM, "--to", "50%", "-o", "-", "--format", "wav", QWD}},
    {"render quakeworld server as y4m, blurred and backward",
     cmd_render,
     EXIT_GOOD,
     {"render", FILM, "--motion-blur", "2", "--reverse", "--to", "0.4", "-o", "-", MVD}},
    {"render quakeworld client as raw AVI",
     cmd_render,
     EXIT_GOOD,
     {"render", FILM, "--codec", "raw", "--to", "50%", "-o", "/dev/null", "--format", "avi", QWD}},
    {"dump netquake hashes", cmd_dump, EXIT_GOOD, {"dump", "--state-hash", DEM}},
    {"search",
     cmd_search,
     EXIT_GOOD,
     {"search", "--frags", "1", "--chat", "e", "--speeds", "1", "--json", DM3, MVD}},
    {"marks", cmd_marks, EXIT_GOOD, {"marks", "--chapters", "ogm", DEM}},
    {"cut netquake",
     cmd_cut,
     EXIT_GOOD,
     {"cut", DEM, "--from", "1", "--to", "50%", "-o", OUT, "--force"}},
    {"cut replacement deltas",
     cmd_cut,
     EXIT_GOOD,
     {"cut", FTE, "--from", "1", "--to", "50%", "-o", OUT, "--force"}},
    {"cut darkplaces",
     cmd_cut,
     EXIT_GOOD,
     {"cut", DP7, "--from", "1", "--to", "50%", "-o", OUT, "--force"}},
    {"cut quakeworld client",
     cmd_cut,
     EXIT_GOOD,
     {"cut", QWD, "--from", "30%", "--to", "60%", "-o", OUT, "--force"}},
    {"cut quakeworld server",
     cmd_cut,
     EXIT_GOOD,
     {"cut", MVD, "--from", "30%", "--to", "60%", "-o", OUT, "--force"}},
    {"cut quake3",
     cmd_cut,
     EXIT_GOOD,
     {"cut", DM3, "--from", "1", "--to", "3", "-o", OUT, "--force"}},
    {"cut between places",
     cmd_cut,
     EXIT_GOOD,
     {"cut", DEM, "--range", "frame 3-frame 9,1-2", "--json", "-o", OUT, "--force"}},
    {"split",
     cmd_split,
     EXIT_GOOD,
     {"split", DEM, "--by", "size", "--size", "0.1", "-o", FOLDER, "--force"}},
    {"join demos", cmd_join, EXIT_GOOD, {"join", "--smooth", DEM, DEM, "-o", OUT, "--force"}},
    {"join qwd", cmd_join, EXIT_GOOD, {"join", "--smooth", QWD, QWD, "-o", OUT, "--force"}},
    {"join mvd", cmd_join, EXIT_GOOD, {"join", "--smooth", MVD, MVD, "-o", OUT, "--force"}},
    {"convert",
     cmd_convert,
     EXIT_GOOD,
     {"convert", DEM, "--protocol", "999", "--json", "-o", OUT, "--force"}},
    {"convert replacement deltas",
     cmd_convert,
     EXIT_GOOD,
     {"convert", FTE, "--protocol", "15", "-o", OUT, "--force"}},
    {"convert darkplaces",
     cmd_convert,
     EXIT_GOOD,
     {"convert", DP7, "--protocol", "666", "-o", OUT, "--force"}},
    {"convert quakeworld",
     cmd_convert,
     EXIT_GOOD,
     {"convert", QWD, "--protocol", "28", "-o", OUT, "--force"}},
    {"convert quakeworld to server",
     cmd_convert,
     EXIT_GOOD,
     {"convert", QWD, "--to", "mvd", "-o", OUT, "--force"}},
    {"convert quakeworld server",
     cmd_convert,
     EXIT_GOOD,
     {"convert", MVD, "--protocol", "28", "--player", "1", "-o", OUT, "--force"}},
    {"camera", cmd_camera, EXIT_GOOD, {"camera", PATH, DEM, "--json", "-o", OUT, "--force"}},
    {"camera quakeworld", cmd_camera, EXIT_GOOD, {"camera", PATH, QWD, "-o", OUT, "--force"}},
    {"subtitle",
     cmd_subtitle,
     EXIT_GOOD,
     {"subtitle", TITLES, DEM, "--json", "-o", OUT, "--force"}},
    {"subtitle quakeworld",
     cmd_subtitle,
     EXIT_GOOD,
     {"subtitle", TITLES, MVD, "-o", OUT, "--force"}},
    {"subtitle quake3", cmd_subtitle, EXIT_GOOD, {"subtitle", TITLES, DM3, "-o", OUT, "--force"}},
    {"subtitle remove",
     cmd_subtitle,
     EXIT_GOOD,
     {"subtitle", "--remove", TITLES, QWD, "-o", OUT, "--force"}},
    {"merge", cmd_merge, EXIT_GOOD, {"merge", DM3, DM3, "--json", "-o", OUT, "--force"}},
    {"compare", cmd_compare, EXIT_GOOD, {"compare", DEM, DEM, "--json", "-o", OUT, "--force"}},
    {"compare quake3", cmd_compare, EXIT_GOOD, {"compare", DM3, DM3}},
    {"shot with a ghost",
     cmd_shot,
     EXIT_GOOD,
     {"shot", "--size", "160x100", "--at", "1", "--ghost", DEM, "--ghost-align", "0=0.5", "-o", OUT,
      DEM, "--force"}},
    {"subtitle list", cmd_subtitle, EXIT_GOOD, {"subtitle", "--list", "srt", DM3}},
    {"decompile", cmd_decompile, EXIT_GOOD, {"decompile", DEM, "-o", OUT, "--force"}},
    {"decompile replacement deltas",
     cmd_decompile,
     EXIT_GOOD,
     {"decompile", FTE, "-o", OUT, "--force"}},
    {"decompile darkplaces", cmd_decompile, EXIT_GOOD, {"decompile", DP7, "--numbers"}},
    {"decompile quakeworld", cmd_decompile, EXIT_GOOD, {"decompile", QWD, "-o", OUT, "--force"}},
    {"decompile multi-view", cmd_decompile, EXIT_GOOD, {"decompile", MVD}},
    {"compile", cmd_compile, EXIT_GOOD, {"compile", TEXT, "-o", OUT, "--force"}},
    {"diff", cmd_diff, 1, {"diff", DEM, FTE}},
    {"strings", cmd_strings, EXIT_GOOD, {"strings", QWD, "--json"}},
    {"strings apply",
     cmd_strings,
     EXIT_GOOD,
     {"strings", "--apply", LIST, DEM, "-o", OUT, "--force"}},
    {"convert quake3",
     cmd_convert,
     EXIT_GOOD,
     {"convert", DM3, "--protocol", "68", "-o", OUT, "--force"}},
    {"validate netquake", cmd_validate, EXIT_GOOD, {"validate", "--for", "id", DEM, DEM}},
    {"check", cmd_check, EXIT_GOOD, {"check", "--json", DEM, DEM}},
    {"map", cmd_map, EXIT_GOOD, {"map", MVD, "-o", "-", "--heat", "positions", "--kills"}},
    {"map of a level", cmd_map, EXIT_GOOD, {"map", "builtin:reel", "-o", "-"}},
    {"plot", cmd_plot, EXIT_GOOD, {"plot", MVD, "-o", "-", "--what", "health,frags,items"}},
    {"plot of two demos", cmd_plot, EXIT_GOOD, {"plot", MVD, MVD, "-o", "-"}},
    {"cuts", cmd_cuts, EXIT_GOOD, {"cuts", "--json", MVD, "builtin:demo4"}},
    {"shot of who matters",
     cmd_shot,
     EXIT_GOOD,
     {"shot", "--follow", "auto", "--size", "160x100", "--at", "1", "-o", OUT, MVD, "--force"}},
    {"shot of several views",
     cmd_shot,
     EXIT_GOOD,
     {"shot", "--views", "2", "--view-follow", "auto", "--size", "320x200", "--at", "1", "-o", OUT,
      MVD, "--force"}},
    {"shot of two demos",
     cmd_shot,
     EXIT_GOOD,
     {"shot", "--beside", QWD, "--size", "320x200", "--at", "1", "-o", OUT, MVD, "--force"}},
    {"shot of a difference",
     cmd_shot,
     EXIT_GOOD,
     {"shot", "--beside-at", "0.5", "--difference", "--size", "160x100", "--at", "1", "-o", OUT,
      DEM, "--force"}},
    {"repair netquake", cmd_repair, EXIT_GOOD, {"repair", DEM, "-o", OUT, "--force", "--json"}},
    {"repair quakeworld client", cmd_repair, EXIT_GOOD, {"repair", QWD, "-o", OUT, "--force"}},
    {"repair quakeworld server", cmd_repair, EXIT_GOOD, {"repair", MVD, "-o", OUT, "--force"}},
    {"repair quake3", cmd_repair, EXIT_GOOD, {"repair", DM3, "-o", OUT, "--force"}},
    {"validate quakeworld", cmd_validate, EXIT_GOOD, {"validate", "--for", "ezquake", QWD, MVD}},
    {"validate quake3", cmd_validate, EXIT_GOOD, {"validate", "--json", DM3}},
    {"anonymise", cmd_anonymise, EXIT_GOOD, {"anonymise", DEM, "-o", OUT, "--force", "--map", "-"}},
    {"anonymise quake3", cmd_anonymise, EXIT_GOOD, {"anonymise", DM3, "-o", OUT, "--force"}},
    {"anonymise multi-view", cmd_anonymise, EXIT_GOOD, {"anonymise", MVD, "-o", OUT, "--force"}},
    {"cut quake3 whole", cmd_cut, EXIT_GOOD, {"cut", DM3, "-o", OUT, "--force"}},
};

/* Offset of the end of a demo's first blocks. */
static size_t end_of_blocks(const struct demo_source *demo, int kind, uint32_t blocks)
{
    struct dem_file dem = {0};
    size_t pos = 0;
    if (kind == 0) {
        cr_assert_eq(dem_open(&dem, demo->data, demo->size, NULL), 0);
        pos = dem.first_block;
    }
    for (uint32_t i = 0; i < blocks; i++) {
        union {
            struct dem_block dem;
            struct qwd_block qwd;
            struct mvd_block mvd;
        } block;
        cr_assert_eq(kind == 0   ? dem_next_block(&dem, &pos, &block.dem, NULL)
                     : kind == 1 ? qwd_next_block(demo->data, demo->size, &pos, &block.qwd, NULL)
                                 : mvd_next_block(demo->data, demo->size, &pos, &block.mvd, NULL),
                     1);
    }
    return pos;
}

/* The first blocks of a built-in demo in that protocol of nq_seeds.h. */
static void make_dialect(const char *path, const char *name, const struct demo_source *demo)
{
    int kind = 0;
    struct byte_writer out = {0};
    while (strcmp(nq_seed_name(kind), name) != 0) {
        kind++;
        cr_assert_lt(kind, NQ_SEEDS, "%s", name);
    }
    cr_assert(nq_seed_write(kind, demo->data, demo->size, end_of_blocks(demo, 0, BLOCKS), &out));
    scratch_write(path, out.data, out.size);
    byte_writer_free(&out);
}

/* The text of a demo's beginning. */
static void make_text(const char *path, const uint8_t *data, size_t size)
{
    struct byte_writer text = {0};
    struct demo_text_report report;
    struct demo demo;
    cr_assert_eq(demo_open(&demo, data, size, "a.dem"), 0);
    cr_assert_eq(text_of_demo(&demo, false, &text, &report, NULL), 0);
    scratch_write(path, text.data, text.size);
    byte_writer_free(&text);
    demo_close(&demo);
}

/* Texts of the demo, of which the last one is another. */
static void make_list(const char *path, const uint8_t *data, size_t size)
{
    struct byte_writer list = {0};
    struct demo_strings_report report;
    struct demo demo;
    cr_assert_eq(demo_open(&demo, data, size, "a.dem"), 0);
    (void)!strings_of_demo(&demo, &list, &report, NULL);
    cr_assert(report.is_whole && report.texts > 1);
    list.size -= 2;
    byte_writer_bytes(&list, "!\"\n", 3);
    scratch_write(path, list.data, list.size);
    byte_writer_free(&list);
    demo_close(&demo);
}

/* The demos, and the built-in pack as the game data around them. */
static void make_files(void)
{
    static const char *const builtin[] = {"builtin:demo1", "builtin:demo3", "builtin:demo4"};
    const struct demo_search search = {0};
    struct q3_demo *q3 = q3_match_write(68);
    scratch_set_up();
    scratch_make_folder("id1");
    scratch_write("id1/pak0.pak", builtin_pak, builtin_pak_size);
    scratch_write(DM3, q3->file.data, q3->file.size);
    scratch_write(DZ, dzip_sample, sizeof(dzip_sample));
    scratch_write(TITLES, "0.1 one\n0.4 two\n", 16);
    for (int kind = 0; kind < 3; kind++) {
        struct demo_source demo;
        cr_assert_eq(demo_source_open_bytes(&demo, builtin[kind], &search, NULL), 0);
        scratch_write(made[kind], demo.data, end_of_blocks(&demo, kind, BLOCKS));
        if (kind == 0) {
            make_text(TEXT, demo.data, end_of_blocks(&demo, kind, BLOCKS));
            make_list(LIST, demo.data, end_of_blocks(&demo, kind, BLOCKS));
            make_dialect(FTE, "fte15.dem", &demo);
            make_dialect(DP7, "3504.dem", &demo);
        }
        demo_source_close(&demo);
    }
    scratch_write("path.txt", "speed even\nkey 0 1 2 3 4 5\nkey 2 3 4 5 6 7\n", 43);
    snprintf(out_path, sizeof(out_path), "%s", scratch_at("out"));
    snprintf(part_path, sizeof(part_path), "%s.part", out_path);
    scratch_make_folder("parts");
    snprintf(folder_path, sizeof(folder_path), "%s", scratch_at("parts"));
    snprintf(camera_path, sizeof(camera_path), "%s", scratch_at("path.txt"));
    q3_demo_free(q3);
}

static void begin(const struct scarce_case *c, bool threads)
{
    make_files();
    plan.told = dup(STDERR_FILENO);
    plan.every = getenv("QUAKEREEL_EVERY_FAILURE") != NULL;
    plan.verdict = mmap(NULL, VERDICT, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert(plan.verdict != MAP_FAILED);
    good = run(c, never, threads);
    cr_assert_eq(good.status, c->status, "%s: %d, %s", c->name, good.status, good.err);
    cr_assert_eq(blocks_left, 0, "%s: %zu blocks are not released", c->name, blocks_left);
    if (access(out_path, F_OK) == 0) {
        cr_assert_eq(platform_read_file(out_path, &good_file), 0);
    }
}

static void end(const struct scarce_case *c)
{
    cr_log_info("%s: %u failures", c->name, (unsigned)plan.children);
    cr_expect_gt(plan.children, 0);
    cr_expect_eq(plan.bad, 0, "%s: %u of %u failures go wrong", c->name, (unsigned)plan.bad,
                 (unsigned)plan.children);
    platform_free_file(&good_file);
    command_free(&good);
    close(plan.told);
    munmap(plan.verdict, VERDICT);
    scratch_tear_down();
}

ParameterizedTestParameters(memory, may_end_anywhere)
{
    static size_t places[sizeof(cases) / sizeof(cases[0])];
    const size_t count = sizeof(cases) / sizeof(cases[0]);
    for (size_t i = 0; i < count; i++) {
        places[i] = i;
    }
    return cr_make_param_array(size_t, places, count);
}

ParameterizedTest(const size_t *place, memory, may_end_anywhere, .timeout = 1200)
{
    const struct scarce_case *c = &cases[*place];
    begin(c, false);
    plan.turn = *place;
    struct command_result r = run(c, fork_to_fail, false);
    if (plan.is_child) {
        tell_verdict(c, &r);
    }
    cr_expect(r.status == good.status && is_same_output(c->name, r.out), "%s", c->name);
    command_free(&r);
    end(c);
}

/* --- with threads
 * -----------------------------------------------------------------------------
 */

static const struct scarce_case threaded[] = {
    {"timedemo",
     cmd_timedemo,
     EXIT_GOOD,
     {"timedemo", "--no-window", "--size", "160x100", "--threads", "3", DEM}},
    {"shot",
     cmd_shot,
     EXIT_GOOD,
     {"shot", "--size", "160x100", "--threads", "2", "--at", "1", "-o", OUT, DEM, "--force"}},
    {"info", cmd_info, EXIT_GOOD, {"info", "--threads", "3", DEM, QWD, DM3, MVD}},
    {"render",
     cmd_render,
     EXIT_GOOD,
     {"render", FILM, "--threads", "2", "--to", "0.4", "-o", OUT, "--format", "y4m", DEM}},
};

ParameterizedTestParameters(memory, may_end_in_any_thread)
{
    static size_t places[] = {0, 1, 2, 3};
    return cr_make_param_array(size_t, places, sizeof(threaded) / sizeof(threaded[0]));
}

ParameterizedTest(const size_t *place, memory, may_end_in_any_thread, .timeout = 1200)
{
    enum { FAILURES = 40 };
    const struct scarce_case *c = &threaded[*place];
    begin(c, true);
    struct command_result r = run(c, never, true);
    const uint64_t most = scarce_count();
    command_free(&r);
    for (uint32_t i = 0; i < (plan.every ? most : FAILURES); i++) {
        plan.fail_at = plan.every ? i + 1 : 1 + most * i / FAILURES;
        plan.for_good = i % 2 != 0;
        plan.verdict[0] = '\0';
        const pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            alarm(CHILD_SECONDS);
            r = run(c, fail_at, true);
            tell_verdict(c, &r);
        }
        judge(child, plan.fail_at);
    }
    end(c);
}
