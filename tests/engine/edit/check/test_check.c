/* Checks of what NetQuake demos claim, on small demos made for each of them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/edit/check/check_bytes.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"

enum { UPDATES = 8, PENTAGRAM = 1 << 20, WEAPONS = 0x7f };

static struct nq_demo made;
static struct check_finding last; /* of the rule looked for */
static float now;

static void begin(void)
{
    nq_demo_begin(&made);
    memset(&last, 0, sizeof(last));
    last.rule = CHECK_RULES;
    now = 1.2f;
}

static void end(void)
{
    nq_demo_end(&made);
}

TestSuite(check, .init = begin, .fini = end);

/* An update a seventieth of a second later; what was added to the block stands in front. */
static void add_update(int health, int armor, uint32_t items)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_WEAPON | NQ_SU_ARMOR | NQ_SU_ONGROUND;
    m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
    m.u.clientdata.view_height = 22;
    m.u.clientdata.items = items;
    m.u.clientdata.health = (int16_t)health;
    m.u.clientdata.armor = (uint16_t)armor;
    m.u.clientdata.weapon_model = 5;
    now += 1.0f / 70;
    nq_demo_time(&made, now);
    nq_demo_add(&made, &m);
    nq_demo_block(&made, 0, 0);
}

static void add_damage(int armor, int blood)
{
    struct nq_message m = {.id = NQ_DAMAGE};
    m.u.damage.armor = (uint8_t)armor;
    m.u.damage.blood = (uint8_t)blood;
    nq_demo_add(&made, &m);
}

static void add_level(uint8_t players)
{
    nq_demo_serverinfo(&made, players);
    nq_demo_block(&made, 0, 0);
    add_update(100, 50, 1);
}

static struct check_report check_made(enum check_rule rule)
{
    return check_bytes(&made.file, rule, &last, 0);
}

/* The demo has that signature, once, and no other. */
static void expect_only(enum check_rule rule, uint32_t block, const char *value)
{
    check_expect_only(&made.file, rule, block, value, &last);
}

static void expect_none(void)
{
    const struct check_report report = check_made(CHECK_RULES);
    cr_expect_eq(report.signatures, 0u);
    cr_expect_eq(report.notes, 0u);
}

Test(check, honest_damage)
{
    add_level(1);
    add_damage(10, 20);
    add_update(80, 40, 1);
    add_damage(0, 5);
    add_damage(5, 6);
    add_update(69, 35, 1);
    expect_none();
    cr_expect_eq(check_made(CHECK_RULES).damages, 2u);
}

Test(check, damage_in_god_mode)
{
    add_level(1);
    add_damage(10, 24);
    add_update(100, 40, 1);
    expect_only(CHECK_DAMAGE_KEPT, 2, "damage of 24 was told and health stayed 100");
    cr_expect_float_eq(last.seconds, 0.1 + 1.0 / 70, 1e-3, "the first update counts 0.1 s");
    cr_expect_eq(check_made(CHECK_RULES).damages_kept, 1u);
    cr_expect(check_info(CHECK_DAMAGE_KEPT)->signature);
}

Test(check, damage_under_the_pentagram)
{
    add_level(1);
    add_damage(10, 24);
    add_update(100, 40, 1 | PENTAGRAM);
    expect_none();
}

Test(check, damage_that_team_rules_may_take_back)
{
    add_level(4);
    add_damage(10, 24);
    add_update(100, 40, 1);
    expect_only(CHECK_DAMAGE_KEPT_TEAM, 2, "damage of 24 was told and health stayed 100");
    cr_expect_not(check_info(CHECK_DAMAGE_KEPT_TEAM)->signature);
}

/* Told modulo 256. */
Test(check, damage_beyond_a_byte)
{
    nq_demo_serverinfo(&made, 1);
    nq_demo_block(&made, 0, 0);
    add_update(330, 50, 1);
    add_damage(0, 300 % 256);
    add_update(30, 50, 1);
    expect_none();
}

