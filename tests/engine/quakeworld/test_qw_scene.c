/* Scenes of QuakeWorld demos: drawn entities, viewed player, 2D layer. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/quakeworld/qw_scene.h"
#include "tests/support/quake_game.h"
#include "tests/support/qw_game.h"

enum { RECORDER = 3, PLAYER = 2, SPIKE = 3, MISSILE = 4, EYES = 6, FLAG = 7 };

static const struct qw_protocol plain = {.version = 28};
static const struct qw_protocol multi = {.version = 28, .is_mvd = true};

static struct qw_game game;
static struct quake_data data;
static struct scene scene;
static struct scene_options options;

static void quiet(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void begin(const struct qw_protocol *protocol)
{
    const struct game_files_options where = {.builtin = true, .log = quiet};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &where, &err), 0, "%s", err.what);
    memset(&scene, 0, sizeof scene);
    options = (struct scene_options){.width = 320,
                                     .height = 240,
                                     .fov = 90.0f,
                                     .no_hud = true,
                                     .no_particles = true,
                                     .camera = camera_default()};
    qw_game_begin(&game, protocol);
    qw_game_signon(&game);
}

static void end(void)
{
    qw_game_end(&game);
    scene_free(&scene);
    quake_game_close(&data);
}

static void draw(double fraction)
{
    cr_assert_eq(qw_scene_build(&scene, game.state, &game.demo, fraction, &options, &data), 0);
}

/* The number-th entity of that model; NULL = there is none. */
static const struct palette_entity *find(const char *model, int number)
{
    for (size_t i = 0; i < scene.palette->num_entities; i++) {
        if (strcmp(scene.palette->entities[i].model->name, model) == 0 && number-- == 0) {
            return &scene.palette->entities[i];
        }
    }
    return NULL;
}

static const char player_name[] = "progs/player.mdl", spike_name[] = "progs/spike.mdl",
                  missile_name[] = "progs/missile.mdl", flag_name[] = "progs/flag.mdl",
                  eyes_name[] = "progs/eyes.mdl";

static void userinfo(uint8_t player, const char *info)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = player;
    m.u.updateuserinfo.user = 100 + player;
    m.u.updateuserinfo.info = info;
    qw_game_add(&game, &m);
}

static struct qw_message at(uint8_t player, float x, float y, float z)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    m.u.player.player = player;
    m.u.player.origin[0] = x;
    m.u.player.origin[1] = y;
    m.u.player.origin[2] = z;
    return m;
}

static void put(uint8_t player, float x, float y, float z)
{
    const struct qw_message m = at(player, x, y, z);
    qw_game_add(&game, &m);
}

/* A complete player of a .mvd. */
static void put_mvd(uint8_t player, float x, float yaw)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    m.u.mvd_player = (struct qw_mvd_playerinfo){
        .flags = QW_DF_ORIGIN1 | QW_DF_ANGLE1 << 1 | QW_DF_MODEL,
        .player = player,
        .model = PLAYER,
        .origin = {x, 0, 0},
        .angles = {0, yaw, 0},
    };
    qw_game_add(&game, &m);
}

static void update(unsigned msec)
{
    qw_game_entities(&game, -1, NULL, 0);
    qw_game_block(&game, msec);
    qw_game_play(&game);
}

static void command(float pitch, float yaw)
{
    struct qwd_block block = {.time = game.time, .type = QWD_CMD};
    block.u.cmd.msec = 13;
    block.u.cmd.view_angles[0] = pitch;
    block.u.cmd.view_angles[1] = yaw;
    qwd_write_block(&game.file, &block);
}

#define NEAR(a, b) (fabs((double)(a) - (double)(b)) < 0.13)

