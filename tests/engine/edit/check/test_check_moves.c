/* Checks of how NetQuake's recorders move and look, and of the server's clock: one demo that raises
 * each, and one that stays just below. */
#include <stdio.h>

#include "tests/engine/edit/check/check_bytes.h"
#include "tests/support/nq_demo.h"

enum { VIEW = 1, UNIT = 16, RATE = 40 };

static struct nq_demo made;
static struct check_finding last;

/* An update of a recorder who moves. */
struct moment {
    float time, yaw;
    double x, z;
    int velocity[3]; /* in 16 units a second */
    bool on_ground, fires;
    int8_t health;
};

static struct moment now;

static void begin(void)
{
    nq_demo_begin(&made);
    now = (struct moment){.time = 1.0f, .on_ground = true, .health = 100};
}

static void end(void)
{
    nq_demo_end(&made);
}

TestSuite(check_moves, .init = begin, .fini = end);

/* An update a 40th of a second later; what was added to the block stands in front. */
static void add_update(void)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_WEAPON | NQ_SU_WEAPONFRAME | NQ_SU_VELOCITY1 |
                          NQ_SU_VELOCITY1 << 1 | NQ_SU_VELOCITY1 << 2 |
                          (now.on_ground ? NQ_SU_ONGROUND : 0);
    m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
    m.u.clientdata.view_height = 22;
    m.u.clientdata.items = 1;
    m.u.clientdata.health = now.health;
    m.u.clientdata.weapon_model = 5;
    m.u.clientdata.weapon_frame = now.fires;
    for (int i = 0; i < 3; i++) {
        m.u.clientdata.velocity[i] = (int8_t)now.velocity[i];
    }
    now.time += 1.0f / RATE;
    nq_demo_time(&made, now.time);
    nq_demo_add(&made, &m);
    nq_demo_entity(&made, VIEW, 3, now.x, 0, now.z);
    nq_demo_block(&made, 0, now.yaw);
}

static void add_updates(int count)
{
    for (int i = 0; i < count; i++) {
        add_update();
    }
}

static void add_level(int players)
{
    nq_demo_serverinfo(&made, (uint8_t)players);
    nq_demo_block(&made, 0, 0);
    add_updates(RATE); /* the view settles */
}

static void begin_again(void)
{
    end();
    begin();
}

static struct check_report check_made(enum check_rule rule)
{
    return check_bytes(&made.file, rule, &last, 0);
}

static void expect_only(enum check_rule rule, const char *value)
{
    const struct check_report report = check_made(rule);
    cr_expect_eq(report.of_rule[rule], 1u, "%s", check_info(rule)->name);
    cr_expect_eq(report.signatures + report.notes, 1u, "%s", check_info(rule)->name);
    cr_expect_str_eq(last.value, value);
    begin_again();
}

static void expect_none(void)
{
    const struct check_report report = check_made(CHECK_RULES);
    cr_expect_eq(report.signatures + report.notes, 0u);
    begin_again();
}

/* --- places and speeds --------------------------------------------------------------------------
 */

Test(check_moves, a_place_that_velocity_does_not_lead_to)
{
    add_level(1);
    now.x = 64;
    add_updates(5);
    expect_none();
    add_level(1);
    now.x = 65;
    add_updates(5);
    expect_only(CHECK_WARP, "65 units in 3 updates");
    add_level(1);
    for (int i = 0; i < 3; i++) { /* in parts */
        now.x += 22;
        add_update();
    }
    add_updates(5);
    expect_only(CHECK_WARP, "66 units in 3 updates");
    add_level(1);
    now.velocity[0] = 20;
    add_update();
    for (int i = 0; i < 20; i++) { /* as fast as told */
        now.x += 20.0 * UNIT / RATE;
        add_update();
    }
    expect_none();
}

Test(check_moves, a_teleport)
{
    struct nq_message m = {.id = NQ_TEMP_ENTITY};
    m.u.temp_entity.type = NQ_TE_TELEPORT;
    add_level(1);
    nq_demo_add(&made, &m);
    now.x = 1000;
    add_updates(5);
    expect_none();
}