static void add_blocks(int count)
{
    for (int i = 0; i < count; i++) {
        add_update(100, 50, 1);
    }
}

Test(check, a_rise_without_a_pickup)
{
    nq_demo_serverinfo(&made, 1);
    nq_demo_block(&made, 0, 0);
    add_update(75, 50, 1);
    add_blocks(UPDATES);
    expect_only(CHECK_HEALTH_RISE, 2, "health from 75 to 100, and pickups gave 0");
}

Test(check, a_rise_with_a_pickup_told_afterwards)
{
    nq_demo_serverinfo(&made, 1);
    nq_demo_block(&made, 0, 0);
    add_update(75, 50, 1);
    add_blocks(1);
    nq_demo_text(&made, NQ_STUFFTEXT, "bf\n");
    add_blocks(UPDATES);
    expect_none();
}

Test(check, a_pickup_that_is_too_late)
{
    nq_demo_serverinfo(&made, 1);
    nq_demo_block(&made, 0, 0);
    add_update(75, 50, 1);
    add_blocks(UPDATES);
    nq_demo_text(&made, NQ_STUFFTEXT, "bf\n");
    add_blocks(1);
    expect_only(CHECK_HEALTH_RISE, 2, "health from 75 to 100, and pickups gave 0");
}

Test(check, armor_that_rises)
{
    add_level(1);
    add_update(100, 200, 1);
    expect_only(CHECK_ARMOR_RISE, 2, "armour from 50 to 200, and pickups gave 0");
}

Test(check, falls_without_damage)
{
    add_level(1);
    add_update(90, 50, 1);
    expect_only(CHECK_HEALTH_FALL, 2, "health from 100 to 90 with damage of 0");
    end();
    begin();
    add_level(1);
    add_update(100, 49, 1);
    expect_only(CHECK_ARMOR_FALL, 2, "armour from 50 to 49 with damage of 0");
}

Test(check, a_megahealth_that_fades)
{
    nq_demo_serverinfo(&made, 1);
    nq_demo_block(&made, 0, 0);
    add_update(150, 50, 1);
    add_update(149, 50, 1);
    expect_none();
}

Test(check, a_new_life)
{
    add_level(1);
    add_damage(0, 110);
    add_update(-10, 50, 1);
    add_update(100, 0, 1);
    expect_none();
}

Test(check, all_weapons_at_once)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    add_level(1);
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_ARMOR;
    m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
    m.u.clientdata.items = WEAPONS;
    m.u.clientdata.health = 100;
    m.u.clientdata.armor = 50;
    m.u.clientdata.ammo_counts[0] = m.u.clientdata.ammo_counts[2] = 100;
    m.u.clientdata.ammo_counts[1] = m.u.clientdata.ammo_counts[3] = 200;
    nq_demo_add(&made, &m);
    nq_demo_block(&made, 0, 0);
    expect_only(CHECK_ALL_WEAPONS, 2, "6 weapons more, ammunition 100 200 100 200");
}

Test(check, texts)
{
    add_level(1);
    nq_demo_text(&made, NQ_PRINT, "\x01player: godmode ON\n");
    nq_demo_text(&made, NQ_PRINT, "godmode OFF\n");
    nq_demo_text(&made, NQ_STUFFTEXT, "bf;sizeup\n");
    add_blocks(1);
    expect_none();
    nq_demo_text(&made, NQ_PRINT, "godmode ON\n");
    add_blocks(1);
    expect_only(CHECK_CHEAT_PRINT, 3, "\"godmode ON\"");
    end();
    begin();
    add_level(1);
    nq_demo_text(&made, NQ_STUFFTEXT, "bf;host_frame");
    nq_demo_text(&made, NQ_STUFFTEXT, "rate 0.01\n");
    add_blocks(1);
    expect_only(CHECK_STUFFED, 2, "\"host_framerate 0.01\"");
}