Test(qw_scene, players_wear_their_colours)
{
    begin(&plain);
    userinfo(5, "\\name\\five\\topcolor\\4\\bottomcolor\\11");
    update(10);
    put(RECORDER, 0, 0, 0);
    struct qw_message m = at(5, 100, 40, 24);
    m.u.player.flags = QW_PF_COMMAND | QW_PF_SKIN;
    m.u.player.skin = 1;
    m.u.player.frame = 12;
    m.u.player.command.bits = QW_CM_ANGLE1 | QW_CM_ANGLE2;
    m.u.player.command.angles[0] = 30;
    m.u.player.command.angles[1] = 90;
    qw_game_add(&game, &m);
    update(10);
    draw(1);
    const struct palette_entity *e = find(player_name, 0);
    cr_assert_not_null(e);
    cr_assert_null(find(player_name, 1), "the recorder does not see himself");
    cr_assert(e->translate && e->shirt == 4 && e->trousers == 11 && e->skin == 1 && e->frame == 12);
    cr_assert(NEAR(e->origin[0], 100) && NEAR(e->origin[1], 40) && NEAR(e->origin[2], 24));
    cr_assert(NEAR(e->angles[0], -10) && NEAR(e->angles[1], 90), "%g %g", (double)e->angles[0],
              (double)e->angles[1]);
    options.camera.kind = CAMERA_FREE;
    draw(1);
    cr_assert_not_null(find(player_name, 1), "but who flies elsewhere does");
    end();
}

Test(qw_scene, who_is_out_of_sight_is_not_drawn)
{
    begin(&plain);
    put(RECORDER, 0, 0, 0);
    put(5, 100, 0, 0);
    update(10);
    draw(1);
    cr_assert_not_null(find(player_name, 0));
    put(RECORDER, 0, 0, 0);
    update(10);
    draw(1);
    cr_assert_null(find(player_name, 0));
    struct qw_message m = at(5, 100, 0, 0); /* no model at all, and eyes */
    m.u.player.flags = QW_PF_MODEL;
    qw_game_add(&game, &m);
    m = at(6, 200, 0, 0);
    m.u.player.flags = QW_PF_MODEL;
    m.u.player.model = EYES;
    qw_game_add(&game, &m);
    put(RECORDER, 0, 0, 0);
    update(10);
    draw(1);
    cr_assert_null(find(player_name, 0));
    cr_assert_not_null(find(eyes_name, 0));
    end();
}

Test(qw_scene, places_lie_between_updates)
{
    const struct qw_entity first = qw_game_entity(40, MISSILE, 0),
                           second = qw_game_entity(40, MISSILE, 64),
                           third = qw_game_entity(40, MISSILE, 512);
    begin(&plain);
    put(5, 0, 0, 0);
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &first, 1);
    qw_game_block(&game, 10);
    put(5, 32, 0, 0);
    put(RECORDER, 16, 0, 0);
    qw_game_entities(&game, -1, &second, 1);
    qw_game_block(&game, 40);
    qw_game_play(&game);
    draw(0.5);
    cr_assert(NEAR(find(missile_name, 0)->origin[0], 32));
    cr_assert(NEAR(find(player_name, 0)->origin[0], 16));
    cr_assert(NEAR(scene.camera.origin[0], 8));
    cr_assert(NEAR((scene.time - 100) * 1000, 30)); /* by the recorder's clock */
    draw(1);
    cr_assert(NEAR(find(missile_name, 0)->origin[0], 64));
    put(5, 532, 0, 0); /* a jump holds at once */
    put(RECORDER, 216, 0, 0);
    qw_game_entities(&game, -1, &third, 1);
    qw_game_block(&game, 40);
    qw_game_play(&game);
    draw(0.25);
    cr_assert(NEAR(find(missile_name, 0)->origin[0], 512));
    cr_assert(NEAR(find(player_name, 0)->origin[0], 532));
    cr_assert(NEAR(scene.camera.origin[0], 216));
    end();
}

/* A gap of 0.5 s: entities wait, players are extrapolated for 0.1 s, and both move to the new
 * position in the last 0.1 s. */
