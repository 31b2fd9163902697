/* What the index has of players: who killed whom, what they carry, whose view there is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_source.h"
#include "engine/playback/follow/follow_facts.h"
#include "engine/playback/follow/follow_plan.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

struct opened {
    struct demo_source source;
    struct timeline *timeline;
    struct follow_facts facts;
};

static void open_facts(struct opened *o, const char *name, bool background)
{
    const struct timeline_options index = {.background = background};
    struct format_error err = {0};
    cr_assert_eq(demo_source_open_bytes(&o->source, name, &(struct demo_search){0}, &err), 0, "%s",
                 err.what);
    cr_assert_eq(timeline_open_demo(&o->timeline, &o->source.demo, &index, &err), 0);
    cr_assert_eq(follow_facts_find(&o->facts, o->timeline), 0);
}

static void close_facts(struct opened *o)
{
    follow_facts_free(&o->facts);
    timeline_close(o->timeline);
    demo_source_close(&o->source);
}

/* Each status is what the state says at its update, of all players. */
static void compare_statuses(const struct opened *o, const char *name)
{
    struct demo_status now[DEMO_STATUS_PLAYERS] = {{0}};
    uint32_t next = 0, compared = 0;
    for (uint32_t u = 0; u < timeline_extent(o->timeline).num_updates; u++) {
        const double time = timeline_update_time(o->timeline, u);
        struct demo_player_info players[64];
        for (; next < o->facts.num_statuses && o->facts.statuses[next].time <= time; next++) {
            cr_assert(next == 0 ||
                      o->facts.statuses[next].time >= o->facts.statuses[next - 1].time);
            now[o->facts.statuses[next].slot] = o->facts.statuses[next];
        }
        if (u % 50 != 0) {
            continue;
        }
        cr_assert_eq(timeline_go_update(o->timeline, u), 0);
        const uint32_t count = timeline_players(o->timeline, players, 64);
        for (uint32_t i = 0; i < count; i++) {
            const struct demo_status *s = &now[players[i].slot];
            const bool view = (s->bits & DEMO_STATUS_VIEW) != 0;
            cr_expect_eq(view, players[i].in_sight && !players[i].spectator, "%s: %s at %f", name,
                         players[i].name, time);
            cr_expect(!view || s->frags == players[i].frags, "%s: %s at %f: %d, not %d", name,
                      players[i].name, time, s->frags, players[i].frags);
            compared++;
        }
    }
    cr_expect_gt(compared, 20u);
}

Test(follow_facts, statuses_are_those_of_the_state)
{
    struct opened o;
    open_facts(&o, "builtin:demo4", true);
    compare_statuses(&o, "builtin:demo4");
    uint32_t bits = 0;
    for (uint32_t i = 0; i < o.facts.num_statuses; i++) {
        bits |= o.facts.statuses[i].bits;
    }
    cr_expect_eq(bits & (DEMO_STATUS_ALIVE | DEMO_STATUS_QUAD),
                 (uint32_t)(DEMO_STATUS_ALIVE | DEMO_STATUS_QUAD), "%x", bits);
    close_facts(&o);
    const struct real_data_name path = real_data_path("quakeworld/corpus/overkill.mvd");
    open_facts(&o, path.text, false);
    compare_statuses(&o, path.text);
    close_facts(&o);
}

static uint32_t find_kills(const struct opened *o)
{
    uint32_t kills = 0;
    for (uint32_t i = 0; i < o->facts.num_events; i++) {
        const struct demo_event *e = &o->facts.events[i];
        kills += e->kind == DEMO_EVENT_FRAG && e->player >= 0 && e->other >= 0;
        cr_expect(e->kind == DEMO_EVENT_FRAG || e->kind == DEMO_EVENT_DEATH ||
                  (e->player == -1 && e->other == -1));
    }
    return kills;
}

/* The names are in the line, the killer's and the victim's. */
static void check_names(const struct opened *o)
{
    for (uint32_t i = 0; i < o->facts.num_events; i++) {
        const struct demo_event *e = &o->facts.events[i];
        struct demo_player_info players[64];
        if (e->kind != DEMO_EVENT_FRAG || e->player < 0 || e->other < 0) {
            continue;
        }
        cr_assert_eq(timeline_go_time(o->timeline, e->time, false), 0);
        const uint32_t count = timeline_players(o->timeline, players, 64);
        for (uint32_t k = 0; k < count; k++) {
            char name[48];
            const int slot = (int)players[k].slot;
            demo_plain_text(name, sizeof(name), players[k].name);
            cr_expect((slot != e->player && slot != e->other) || strstr(e->text, name), "%s: %s",
                      e->text, name);
        }
    }
}

Test(follow_facts, frags_name_who_killed_whom)
{
    struct opened o;
    const struct real_data_name path = real_data_path("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    open_facts(&o, path.text, false);
    cr_expect_geq(find_kills(&o), 20u);
    check_names(&o);
    close_facts(&o);
    open_facts(&o, "builtin:demo5", false);
    cr_expect_gt(find_kills(&o), 0u);
    for (uint32_t i = 0; i < o.facts.num_statuses; i++) {
        cr_expect_not(o.facts.statuses[i].bits & DEMO_STATUS_VIEW,
                      "Quake III's demos have one view");
    }
    check_names(&o);
    close_facts(&o);
}

/* --- written demos ---------------------------------------------------------------------------- */

static const struct qw_protocol mvd = {.version = QW_PROTOCOL_LAST, .is_mvd = true};

static void add_user(struct qw_game *g, int slot, const char *info)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = (uint8_t)slot;
    m.u.updateuserinfo.user = (uint32_t)slot + 1;
    m.u.updateuserinfo.info = info;
    qw_game_add(g, &m);
}