Test(check, time_that_goes_back_or_leaps)
{
    add_level(1);
    add_blocks(UPDATES);
    now -= 0.5f;
    add_blocks(UPDATES);
    cr_expect_eq(check_made(CHECK_TIME_BACK).of_rule[CHECK_TIME_BACK], 1u);
    cr_expect_eq(last.block, 2u + UPDATES);
    end();
    begin();
    add_level(1);
    add_blocks(UPDATES);
    now += 0.3f;
    add_blocks(UPDATES);
    cr_expect_eq(check_made(CHECK_TIME_GAP).signatures, 1u);
    cr_expect_eq(last.block, 2u + UPDATES);
}

Test(check, equal_steps)
{
    static const float lengths[] = {0.02f, 1.0f / 72, 0.01f};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        add_level(1);
        for (int k = 0; k < 200; k++) {
            now += lengths[i] - 1.0f / 70;
            add_blocks(1);
        }
        const struct check_report report = check_made(CHECK_EQUAL_STEPS);
        cr_expect_eq(report.of_rule[CHECK_EQUAL_STEPS], i != 1 ? 1u : 0u, "%g s",
                     (double)lengths[i]);
        cr_expect_eq(report.of_rule[CHECK_SHORT_STEPS], i == 2 ? 1u : 0u);
        end();
        begin();
    }
}

Test(check, traces_of_edits)
{
    add_level(1);
    nq_demo_block(&made, 0, 0);
    add_blocks(1);
    expect_only(CHECK_EMPTY_BLOCK, 2, "0 bytes of messages");
    end();
    begin();
    add_level(1);
    nq_demo_add(&made, &(struct nq_message){.id = NQ_DISCONNECT});
    nq_demo_block(&made, 0, 0);
    const size_t size = made.file.size;
    add_blocks(1);
    char text[64];
    snprintf(text, sizeof(text), "%zu bytes follow", made.file.size - size);
    expect_only(CHECK_AFTER_END, 2, text);
}

Test(check, a_demo_that_ends_early)
{
    add_level(1);
    add_damage(10, 24);
    add_update(100, 40, 1);
    add_blocks(1);
    for (size_t size = made.file.size - 1; size > made.file.size - 10; size--) {
        const struct check_report report =
            check_part(made.file.data, size, CHECK_DAMAGE_KEPT, &last, FORMAT_TRUNCATED);
        cr_expect_eq(report.of_rule[CHECK_DAMAGE_KEPT], 1u);
    }
}

Test(check, every_check_is_described)
{
    for (int i = 0; i < CHECK_RULES; i++) {
        const struct check_info *info = check_info((enum check_rule)i);
        cr_assert(info->name && info->meaning && info->families);
        cr_expect_eq(info->meaning[strlen(info->meaning) - 1], '.', "%s", info->name);
        for (int k = 0; k < i; k++) {
            cr_expect_str_neq(info->name, check_info((enum check_rule)k)->name);
        }
    }
}

/* Real recordings: with god mode, and without. */
Test(check, recordings)
{
    static const struct {
        const char *name;
        unsigned least;
    } demos[] = {{"netquake/r15_e0m1_qs.dem", 30},
                 {"netquake/r666_e1m1.dem", 30},
                 {"netquake/demo1.dem", 0},
                 {"netquake/lq_old_e1m3.dem", 0},
                 {"reports/quake/net_DP5.dem", 0}};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct file_bytes file;
        real_data_load(&file, "%s", demos[i].name);
        const struct check_report report =
            check_part(file.data, file.size, CHECK_DAMAGE_KEPT, &last, 0);
        cr_expect_geq(report.of_rule[CHECK_DAMAGE_KEPT], demos[i].least, "%s", demos[i].name);
        cr_expect_eq(report.damages_kept, demos[i].least > 0 ? report.damages : 0u);
        cr_expect_eq(report.signatures > 0, demos[i].least > 0, "%s", demos[i].name);
        platform_free_file(&file);
    }
}