Test(check_moves, a_camera)
{
    add_level(1);
    nq_demo_add(&made, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 2});
    nq_demo_entity(&made, 2, 3, 5000, 0, 0);
    add_updates(5);
    expect_none();
}

static void add_gain(int gain, bool on_ground)
{
    add_level(1);
    now.on_ground = on_ground;
    now.velocity[2] = 10;
    add_update();
    now.velocity[0] = gain;
    now.velocity[2] = 9;
    add_update();
}

Test(check_moves, speed_that_comes_in_the_air)
{
    add_gain(64 / UNIT, false);
    expect_none();
    add_gain(64 / UNIT + 1, false);
    expect_only(CHECK_SPEED_GAIN, "from 0 to 80");
    add_gain(64 / UNIT + 1, true);
    expect_none();
    add_gain(64 / UNIT, false);
    now.velocity[0] += 10;
    now.velocity[2] = 8;
    now.health = 90;
    nq_demo_add(&made, &(struct nq_message){.id = NQ_DAMAGE, .u.damage.blood = 10});
    add_update(); /* an explosion */
    expect_none();
}

static void add_flight(int updates, int velocity, int way)
{
    add_level(1);
    now.on_ground = false;
    now.velocity[2] = velocity;
    now.velocity[0] = 10;
    for (int i = 0; i < updates; i++) {
        now.x += way;
        add_update();
    }
    now.on_ground = true;
    now.velocity[0] = now.velocity[2] = 0;
    add_update();
}

Test(check_moves, flights)
{
    const int updates = (int)(check_info(CHECK_NO_FALL)->threshold * RATE);
    add_flight(updates, 1, 4);
    expect_none();
    add_flight(updates + 4, 1, 4);
    expect_only(CHECK_NO_FALL, "16 units a second for 0.50 s, 80 units away");
    add_flight(updates + 4, 0, 0); /* on an edge */
    expect_none();
}

/* Falls with a gravity in units per second squared. */
static void add_falls(float gravity)
{
    add_level(1);
    for (int fall = 0; fall < 4; fall++) {
        now.on_ground = false;
        for (int i = 0; i < RATE / 2; i++) {
            now.velocity[2] = (int)lroundf(-gravity * (float)i / RATE / UNIT);
            add_update();
        }
        now.on_ground = true;
        now.velocity[2] = 0;
        add_update();
    }
}

Test(check_moves, gravity)
{
    static const struct {
        float gravity;
        bool found;
    } rows[] = {{800, false}, {810, false}, {790, false}, {880, true}, {720, true}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        add_falls(rows[i].gravity);
        cr_expect_eq(check_made(CHECK_GRAVITY).of_rule[CHECK_GRAVITY], rows[i].found, "%g: %s",
                     (double)rows[i].gravity, last.value);
        begin_again();
    }
}

/* --- the view -----------------------------------------------------------------------------------
 */

static void add_yaw(float yaw, bool fires)
{
    now.yaw = yaw;
    now.fires = fires;
    add_update();
}

Test(check_moves, turns)
{
    add_level(1);
    add_yaw(99, false); /* 3960 degrees a second */
    expect_none();
    add_level(1);
    add_yaw(101, false);
    expect_only(CHECK_TURN_SPEED, "101.0 degrees in 0.0250 s, 4040 in a second");
    add_level(1);
    add_yaw(40, false);
    add_yaw(0, false);
    expect_none();
    add_level(1);
    add_yaw(41, false);
    add_yaw(0, false);
    expect_only(CHECK_TURN, "41.0 degrees and -41.0 back");
    add_level(1);
    add_yaw(41, false);
    add_yaw(41, true);
    add_yaw(20, true);
    expect_only(CHECK_AIM_SNAP, "41.0 degrees, fire, and -21.0 back within 2 updates");
    add_level(1);
    add_yaw(39, false);
    add_yaw(39, true);
    add_yaw(0, true);
    expect_none();
}