Test(qw_scene, gaps)
{
    const struct qw_entity first = qw_game_entity(40, MISSILE, 0),
                           second = qw_game_entity(40, MISSILE, 64);
    begin(&plain);
    struct qw_message m = at(5, 0, 0, 0);
    m.u.player.flags = QW_PF_VELOCITY1;
    m.u.player.velocity[0] = 100;
    qw_game_add(&game, &m);
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &first, 1);
    qw_game_block(&game, 10);
    put(5, 60, 0, 0);
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &second, 1);
    qw_game_block(&game, 500);
    qw_game_play(&game);
    static const struct {
        double fraction;
        float entity, player;
    } moments[] = {{0.0, 0, 0},  {0.1, 0, 5},   {0.2, 0, 10}, {0.5, 0, 10},
                   {0.8, 0, 10}, {0.9, 32, 35}, {1.0, 64, 60}};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        draw(moments[i].fraction);
        cr_assert(NEAR(find(missile_name, 0)->origin[0], moments[i].entity), "%g: %g",
                  moments[i].fraction, (double)find(missile_name, 0)->origin[0]);
        cr_assert(NEAR(find(player_name, 0)->origin[0], moments[i].player), "%g: %g",
                  moments[i].fraction, (double)find(player_name, 0)->origin[0]);
    }
    end();
}

Test(qw_scene, angles_turn_the_shorter_way)
{
    struct qw_entity first = qw_game_entity(40, MISSILE, 0), second = first;
    first.bits |= QW_U_ANGLE2;
    second.bits |= QW_U_ANGLE2;
    first.angles[1] = 171.5625f;
    second.angles[1] = -171.5625f;
    begin(&plain);
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &first, 1);
    qw_game_block(&game, 10);
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &second, 1);
    qw_game_block(&game, 10);
    qw_game_play(&game);
    draw(0.5);
    cr_assert(NEAR(fabsf(find(missile_name, 0)->angles[1]), 180));
    end();
}

Test(qw_scene, the_recorder_looks_as_his_commands_say)
{
    begin(&plain);
    put(RECORDER, 0, 0, 0);
    game.time += 0.01f;
    command(10, 170);
    update(0);
    put(RECORDER, 0, 0, 0);
    game.time += 0.02f;
    command(20, -170);
    update(0);
    draw(1);
    cr_assert(NEAR(scene.camera.angles[0], 20) && NEAR(scene.camera.angles[1], -170));
    draw(0.5);
    cr_assert(NEAR(scene.camera.angles[0], 15) && NEAR(fabsf(scene.camera.angles[1]), 180), "%g %g",
              (double)scene.camera.angles[0], (double)scene.camera.angles[1]);
    end();
}

Test(qw_scene, heights_of_eyes)
{
    static const struct {
        uint32_t flags;
        float height, roll;
    } kinds[] = {{0, 22, 0}, {QW_PF_DEAD, -16, 80}, {QW_PF_DEAD | QW_PF_GIB, 8, 80}};
    begin(&plain);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct qw_message m = at(RECORDER, 0, 0, 64);
        m.u.player.flags = kinds[i].flags;
        qw_game_add(&game, &m);
        update(100);
        draw(1);
        cr_assert_float_eq(scene.camera.origin[2], 64 + kinds[i].height + 1.0f / 16, 1e-4f);
        cr_assert_float_eq(scene.camera.angles[2], kinds[i].roll, 1e-4f);
    }
    qw_game_add(&game, &(struct qw_message){.id = QW_SMALLKICK});
    put(RECORDER, 0, 0, 64);
    update(100);
    draw(1);
    cr_assert_float_eq(scene.camera.angles[0], -2.0f, 1e-4f);
    put(RECORDER, 0, 0, 64);
    update(100);
    draw(1);
    cr_assert_float_eq(scene.camera.angles[0], -1.0f, 1e-4f);
    end();
}

