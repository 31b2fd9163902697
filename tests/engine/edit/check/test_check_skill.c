/* The skill of a level by its monsters. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "engine/edit/check/nq_check_skill.h"
#include "tests/engine/edit/check/check_bytes.h"
#include "tests/support/nq_demo.h"
#include "tests/support/scarce.h"

enum { NOT_EASY = 256, NOT_NORMAL = 512, NOT_HARD = 1024 };

/* A soldier for all skills, one that is not for easy, one for easy alone, and a walker who is not
 * for hard. */
static const char level[] =
    "{ \"classname\" \"worldspawn\" \"message\" \"{ monster_army }\" }\n"
    "{ \"classname\" \"monster_army\" \"origin\" \"100 200 24\" }\n"
    "{ \"spawnflags\" \"257\" \"origin\" \"300 -200 24\" \"classname\" \"monster_dog\" }\n"
    "{ \"classname\" \"monster_ogre\" \"origin\" \"-8 -16 0\" \"spawnflags\" \"1536\" }\n"
    "{ \"classname\" \"monster_knight\" \"origin\" \"500 0 0\" \"target\" \"t1\" "
    "\"spawnflags\" \"1024\" }\n"
    "{ \"classname\" \"monster_boss\" \"origin\" \"0 0 0\" }\n"
    "{ \"classname\" \"item_health\" \"origin\" \"9 9 9\" }\n";

static struct nq_check_places places;

static void add(double x, double y)
{
    const double origin[3] = {x, y, -100};
    cr_assert_eq(nq_check_places_add(&places, origin), 0);
}

static void end(void)
{
    nq_check_places_free(&places);
}

TestSuite(check_skill, .fini = end);

static int found_in(const char *entities)
{
    const struct nq_check_skill skill = nq_check_skill_compare(entities, &places);
    places.count = 0;
    return nq_check_skill_found(&skill);
}

Test(check_skill, each_skill_has_its_monsters)
{
    add(100, 200);
    add(-8, -16);
    cr_expect_eq(found_in(level), NQ_SKILL_EASY);
    add(300, -200);
    add(101, 199); /* where monsters dropped to the floor */
    add(500, 0);
    cr_expect_eq(found_in(level), NQ_SKILL_NORMAL);
    add(100, 200);
    add(300, -200);
    add(9, 9);
    cr_expect_eq(found_in(level), -1, "the walker of normal may have left");
    add(100, 202);
    add(300, -200);
    cr_expect_eq(found_in(level), -1, "too far away");
}

Test(check_skill, hard)
{
    static const char two[] = "{\"classname\" \"monster_army\" \"origin\" \"1 2 3\"}"
                              "{\"classname\" \"monster_army\" \"origin\" \"4 9 3\" "
                              "\"spawnflags\" \"768\"}";
    add(1, 2);
    add(4, 9);
    cr_expect_eq(found_in(two), NQ_SKILL_HARD);
    add(1, 2);
    const struct nq_check_skill skill = nq_check_skill_compare(two, &places);
    cr_expect_eq(skill.monsters, 2u);
    cr_expect_eq(skill.wrong[NQ_SKILL_EASY], 0u);
    cr_expect_eq(skill.wrong[NQ_SKILL_HARD], 1u);
}

Test(check_skill, the_best_fit)
{
    cr_expect_eq(nq_check_skill_found(&(struct nq_check_skill){20, {1, 2, 3}}), 0);
    cr_expect_eq(nq_check_skill_found(&(struct nq_check_skill){19, {1, 2, 3}}), -1);
    cr_expect_eq(nq_check_skill_found(&(struct nq_check_skill){40, {9, 2, 3}}), 1);
    cr_expect_eq(nq_check_skill_found(&(struct nq_check_skill){40, {2, 2, 3}}), -1);
    cr_expect_eq(nq_check_skill_found(&(struct nq_check_skill){40, {2, 2, 1}}), 2);
    cr_expect_eq(nq_check_skill_found(&(struct nq_check_skill){40, {3, 1, 1}}), -1);
}

/* Every beginning of a text ends; nothing is read behind it. */
Test(check_skill, texts_that_end_early)
{
    char part[sizeof(level)];
    add(100, 200);
    for (size_t size = 0; size < sizeof(level); size++) {
        char *copy = memcpy(malloc(size + 1), level, size);
        copy[size] = '\0';
        (void)nq_check_skill_compare(copy, &places);
        free(copy);
    }
    memset(part, '{', sizeof(part));
    part[sizeof(part) - 1] = '\0';
    cr_expect_eq(nq_check_skill_compare(part, &places).monsters, 0u);
}

