/* Detecting the family reads the beginning of a demo in many ways: a command does so once. */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <string.h>

#include "formats/quakeworld/qw_detect.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/scratch.h"

#define DM3 "match.dm_68" /* written for the test */
#define OUT "out"
enum { MAX_WORDS = 12 };

/* Every demo is asked for QuakeWorld's containers, whatever it turns out to be. The Makefile has
 * the calls come by here. */
enum qw_container __real_qw_detect(const uint8_t *data, size_t size, struct qw_readings *readings);
enum qw_container __wrap_qw_detect(const uint8_t *data, size_t size, struct qw_readings *readings);

static atomic_uint asked;

enum qw_container __wrap_qw_detect(const uint8_t *data, size_t size, struct qw_readings *readings)
{
    atomic_fetch_add(&asked, 1);
    return __real_qw_detect(data, size, readings);
}

static void set_up(void)
{
    struct q3_demo *q3 = q3_match_write(68);
    scratch_set_up();
    scratch_write(DM3, q3->file.data, q3->file.size);
    q3_demo_free(q3);
}

TestSuite(opening, .init = set_up, .fini = scratch_tear_down);

struct opening {
    int (*command)(int argc, char **argv);
    const char *words[MAX_WORDS];
};

Test(opening, a_demo_is_told_once_whose_it_is)
{
    static const struct opening openings[] = {
        {cmd_info, {"info", "builtin:demo1"}},
        {cmd_info, {"info", "builtin:demo3"}},
        {cmd_info, {"info", "builtin:demo4"}},
        {cmd_info, {"info", DM3}},
        {cmd_dump, {"dump", "builtin:demo1"}},
        {cmd_dump, {"dump", "builtin:demo3"}},
        {cmd_dump, {"dump", "builtin:demo4"}},
        {cmd_dump, {"dump", DM3}},
        {cmd_cut, {"cut", DM3, "--from", "1", "-o", OUT, "--force"}},
        {cmd_shot,
         {"shot", "--size", "160x100", "--at", "1", "-o", OUT, "--force", "builtin:demo1"}},
        {cmd_shot,
         {"shot", "--size", "160x100", "--at", "1", "-o", OUT, "--force", "builtin:demo3"}},
        {cmd_timedemo, {"timedemo", "--no-window", "--size", "160x100", "builtin:demo4"}},
    };
    for (size_t i = 0; i < sizeof(openings) / sizeof(openings[0]); i++) {
        const struct opening *o = &openings[i];
        const char *words[MAX_WORDS + 1] = {NULL};
        char paths[MAX_WORDS][128];
        for (int w = 0; w < MAX_WORDS && o->words[w] != NULL; w++) {
            const bool is_file = strcmp(o->words[w], DM3) == 0 || strcmp(o->words[w], OUT) == 0;
            snprintf(paths[w], sizeof(paths[w]), "%s",
                     is_file ? scratch_at(o->words[w]) : o->words[w]);
            words[w] = paths[w];
        }
        atomic_store(&asked, 0);
        struct command_result r = command_run(o->command, words);
        cr_expect_eq(r.status, EXIT_GOOD, "%s of %zu: %s", words[0], i, r.err);
        cr_expect_eq(atomic_load(&asked), 1u, "%s of %zu: %u times", words[0], i,
                     atomic_load(&asked));
        command_free(&r);
    }
}