Test(qw_scene, another_players_eyes)
{
    begin(&plain);
    qw_game_stat(&game, QW_STAT_HEALTH, 77);
    qw_game_stat(&game, QW_STAT_WEAPON, MISSILE);
    put(RECORDER, 0, 0, 0);
    put(5, 100, 0, 0);
    update(10);
    draw(1);
    cr_assert(NEAR(scene.camera.origin[0], 0));
    cr_assert_not_null(scene.palette->view_model.model);
    options.follow = 5 + 1;
    draw(1);
    cr_assert(NEAR(scene.camera.origin[0], 100));
    cr_assert_null(scene.palette->view_model.model, "what he holds the demo does not say");
    cr_assert(NEAR(find(player_name, 0)->origin[0], 0), "the recorder is to be seen");
    cr_assert_null(find(player_name, 1));
    options.follow = 9 + 1; /* an empty slot: the recorder again */
    draw(1);
    cr_assert(NEAR(scene.camera.origin[0], 0));
    end();
}

Test(qw_scene, everybodys_eyes_in_a_mvd)
{
    begin(&multi);
    for (uint8_t i = 0; i < 4; i++) {
        char info[] = "\\name\\0\\*spectator\\1";
        info[6] = (char)('a' + i);
        info[7] = i == 0 ? '\\' : '\0'; /* the first only watches */
        userinfo(i, info);
    }
    qw_game_block(&game, 10);
    for (uint8_t i = 1; i < 4; i++) {
        qw_game_stat(&game, QW_STAT_HEALTH, 50 + i);
        qw_game_stat(&game, QW_STAT_WEAPON, MISSILE);
        qw_game_mvd_block(&game, 0, MVD_STATS, i, 0);
    }
    for (int round = 0; round < 2; round++) {
        for (uint8_t i = 0; i < 4; i++) {
            put_mvd(i, 100.0f * (float)i + 8.0f * (float)round, 45.0f * (float)i);
        }
        qw_game_block(&game, 20);
    }
    qw_game_play(&game);
    for (uint32_t follow = 0; follow <= 4; follow++) {
        const float slot = follow < 2 ? 1.0f : (float)(follow - 1);
        options.follow = follow;
        draw(0.5);
        cr_assert(NEAR(scene.camera.origin[0], 100 * slot + 4), "%u: %g", (unsigned)follow,
                  (double)scene.camera.origin[0]);
        cr_assert(NEAR(scene.camera.angles[1], 45 * slot));
        cr_assert_not_null(scene.palette->view_model.model);
        cr_assert(find(player_name, 1) != NULL && find(player_name, 2) == NULL);
    }
    end();
}

Test(qw_scene, flags_hang_on_backs)
{
    begin(&plain);
    put(RECORDER, 500, 0, 0);
    struct qw_message m = at(5, 100, 0, 0);
    m.u.player.flags = QW_PF_EFFECTS;
    m.u.player.effects = QW_EF_FLAG2;
    m.u.player.frame = 31; /* leans 12 units more */
    qw_game_add(&game, &m);
    update(10);
    draw(1);
    const struct palette_entity *flag = find(flag_name, 0);
    cr_assert_not_null(flag);
    cr_assert_eq(flag->skin, 1);
    /* At yaw 0 behind is -x and right is -y. */
    cr_assert(NEAR(flag->origin[0], 100 - 26) && NEAR(flag->origin[1], -22) &&
              NEAR(flag->origin[2], -16));
    cr_assert(NEAR(flag->angles[2], -45));
    cr_assert_null(find(flag_name, 1));
    end();
}

static void nail(uint8_t bytes[6], int x, int y, int z, int pitch, int yaw)
{
    x = (x + 4096) >> 1;
    y = (y + 4096) >> 1;
    z = (z + 4096) >> 1;
    bytes[0] = (uint8_t)x;
    bytes[1] = (uint8_t)(x >> 8 | y << 4);
    bytes[2] = (uint8_t)(y >> 4);
    bytes[3] = (uint8_t)z;
    bytes[4] = (uint8_t)(z >> 8 | pitch << 4);
    bytes[5] = (uint8_t)yaw;
}