Test(check_skill, places_that_are_no_numbers)
{
    const double bad[3] = {NAN, INFINITY, 0};
    cr_expect_eq(nq_check_places_add(&places, bad), 0);
    cr_expect_eq(places.count, 0u);
    cr_expect_eq(found_in("{\"classname\" \"monster_army\" \"origin\" \"nan 1e300 0\"}"), -1);
}

/* --- in a demo ----------------------------------------------------------------------------------
 */

static const char *give_level(void *context, const char *map)
{
    cr_expect_str_eq(map, "maps/none.bsp");
    return context;
}

static void add_baseline(struct nq_demo *made, uint16_t entity, double x, double y)
{
    struct nq_message m = {.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = entity;
    m.u.spawnbaseline.state.model = 3;
    m.u.spawnbaseline.state.origin[0] = x;
    m.u.spawnbaseline.state.origin[1] = y;
    nq_demo_add(made, &m);
}

static void make_demo(struct nq_demo *made, bool easy)
{
    nq_demo_begin(made);
    nq_demo_serverinfo(made, 1);
    add_baseline(made, 2, 100, 200);
    add_baseline(made, 3, easy ? -8 : 300, easy ? -16 : -200);
    if (!easy) {
        add_baseline(made, 4, 500, 0);
    }
    nq_demo_block(made, 0, 0);
    nq_demo_time(made, 1);
    nq_demo_clientdata(made, NQ_SU_ONGROUND, 100, 1);
    nq_demo_block(made, 0, 0);
}

static struct check_report check_run(const struct nq_demo *made, enum check_rule rule,
                                     struct check_finding *last)
{
    struct demo_level level_of_run = {.map = "maps/none.bsp", .finished = true, .max_clients = 1};
    const struct demo_stats run = {.levels = &level_of_run, .level_count = 1};
    char text[sizeof(level)];
    memcpy(text, level, sizeof(level));
    const struct check_options options = {
        .run = &run, .entities = give_level, .entities_context = text};
    struct check_report report;
    struct format_error err;
    struct demo demo;
    *last = (struct check_finding){.rule = rule};
    cr_assert_eq(demo_open(&demo, made->file.data, made->file.size, "made"), 0);
    cr_expect_eq(check_demo(&demo, &options, check_note, last, &report, &err), 0);
    demo_close(&demo);
    return report;
}

Test(check_skill, in_a_speed_run)
{
    struct nq_demo made;
    struct check_finding last;
    make_demo(&made, false);
    struct check_report report = check_run(&made, CHECK_SKILL, &last);
    cr_expect_str_eq(last.value, "4 of 4 monsters are as in skill 1");
    cr_expect(report.has_skill && report.skill == NQ_SKILL_NORMAL);
    report = check_run(&made, CHECK_RUN_SKILL, &last);
    cr_expect_str_eq(last.value, "skill 1 by the monsters");
    nq_demo_end(&made);
    make_demo(&made, true);
    report = check_run(&made, CHECK_RUN_SKILL, &last);
    cr_expect_eq(report.of_rule[CHECK_RUN_SKILL], 0u);
    cr_expect_eq(report.of_rule[CHECK_SKILL], 1u);
    nq_demo_end(&made);
}

/* A level is compared once, however many messages come before its first time. */
Test(check_skill, once_a_level)
{
    struct nq_demo made;
    struct check_finding last;
    nq_demo_begin(&made);
    nq_demo_serverinfo(&made, 1);
    add_baseline(&made, 2, 100, 200);
    add_baseline(&made, 3, -8, -16);
    for (int i = 0; i < 3; i++) {
        nq_demo_clientdata(&made, NQ_SU_ONGROUND, 100, 1);
    }
    nq_demo_block(&made, 0, 0);
    cr_expect_eq(check_run(&made, CHECK_SKILL, &last).of_rule[CHECK_SKILL], 1u);
    nq_demo_end(&made);
}

Test(check_skill, memory_runs_out)
{
    struct nq_demo made;
    struct check_report report;
    struct format_error err;
    struct demo demo;
    char text[sizeof(level)];
    const struct check_options options = {.entities = give_level, .entities_context = text};
    int code = FORMAT_MEMORY;
    memcpy(text, level, sizeof(level));
    make_demo(&made, false);
    cr_assert_eq(demo_open(&demo, made.file.data, made.file.size, "made"), 0);
    for (uint64_t from = 1; code != 0; from++) {
        scarce_begin_from(from);
        code = check_demo(&demo, &options, NULL, NULL, &report, &err);
        scarce_end();
        cr_assert(code == 0 ? from > 3 : code == FORMAT_MEMORY);
        cr_expect_eq(scarce_blocks(), 0u);
    }
    demo_close(&demo);
    nq_demo_end(&made);
}
