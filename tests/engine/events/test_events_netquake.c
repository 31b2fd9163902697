/* NetQuake's events: each kind on small made demos; the project's recordings against their own
 * messages. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_status.h"
#include "tests/engine/events/events_stage.h"
#include "tests/support/nq_demo.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"

enum {
    SHOTGUN = 1 << 0,
    ROCKETS = 1 << 5,
    GREEN_ARMOR = 1 << 13,
    MEGA = 1 << 16,
    SILVER_KEY = 1 << 17,
    PENTAGRAM = 1 << 20
};

static struct events_stage stage;
static struct nq_demo made;
static float now;
static struct nq_clientdata own; /* of the next updates */
static double place[3];          /* of the viewer; far of the others */
static bool alone;               /* nobody else is in sight */

static void read_made(uint32_t kinds)
{
    events_stage_read(&stage, made.file.data, made.file.size, "a.dem", kinds, 0);
}

static void set_name(uint8_t slot, const char *name)
{
    struct nq_message m = {.id = NQ_UPDATENAME};
    m.u.updatename.player = slot;
    m.u.updatename.name = name;
    nq_demo_add(&made, &m);
}

static void set_frags(uint8_t slot, int16_t frags)
{
    struct nq_message m = {.id = NQ_UPDATEFRAGS};
    m.u.updatefrags.player = slot;
    m.u.updatefrags.frags = frags;
    nq_demo_add(&made, &m);
}

static void set_colors(uint8_t slot, uint8_t colors)
{
    struct nq_message m = {.id = NQ_UPDATECOLORS};
    m.u.updatecolors.player = slot;
    m.u.updatecolors.colors = colors;
    nq_demo_add(&made, &m);
}

static void add_stat(uint8_t stat, int32_t value)
{
    struct nq_message m = {.id = NQ_UPDATESTAT};
    m.u.updatestat.stat = stat;
    m.u.updatestat.value = value;
    nq_demo_add(&made, &m);
}

static void add_id(uint8_t id)
{
    nq_demo_add(&made, &(struct nq_message){.id = id});
}

static void print(const char *text)
{
    nq_demo_text(&made, NQ_PRINT, text);
}

/* An update a sixteenth of a second later; what was added to the block stands in front. */
static void add_update(void)
{
    struct nq_message m = {.id = NQ_CLIENTDATA, .u.clientdata = own};
    now += 0.0625f;
    nq_demo_time(&made, now);
    m.u.clientdata.mask |= NQ_SU_ITEMS | NQ_SU_WEAPON | NQ_SU_ARMOR;
    m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
    m.u.clientdata.view_height = 22;
    nq_demo_add(&made, &m);
    nq_demo_entity(&made, 1, 3, place[0], place[1], place[2]);
    if (!alone) {
        nq_demo_entity(&made, 2, 3, 512.0, 0.0, 24.0);
    }
    nq_demo_block(&made, 0, 0);
}

static void begin_level(uint8_t players)
{
    nq_demo_serverinfo(&made, players);
    set_name(0, "Axe");
    if (players > 1) {
        set_name(1, "B\xe5\145"); /* \xe5: a coloured e */
        set_name(2, "Cob");
    }
    nq_demo_block(&made, 0, 0);
    now = 1.0f;
}

/* The recorder is slot 0, Axe. */
static void begin(uint8_t players)
{
    own = (struct nq_clientdata){
        .mask = NQ_SU_ONGROUND, .items = SHOTGUN, .health = 100, .active_weapon = SHOTGUN};
    memcpy(place, (double[3]){64.0, 32.0, 24.0}, sizeof place);
    alone = false;
    nq_demo_begin(&made);
    begin_level(players);
    add_update();
}

/* --- frags --------------------------------------------------------------------------------------
 */

enum { DEATHS = KIND(FRAG) | KIND(TEAM_KILL) | KIND(SUICIDE) | KIND(DEATH) };