Test(check_moves, views_that_the_server_turns)
{
    for (int late = 0; late < 2; late++) {
        add_level(1);
        nq_demo_add(&made, &(struct nq_message){.id = NQ_SETANGLE});
        if (late) { /* the client shows it with the next update */
            add_update();
        }
        add_yaw(150, false);
        expect_none();
    }
}

static void add_turns(int turns, float unit)
{
    add_level(1);
    for (int i = 1; i <= turns; i++) {
        now.time += (float)(i % 3) * 0.001f; /* the clock is not checked here */
        add_yaw((float)i * unit, false);
    }
}

Test(check_moves, views_from_messages)
{
    const float unit = 360.0f / 256;
    add_turns(100, unit);
    expect_none();
    add_turns(101, unit);
    expect_only(CHECK_COARSE_VIEW, "101 turns");
    add_turns(100, unit);
    add_yaw(100.5f * unit, false);
    add_yaw(101 * unit, false);
    expect_none();
}

/* --- pickups ------------------------------------------------------------------------------------
 */

static void add_rise(const char *text, const char *stuffed, int from, int to)
{
    now.health = (int8_t)from;
    add_level(1);
    if (text) {
        nq_demo_text(&made, NQ_PRINT, text);
    }
    if (stuffed) {
        nq_demo_text(&made, NQ_STUFFTEXT, stuffed);
    }
    now.health = (int8_t)to;
    add_updates(6);
}

Test(check_moves, pickups_that_give_too_little)
{
    add_rise("You receive 25 health\n", "bf\n", 50, 75);
    expect_none();
    add_rise("You receive 25 health\n", "bf\n", 50, 76);
    expect_only(CHECK_HEALTH_RISE, "health from 50 to 76, and pickups gave 25");
    add_rise("You got the nailgun\n", "bf\n", 50, 51);
    expect_only(CHECK_HEALTH_RISE, "health from 50 to 51, and pickups gave 0");
    add_rise(NULL, "bf\n", 10, 110);
    expect_none();
    add_rise(NULL, "bf\n", 10, 111);
    expect_only(CHECK_HEALTH_RISE, "health from 10 to 111, and pickups gave 100");
}

Test(check_moves, pickups_add_up)
{
    now.health = 40;
    add_level(1);
    nq_demo_text(&made, NQ_PRINT, "You receive 15 health\n");
    nq_demo_text(&made, NQ_PRINT, "You receive 25 health\n");
    now.health = 80;
    add_updates(6);
    expect_none();
}

Test(check_moves, games_of_several_players)
{
    now.health = 50;
    add_level(4);
    now.health = 75;
    add_updates(6);
    expect_only(CHECK_HEALTH_OTHER, "health from 50 to 75, and pickups gave 0");
}

/* --- the clock ----------------------------------------------------------------------------------
 */

Test(check_moves, a_clock_with_gaps)
{
    add_level(1);
    now.time += 0.17f;
    add_updates(2);
    expect_none();
    add_level(1);
    now.time += 0.18f;
    add_updates(2);
    cr_expect_eq(check_made(CHECK_TIME_GAP).signatures, 1u);
}

Test(check_moves, a_late_start)
{
    now.time = 3.95f;
    add_level(1);
    expect_none();
    now.time = 4.0f;
    add_level(1);
    expect_only(CHECK_LATE_START, "server time 4.025 s");
}

Test(check_moves, a_start_without_sign_on)
{
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo.protocol = NQ_PROTOCOL_15;
    m.u.serverinfo.max_clients = 1;
    m.u.serverinfo.level_name = "the test";
    m.u.serverinfo.models = (struct nq_names){"maps/none.bsp\0", 1};
    m.u.serverinfo.sounds = (struct nq_names){"misc/null.wav\0", 1};
    nq_demo_add(&made, &m);
    nq_demo_block(&made, 0, 0);
    add_updates(2);
    expect_only(CHECK_NO_SIGN_ON, "no sign-on number 3 before updates");
}