Test(qw_scene, nails_fly)
{
    uint8_t bytes[12];
    struct qw_message m = {.id = QW_NAILS};
    begin(&plain);
    for (int i = 0; i < 2; i++) {
        nail(bytes, 100 + 20 * i, 40, -60, 0, 0);
        nail(bytes + 6, -200, 300, 8, 2, 64);
        m.u.nails = (struct qw_nails){.data = bytes, .count = 2};
        put(RECORDER, 0, 0, 0);
        qw_game_add(&game, &m);
        update(20);
    }
    draw(0.5);
    const struct palette_entity *a = find(spike_name, 0), *b = find(spike_name, 1);
    cr_assert(a != NULL && b != NULL && find(spike_name, 2) == NULL);
    cr_assert(NEAR(a->origin[0], 110) && NEAR(a->origin[1], 40) && NEAR(a->origin[2], -60));
    cr_assert(NEAR(b->origin[0], -200) && NEAR(b->origin[1], 300) && NEAR(b->origin[2], 8));
    cr_assert(NEAR(b->angles[0], 45) && NEAR(b->angles[1], 90));
    put(RECORDER, 0, 0, 0);
    update(20);
    draw(1);
    cr_assert_null(find(spike_name, 0), "they are told anew with every update");
    end();
}

/* QuakeWorld's servers send no fire with an explosion: clients show it, ten frames per second. */
Test(qw_scene, explosions_burn)
{
    static const char fire_name[] = "progs/s_explod.spr";
    struct qw_message m = {.id = QW_TEMP_ENTITY};
    m.u.temp_entity.type = QW_TE_EXPLOSION;
    m.u.temp_entity.origin[0] = 100;
    begin(&plain);
    put(RECORDER, 0, 0, 0);
    update(20);
    put(RECORDER, 0, 0, 0);
    qw_game_add(&game, &m);
    update(20);
    draw(0.5);
    cr_assert_null(find(fire_name, 0), "not before it happens");
    draw(1);
    const struct palette_entity *fire = find(fire_name, 0);
    cr_assert(fire != NULL && fire->frame == 0 && NEAR(fire->origin[0], 100));
    put(RECORDER, 0, 0, 0);
    update(250);
    draw(1);
    fire = find(fire_name, 0);
    cr_assert(fire != NULL && fire->frame == 2 && find(fire_name, 1) == NULL);
    put(RECORDER, 0, 0, 0);
    update(600);
    draw(1);
    cr_assert_null(find(fire_name, 0), "it burns out");
    end();
}

Test(qw_scene, lights_of_powers)
{
    static const struct {
        uint8_t effects;
        float radius, rise;
    } kinds[] = {{QW_EF_BLUE, 200, 0},
                 {QW_EF_RED, 200, 0},
                 {QW_EF_BLUE | QW_EF_RED | QW_EF_BRIGHTLIGHT, 200, 0},
                 {QW_EF_DIMLIGHT, 200, 0},
                 {QW_EF_BRIGHTLIGHT | QW_EF_DIMLIGHT, 400, 16}};
    begin(&plain);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct qw_message m = at(RECORDER, 64, 0, 0); /* even the recorder's own shows */
        m.u.player.flags = QW_PF_EFFECTS;
        m.u.player.effects = kinds[i].effects;
        qw_game_add(&game, &m);
        update(20);
        draw(1);
        cr_assert_eq(scene.palette->num_dlights, 1);
        const struct palette_dlight *light = &scene.palette->dlights[0];
        cr_assert(light->radius >= kinds[i].radius && light->radius < kinds[i].radius + 32);
        cr_assert(NEAR(light->origin[0], 64) && NEAR(light->origin[2], kinds[i].rise));
    }
    end();
}

Test(qw_scene, opacity)
{
    const struct qw_protocol shady = {.version = 28, .ftex = QW_FTEX_TRANS};
    struct qw_entity e = qw_game_entity(40, MISSILE, 0);
    begin(&shady);
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &e, 1);
    qw_game_block(&game, 10);
    qw_game_play(&game);
    draw(1);
    cr_assert_eq(find(missile_name, 0)->alpha, 255, "not set");
    e.bits |= QW_U_TRANS;
    e.trans = 76;
    put(RECORDER, 0, 0, 0);
    qw_game_entities(&game, -1, &e, 1);
    qw_game_block(&game, 10);
    qw_game_play(&game);
    draw(1);
    cr_assert_eq(find(missile_name, 0)->alpha, 76);
    end();
}