Test(events_netquake, frags)
{
    begin(4);
    print("B\xe5"
          "e rides Axe's rocket\n");
    set_frags(0, 1);
    add_update();
    print("Cob accepts Axe's ");
    print("shaft\n"); /* servers print in pieces */
    add_update();
    print("Cob tries to put the pin back in\nBee visits the Volcano God\n");
    print("Bee was shot by a Grunt\n");
    print("\1Cob: Bee rides Axe's rocket\n"); /* talk */
    print("Bee rides Axe's bicycle\n");
    add_update();
    read_made(DEATHS);
    events_stage_expect(&stage, "0.06 frag Axe Bee by rocket: rl (viewed)\n"
                                "0.12 frag Axe Cob by lightning: lg (viewed)\n"
                                "0.19 suicide Cob by grenade: gl\n"
                                "0.19 death Bee by lava: lava\n"
                                "0.19 death Bee by monster: killed\n");
    cr_expect(stage.events[0].player.has_place && stage.events[0].other.has_place);
    cr_expect_eq(stage.events[0].player.place[1], 32.0f);
    cr_expect_eq(stage.events[0].other.place[0], 512.0f);
    cr_expect_not(stage.events[1].other.has_place, "Cob is out of sight");
    cr_expect_eq(stage.events[1].block, 3);
    cr_expect_float_eq(stage.events[1].server_time, 1.1875, 1e-6);
    nq_demo_end(&made);
}

/* The trousers' colour is the team, if the server tells that there are teams. */
Test(events_netquake, team_kills_under_teamplay)
{
    begin(4);
    set_colors(0, 0x04);
    set_colors(1, 0x34);
    set_colors(2, 0x0d);
    print("Bee rides Axe's rocket\n");
    add_update();
    print("\"teamplay\" changed to \"1\"\n");
    add_update();
    print("Bee rides Axe's rocket\nCob rides Axe's rocket\n");
    add_update();
    set_colors(0, 0x02);
    add_update();
    print("Bee rides Axe's rocket\n");
    add_update();
    read_made(DEATHS | KIND(TEAM));
    events_stage_expect(&stage, "0.06 frag Axe Bee by rocket: rl (viewed)\n"
                                "0.19 team_kill Axe/red Bee/red by rocket: rl (viewed)\n"
                                "0.19 frag Axe/red Cob/blue by rocket: rl (viewed)\n"
                                "0.25 team Axe/color 2: color 2\n"
                                "0.31 frag Axe/color 2 Bee/red by rocket: rl (viewed)\n");
    nq_demo_end(&made);
}

/* A point that no line tells is a frag in a mod's own words; the line may come later, two points at
 * once are no frag. */
Test(events_netquake, points_that_no_line_tells)
{
    begin(4);
    set_frags(0, 0);
    set_frags(1, 5);
    set_frags(2, 0);
    add_update();
    set_frags(1, 6);
    print("Axe is sent to the moon by Bee\n");
    set_frags(0, 1);
    add_update();
    print("Cob rides Axe's rocket\n");
    set_frags(2, 2);
    add_update();
    for (int i = 0; i < 4; i++) {
        add_update();
    }
    read_made(DEATHS);
    events_stage_expect(&stage, "0.19 frag Axe Cob by rocket: rl (viewed)\n"
                                "0.25 frag Bee by other (derived)\n");
    nq_demo_end(&made);
}

Test(events_netquake, no_points_of_a_game_of_one)
{
    begin(1);
    set_frags(0, 0);
    add_update();
    set_frags(0, 1);
    for (int i = 0; i < 5; i++) {
        add_update();
    }
    read_made(DEATHS);
    events_stage_expect(&stage, "");
    nq_demo_end(&made);
}

/* A death that no line tells, or a line that comes an update before it. */
Test(events_netquake, deaths_of_the_recorder)
{
    begin(4);
    own.health = 0;
    add_update();
    add_update();
    own.health = 100;
    add_update();
    print("Axe rides Cob's rocket\n");
    add_update();
    own.health = -40;
    add_update();
    read_made(DEATHS);
    events_stage_expect(&stage, "0.06 death Axe by other (viewed)\n"
                                "0.25 frag Cob Axe by rocket: rl\n");
    nq_demo_end(&made);
}

Test(events_netquake, damage)
{
    struct nq_message m = {.id = NQ_DAMAGE};
    begin(4);
    m.u.damage.armor = 7;
    m.u.damage.blood = 13;
    nq_demo_add(&made, &m);
    add_update();
    read_made(KIND(DAMAGE));
    events_stage_expect(&stage, "0.06 damage Axe 20.00\n");
    nq_demo_end(&made);
}