static void add_player(struct qw_game *g, int slot, uint32_t flags, int effects)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    m.u.mvd_player = (struct qw_mvd_playerinfo){
        .flags = (uint16_t)flags, .player = (uint8_t)slot, .effects = (uint8_t)effects};
    qw_game_add(g, &m);
}

/* A stat of one player. */
static void add_stat(struct qw_game *g, int slot, int stat, int32_t value)
{
    struct qw_message m = {.id = QW_UPDATESTATLONG};
    m.u.updatestat.stat = (uint8_t)stat;
    m.u.updatestat.value = value;
    qw_game_add(g, &m);
    qw_game_mvd_block(g, 0, MVD_STATS, (uint8_t)slot, 0);
}

static void open_written(struct opened *o, const struct qw_game *g)
{
    struct format_error err = {0};
    *o = (struct opened){0};
    cr_assert_eq(timeline_open(&o->timeline, g->file.data, g->file.size,
                               &(struct timeline_options){.name = "a.mvd"}, &err),
                 0, "%s", err.what);
    cr_assert_eq(follow_facts_find(&o->facts, o->timeline), 0);
}

static void close_written(struct opened *o)
{
    follow_facts_free(&o->facts);
    timeline_close(o->timeline);
}

/* The last entry of a slot. */
static struct demo_status last_of(const struct opened *o, int slot)
{
    struct demo_status last = {.slot = UINT8_MAX};
    for (uint32_t i = 0; i < o->facts.num_statuses; i++) {
        last = o->facts.statuses[i].slot == slot ? o->facts.statuses[i] : last;
    }
    return last;
}

Test(follow_facts, a_status_has_powerups_flags_and_what_is_left_of_health)
{
    struct qw_game g;
    struct opened o;
    qw_game_begin(&g, &mvd);
    qw_game_signon(&g);
    add_user(&g, 0, "\\name\\ann");
    add_user(&g, 1, "\\name\\bob");
    add_user(&g, 2, "\\name\\sue\\*spectator\\1");
    qw_game_block(&g, 10);
    for (int i = 0; i < 3; i++) {
        for (int slot = 0; slot < 5; slot++) {
            if (slot != 4 || i < 2) { /* the last leaves */
                add_player(&g, slot, slot == 3 && i == 2 ? QW_DF_DEAD : QW_DF_EFFECTS,
                           slot == 1 ? QW_EF_FLAG1 : 0);
            }
        }
        qw_game_block(&g, 50);
        add_stat(&g, 0, QW_STAT_HEALTH, 100);
        add_stat(&g, 0, QW_STAT_ARMOR, i == 2 ? 37 : 200);
        add_stat(&g, 0, QW_STAT_ITEMS, 1 << 22 | 1 << 5);
        add_stat(&g, 1, QW_STAT_HEALTH, INT32_MAX);
        add_stat(&g, 1, QW_STAT_ARMOR, INT32_MIN);
        add_stat(&g, 1, QW_STAT_ITEMS, 1 << 19 | 1 << 20);
    }
    qw_game_block(&g, 50);
    open_written(&o, &g);
    const uint32_t good = DEMO_STATUS_VIEW | DEMO_STATUS_ALIVE;
    cr_expect_eq(last_of(&o, 0).bits, good | DEMO_STATUS_ARMED | DEMO_STATUS_QUAD, "%x",
                 last_of(&o, 0).bits);
    cr_expect_eq(last_of(&o, 0).stack, 18, "%d", last_of(&o, 0).stack);
    cr_expect_eq(last_of(&o, 1).bits,
                 good | DEMO_STATUS_PROTECTED | DEMO_STATUS_HIDDEN | DEMO_STATUS_FLAG, "%x",
                 last_of(&o, 1).bits);
    cr_expect_eq(last_of(&o, 1).stack, 128, "%d", last_of(&o, 1).stack);
    cr_expect_eq(last_of(&o, 2).slot, UINT8_MAX, "a spectator has no view");
    cr_expect_eq(last_of(&o, 3).bits, DEMO_STATUS_VIEW);
    cr_expect_eq(last_of(&o, 4).bits, 0);
    close_written(&o);
    qw_game_end(&g);
}

/* All slots die and rise with each update, and have other names each time. */
Test(follow_facts, statuses_are_bounded)
{
    enum { UPDATES = DEMO_MAX_STATUSES / DEMO_STATUS_PLAYERS + 200 };
    struct qw_game g;
    struct opened o;
    struct follow_plan plan;
    qw_game_begin(&g, &mvd);
    qw_game_signon(&g);
    for (int i = 0; i < UPDATES; i++) {
        char info[64];
        snprintf(info, sizeof(info), "\\name\\p%d", i);
        add_user(&g, i % DEMO_STATUS_PLAYERS, info);
        for (int slot = 0; slot < DEMO_STATUS_PLAYERS; slot++) {
            add_player(&g, slot, i % 2 ? QW_DF_DEAD : 0, 0);
        }
        qw_game_block(&g, 20);
    }
    open_written(&o, &g);
    cr_expect_leq(o.facts.num_statuses, (uint32_t)DEMO_MAX_STATUSES);
    cr_expect_gt(o.facts.num_statuses, (uint32_t)DEMO_MAX_STATUSES - 100, "%u",
                 o.facts.num_statuses);
    cr_assert_eq(follow_plan_build(&plan, FOLLOW_AUTO, &o.facts), 0);
    cr_expect_gt(plan.count, 0u);
    follow_plan_free(&plan);
    close_written(&o);
    qw_game_end(&g);
}