Test(qw_scene, intermission)
{
    struct qw_message m = {.id = QW_INTERMISSION};
    m.u.intermission.origin[0] = 256;
    m.u.intermission.angles[1] = 45;
    begin(&plain);
    put(RECORDER, 0, 0, 0);
    update(10);
    qw_game_add(&game, &m);
    put(RECORDER, 0, 0, 0);
    update(10);
    draw(1);
    cr_assert_eq(scene.camera.origin[0], 256.0f);
    cr_assert_float_eq(scene.camera.angles[1], 45.0f, 0.31f, "it sways a little");
    cr_assert_null(scene.palette->view_model.model);
    end();
}

/* --- the HUD ---------------------------------------------------------------------------------- */

/* True if a text of the frame is `words`. */
static bool says(const char *words)
{
    const size_t length = strlen(words);
    for (size_t i = 0; i < scene.palette->num_items; i++) {
        const struct palette_2d *item = &scene.palette->items[i];
        for (size_t j = 0; item->kind == PALETTE_2D_GLYPHS && j + length <= (size_t)item->width;
             j++) {
            if (memcmp(scene.palette->text + item->text + j, words, length) == 0) {
                return true;
            }
        }
    }
    return false;
}

static size_t fills(void)
{
    size_t count = 0;
    for (size_t i = 0; i < scene.palette->num_items; i++) {
        count += scene.palette->items[i].kind == PALETTE_2D_FILL;
    }
    return count;
}

Test(qw_scene, numbers_of_whom_one_follows)
{
    begin(&multi);
    options.no_hud = false;
    userinfo(1, "\\name\\ada");
    userinfo(2, "\\name\\bob");
    qw_game_block(&game, 10);
    for (uint8_t i = 1; i <= 2; i++) {
        qw_game_stat(&game, QW_STAT_HEALTH, 100);
        qw_game_stat(&game, QW_STAT_SHELLS, 10 + i);
        qw_game_mvd_block(&game, 0, MVD_STATS, i, 0);
    }
    userinfo(4, "\\name\\dee");
    for (int round = 0; round < 2; round++) {
        put_mvd(1, 100, 0);
        put_mvd(2, 200, 0);
        qw_game_block(&game, 20);
    }
    qw_game_text(&game, QW_CENTERPRINT, "only for bob");
    qw_game_mvd_block(&game, 20, MVD_SINGLE, 2, 0);
    put_mvd(1, 100, 0);
    put_mvd(2, 200, 0);
    put_mvd(4, 300, 0);
    qw_game_block(&game, 20);
    qw_game_play(&game);
    static const uint8_t eleven[] = {19, 19, 0}, twelve[] = {19, 20, 0}; /* yellow figures */
    for (uint32_t follow = 2; follow <= 3; follow++) {
        size_t ones = 0, twos = 0;
        options.follow = follow;
        draw(1);
        for (size_t i = 0; i < scene.palette->num_items; i++) {
            const struct palette_2d *item = &scene.palette->items[i];
            if (item->kind == PALETTE_2D_GLYPHS && item->width == 1) {
                ones += scene.palette->text[item->text] == eleven[0];
                twos += scene.palette->text[item->text] == twelve[1];
            }
        }
        cr_assert_eq(ones, follow == 2 ? 2 : 1);
        cr_assert_eq(twos, follow == 2 ? 0 : 1);
        cr_assert_eq(says("Tracking ada"), follow == 2);
        cr_assert_eq(says("Tracking bob"), follow == 3);
        cr_assert_eq(says("only for bob"), follow == 3);
    }
    options.follow = 4 + 1; /* without stats */
    draw(1);
    cr_assert(says("Tracking dee") && !says("ping"), "he is not dead");
    end();
}

/* A free spectator has no view model and no numbers, and does not see the inside of a followed
 * player. */