/* --- talk and players ---------------------------------------------------------------------------
 */

Test(events_netquake, talk)
{
    begin(4);
    print("\1Cob: \xe7g: all\n");
    print("\1(Axe): mine\n");
    print("\1<server> no player\n");
    print("Cob: gg was printed by the server\n");
    add_update();
    read_made(KIND(CHAT));
    events_stage_expect(&stage, "0.06 chat Cob: gg: all\n"
                                "0.06 chat Axe: mine (viewed) (team)\n"
                                "0.06 chat: <server> no player\n");
    nq_demo_end(&made);
}

Test(events_netquake, players_come_and_go)
{
    begin(4);
    set_name(3, "New");
    add_update();
    set_name(3, "Newer"); /* another name is no other player */
    set_name(1, "");
    add_update();
    read_made(KIND(JOIN) | KIND(LEAVE) | KIND(TEAM));
    events_stage_expect(&stage, "0.06 join New: player\n"
                                "0.12 leave Bee: player\n");
    nq_demo_end(&made);
}

/* Names between the level's signon and its first update are not new. */
Test(events_netquake, players_of_a_signon_do_not_join)
{
    nq_demo_begin(&made);
    nq_demo_serverinfo(&made, 4);
    nq_demo_block(&made, 0, 0);
    set_name(2, "Cob");
    nq_demo_block(&made, 0, 0);
    set_name(3, "Dot");
    now = 1.0f;
    add_update();
    add_update();
    read_made(KIND(JOIN) | KIND(LEAVE));
    events_stage_expect(&stage, "");
    nq_demo_end(&made);
}

/* --- what the recorder has ----------------------------------------------------------------------
 */

enum { PACK = KIND(PICKUP) | KIND(POWERUP) | KIND(POWERUP_END) };

Test(events_netquake, pickups)
{
    begin(1);
    add_update();
    own.items |= ROCKETS;
    own.ammo_counts[2] = 5;
    add_update();
    own.items |= SILVER_KEY | GREEN_ARMOR;
    own.armor = 100;
    add_update();
    own.health = 110;
    own.armor = 80;
    own.ammo_counts[2] = 4;
    add_update();
    own.items |= MEGA;
    own.health = 210;
    add_update();
    own.items &= ~(uint32_t)(SILVER_KEY | MEGA);
    own.health = 209;
    add_update();
    read_made(PACK);
    events_stage_expect(&stage, "0.12 pickup Axe 1.00: rocket launcher (viewed) (derived)\n"
                                "0.12 pickup Axe 5.00: rockets (viewed) (derived)\n"
                                "0.19 pickup Axe 1.00: silver key (viewed) (derived)\n"
                                "0.19 pickup Axe 100.00: green armor (viewed) (derived)\n"
                                "0.25 pickup Axe 10.00: health (viewed) (derived)\n"
                                "0.31 pickup Axe 1.00: megahealth (viewed) (derived)\n");
    nq_demo_end(&made);
}

Test(events_netquake, what_a_spawn_gives_is_not_picked_up)
{
    begin(4);
    add_update();
    own.health = 0;
    own.items = 0;
    add_update();
    own.health = 100;
    own.items = SHOTGUN | ROCKETS;
    own.ammo_counts[0] = 25;
    add_update();
    add_update();
    nq_demo_block(&made, 0, 0);
    begin_level(4);
    own.ammo_counts[0] = 50;
    add_update();
    read_made(PACK);
    events_stage_expect(&stage, "");
    nq_demo_end(&made);
}

Test(events_netquake, powerups_end_by_themselves_and_with_their_owner)
{
    begin(1);
    add_update();
    own.items |= PENTAGRAM;
    add_update();
    add_update();
    own.items &= ~(uint32_t)PENTAGRAM;
    add_update();
    own.items |= PENTAGRAM;
    add_update();
    own.health = 0;
    add_update();
    read_made(KIND(POWERUP) | KIND(POWERUP_END));
    events_stage_expect(&stage, "0.12 powerup Axe: pentagram (viewed) (derived)\n"
                                "0.25 powerup_end Axe 0.12: pentagram (viewed) (derived)\n"
                                "0.31 powerup Axe: pentagram (viewed) (derived)\n"
                                "0.38 powerup_end Axe 0.06: pentagram (viewed) (derived)\n");
    nq_demo_end(&made);
}

/* --- the level ----------------------------------------------------------------------------------
 */

enum { LEVELS = KIND(LEVEL) | KIND(FINISH) | KIND(KILL) | KIND(SECRET) };

Test(events_netquake, levels_monsters_and_secrets)
{
    begin(1);
    add_stat(NQ_STAT_TOTAL_MONSTERS, 9);
    add_stat(NQ_STAT_TOTAL_SECRETS, 2);
    add_id(NQ_KILLEDMONSTER);
    add_update();
    add_id(NQ_KILLEDMONSTER);
    add_id(NQ_FOUNDSECRET);
    add_update();
    add_id(NQ_INTERMISSION);
    add_update();
    nq_demo_text(&made, NQ_FINALE, "well done"); /* the same end */
    add_update();
    begin_level(1);
    add_id(NQ_FOUNDSECRET);
    add_update();
    read_made(LEVELS);
    events_stage_expect(&stage, "0.00 level: none\n"
                                "0.06 kill Axe 1.00 of 9 (viewed)\n"
                                "0.12 kill Axe 2.00 of 9 (viewed)\n"
                                "0.12 secret Axe 1.00 of 2 (viewed)\n"
                                "0.19 finish 1.19\n"
                                "0.35 level: none\n"
                                "0.35 secret Axe 1.00 (viewed)\n");
    cr_expect_eq(stage.events[4].level, 0);
    cr_expect_eq(stage.events[6].level, 1);
    nq_demo_end(&made);
}

/* In a game of several nobody knows who killed the monster. */
Test(events_netquake, monsters_of_a_game_of_several)
{
    begin(4);
    add_id(NQ_KILLEDMONSTER);
    add_id(NQ_FOUNDSECRET);
    add_update();
    read_made(LEVELS);
    events_stage_expect(&stage, "0.00 level: none\n"
                                "0.06 kill 1.00\n"
                                "0.06 secret 1.00\n");
    nq_demo_end(&made);
}

/* --- motion -------------------------------------------------------------------------------------
 */

static void fly(int updates, int8_t speed)
{
    own.mask &= ~(uint32_t)NQ_SU_ONGROUND;
    own.mask |= NQ_SU_VELOCITY1 << 2;
    for (int i = 0; i < updates; i++) {
        own.velocity[2] = speed;
        add_update();
    }
    own.velocity[2] = 0;
    own.mask |= NQ_SU_ONGROUND;
    add_update();
}

Test(events_netquake, jumps_and_landings)
{
    begin(1);
    add_update();
    fly(2, 16); /* 256 units per second */
    fly(2, 0);  /* off a step */
    fly(5, -10);
    read_made(KIND(JUMP) | KIND(LAND));
    events_stage_expect(&stage, "0.12 jump Axe (viewed) (derived)\n"
                                "0.25 land Axe 0.19 (viewed) (derived)\n"
                                "0.81 land Axe 0.38 (viewed) (derived)\n");
    nq_demo_end(&made);
}

Test(events_netquake, bodies_of_an_update)
{
    begin(4);
    set_frags(0, 3);
    set_frags(1, -1);
    own.health = 66;
    own.armor = 44;
    own.items |= ROCKETS | PENTAGRAM;
    own.active_weapon = ROCKETS;
    own.mask |= NQ_SU_VELOCITY1;
    own.velocity[0] = 20;
    for (int i = 0; i < 3; i++) {
        place[0] += 20.0;
        add_update();
    }
    read_made(EVENTS_ALL);
    cr_assert_eq(stage.num_bodies, 2, "Cob is out of sight");
    cr_expect_eq(stage.num_updates, 4);
    const struct game_body *axe = &stage.bodies[0], *bee = &stage.bodies[1];
    cr_expect(axe->viewed && axe->has_health && axe->alive);
    cr_expect_eq(axe->origin[0], 124.0f);
    cr_expect_eq(axe->velocity[0], 320.0f);
    cr_expect_eq(axe->health, 66);
    cr_expect_eq(axe->armor, 44);
    cr_expect_eq(axe->frags, 3);
    cr_expect_eq(axe->weapon, GAME_WEAPON_ROCKET);
    cr_expect(axe->status & DEMO_STATUS_PROTECTED && axe->status & DEMO_STATUS_ARMED);
    cr_expect(!bee->viewed && !bee->has_health && bee->alive);
    cr_expect_eq(bee->slot, 1);
    cr_expect_eq(bee->frags, -1);
    cr_expect_eq(bee->origin[0], 512.0f);
    alone = true;
    add_update();
    read_made(EVENTS_ALL);
    cr_expect_eq(stage.num_bodies, 1, "the last update has no place of Bee");
    cr_expect_eq(stage.bodies[0].status & DEMO_STATUS_ALIVE, DEMO_STATUS_ALIVE);
    own.health = -3;
    add_update();
    read_made(EVENTS_ALL);
    cr_expect_not(stage.bodies[0].alive);
    cr_expect_eq(stage.bodies[0].status & DEMO_STATUS_ALIVE, 0);
    nq_demo_end(&made);
}