Test(qw_scene, spectators)
{
    begin(&plain);
    options.no_hud = false;
    game.state->recorder_spectates = 1;
    qw_game_stat(&game, QW_STAT_HEALTH, 100);
    qw_game_stat(&game, QW_STAT_WEAPON, MISSILE);
    put(RECORDER, 0, 0, 0);
    put(5, 8, 0, 0);
    put(6, 100, 0, 0);
    qw_game_entities(&game, -1, NULL, 0);
    qw_game_block(&game, 10);
    qw_game_step(&game);
    game.state->recorder_spectates = 1; /* after the signon, which sets it to 0 */
    qw_game_play(&game);
    draw(1);
    cr_assert_null(scene.palette->view_model.model);
    cr_assert(says("SPECTATOR MODE"));
    cr_assert(NEAR(find(player_name, 0)->origin[0], 100));
    cr_assert_null(find(player_name, 1));
    options.follow = 6 + 1;
    draw(1);
    cr_assert_not(says("SPECTATOR MODE"));
    end();
}

Test(qw_scene, scores)
{
    struct qw_message m = {.id = QW_UPDATEFRAGS};
    begin(&plain);
    options.no_hud = false;
    options.width = 640;
    options.height = 480;
    userinfo(RECORDER, "\\name\\me\\team\\redish");
    userinfo(5, "\\name\\five\\team\\blue");
    userinfo(6, "\\name\\looker\\*spectator\\1");
    m.u.player_short.player = 5;
    m.u.player_short.value = 41;
    qw_game_add(&game, &m);
    m.id = QW_UPDATEPING;
    m.u.player_short.value = 123;
    qw_game_add(&game, &m);
    memset(&m, 0, sizeof m);
    m.id = QW_UPDATEENTERTIME;
    m.u.updateentertime.player = 5;
    m.u.updateentertime.time = 12 * 60 + 5;
    qw_game_add(&game, &m);
    memset(&m, 0, sizeof m);
    m.id = QW_INTERMISSION;
    put(RECORDER, 0, 0, 0);
    update(10);
    qw_game_add(&game, &m);
    put(RECORDER, 0, 0, 0);
    update(10);
    draw(1);
    cr_assert(says("ping") && says("five") && says(" 123") && says("  12") && says(" 41"));
    cr_assert(says("(spectator)") && says("looker") && says("me"));
    cr_assert_not(says("team"));
    cr_assert_eq(fills(), 4);
    memset(&m, 0, sizeof m);
    m.id = QW_SERVERINFO;
    m.u.info.key = "teamplay";
    m.u.info.value = "2";
    qw_game_add(&game, &m);
    put(RECORDER, 0, 0, 0);
    update(10);
    draw(1);
    cr_assert(says("team") && says("redi") && says("blue") && !says("redis"));
    end();
}

/* During a match its clock replaces the level's. */
Test(qw_scene, the_clock_of_the_match)
{
    begin(&multi);
    options.no_hud = false;
    options.hud.clock = true;
    put_mvd(RECORDER, 0, 0);
    update(10);
    draw(1);
    cr_expect(says("0:00"));
    qw_game_text(&game, QW_STUFFTEXT, "fullserverinfo \"\\timelimit\\10\\status\\7 min left\"\n");
    put_mvd(RECORDER, 0, 0);
    update(10);
    draw(1);
    cr_expect(says("3:00"));
    put_mvd(RECORDER, 0, 0);
    update(250);
    put_mvd(RECORDER, 0, 0);
    update(250);
    draw(0);
    cr_expect(says("3:00") && !says("0:00"));
    end();
}

/* Before anything is known there is a picture as well, and so there is of any hostile state. */
Test(qw_scene, nothing_yet)
{
    begin(&multi);
    options.no_hud = false;
    draw(1);
    cr_assert_null(scene.palette->world);
    options.follow = 77;
    qw_game_play(&game);
    draw(0.5);
    cr_assert_eq(scene.palette->num_entities, 0);
    end();
}