/* --- damage of the file -------------------------------------------------------------------------
 */

Test(events_netquake, events_up_to_the_damage)
{
    begin(4);
    print("Bee rides Axe's rocket\n");
    add_update();
    add_update();
    events_stage_read(&stage, made.file.data, made.file.size - 3, "a.dem", DEATHS,
                      FORMAT_TRUNCATED);
    events_stage_expect(&stage, "0.06 frag Axe Bee by rocket: rl (viewed)\n");
    nq_demo_end(&made);
}

/* --- the recordings -----------------------------------------------------------------------------
 */

struct sums {
    uint32_t kills, secrets, damages;
    double finish, damage;
};

static struct sums sum_events(void)
{
    struct sums sums = {.finish = NAN};
    for (uint32_t i = 0; i < stage.count; i++) {
        const struct game_event *event = &stage.events[i];
        sums.kills += event->kind == GAME_EVENT_KILL && event->level == 0;
        sums.secrets += event->kind == GAME_EVENT_SECRET && event->level == 0;
        sums.damages += event->kind == GAME_EVENT_DAMAGE;
        sums.damage += event->kind == GAME_EVENT_DAMAGE ? event->value : 0.0;
        sums.finish = event->kind == GAME_EVENT_FINISH ? event->value : sums.finish;
    }
    return sums;
}

/* Kills, secrets and the time of the end as info has them. */
Test(events_netquake, levels_of_recordings_as_info_counts_them)
{
    static const char *const names[] = {
        "netquake/r15_e0m1_qs.dem", "netquake/r15_e0m4_qs.dem", "netquake/r666_alpha.dem",
        "netquake/r666_e1m1.dem",   "netquake/r999_e0m6.dem",   "reports/quake/finish_time.dem",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct demo_stats stats;
        size_t size;
        uint8_t *data = real_data_read(&size, "%s", names[i]);
        events_stage_read(&stage, data, size, names[i], EVENTS_ALL, 0);
        const struct sums sums = sum_events();
        cr_assert_eq(read_stats(&stats, data, size, names[i]), 0);
        cr_expect_gt(sums.kills, 0u, "%s", names[i]);
        cr_expect_eq(sums.kills, (uint32_t)stats.levels[0].kills, "%s", names[i]);
        cr_expect_eq(sums.secrets, (uint32_t)stats.levels[0].secrets, "%s", names[i]);
        cr_expect_eq(isfinite(sums.finish) != 0, stats.levels[0].finished, "%s", names[i]);
        if (stats.levels[0].finished) {
            cr_expect_float_eq(sums.finish, stats.levels[0].finish_time, 1e-6, "%s", names[i]);
        }
        demo_stats_free(&stats);
        free(data);
    }
}

/* The server's time in block 601, which holds the intermission. */
Test(events_netquake, the_end_of_a_recorded_level)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "reports/quake/finish_time.dem");
    events_stage_read(&stage, data, size, "finish_time.dem", KIND(FINISH), 0);
    cr_assert_eq(stage.count, 1, "intermission, finale and cutscene are one end");
    cr_expect_float_eq(stage.events[0].value, 9.736, 1e-3);
    cr_expect_eq(stage.events[0].block, 601);
    free(data);
}
