/* Players in a scene, with synthetic models: parts joined by tags, powerup shells, weapons, flags,
 * icons, and players that are not drawn. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/player_store.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_player_pose.h"
#include "engine/quake3/scene/q3_players.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "formats/base/dmath.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/q3_demo.h"
#include "tests/support/quake3/md3_bytes.h"
#include "tests/support/scarce.h"

enum { WHO = 3, CORPSE = 70, IDLE = 22, STAND = 11, SERVERINFO = 0, PLAYERS = 544 };

/* --- a game with one player ------------------------------------------------------------------- */

struct stage {
    struct zip_bytes zip;
    struct game_files game;
    struct q3_data *data;
    struct q3_demo *demo;
    struct q3_state *state;
    size_t pos;
    struct scene scene;
    struct scene_options options;
    struct q3_build build;
};

static void add_text(struct stage *s, const char *name, const char *text)
{
    zip_bytes_add(&s->zip, name, text, strlen(text));
}

/* Its one tag: in frame 0 at the origin, in frame 1 eight up and a quarter turn to the left. */
static void add_model(struct stage *s, const char *name, const char *tag)
{
    enum { TAGS = 108 + 2 * 56, TAG = 112 };
    struct byte_writer md3 = md3_bytes();
    for (int frame = 0; frame < 2; frame++) {
        char padded[64] = {0};
        (void)snprintf(padded, sizeof(padded), "%s", tag);
        memcpy(md3.data + TAGS + frame * TAG, padded, sizeof(padded));
    }
    zip_bytes_add(&s->zip, name, md3.data, md3.size);
    byte_writer_free(&md3);
}

static void add_files(struct stage *s)
{
    static const char *const parts[] = {"lower", "upper", "head"};
    static const char *const skins[] = {"default", "red", "blue"};
    char name[128], text[31 * 16] = "";
    add_model(s, "models/players/sarge/lower.md3", "tag_torso");
    add_model(s, "models/players/sarge/upper.md3", "tag_head");
    add_model(s, "models/players/sarge/head.md3", "tag_nothing");
    add_model(s, "models/weapons2/rocketl/rocketl.md3", "tag_barrel");
    add_model(s, "models/weapons2/rocketl/rocketl_barrel.md3", "tag_nothing");
    add_model(s, "models/flags/r_flag.md3", "tag_nothing");
    for (int i = 0; i < 31; i++) { /* all of them frame 1, but standing legs */
        (void)snprintf(text + strlen(text), 16, "%d 1 0 20\n", i == IDLE ? 0 : 1);
    }
    add_text(s, "models/players/sarge/animation.cfg", text);
    for (size_t i = 0; i < 9; i++) {
        (void)snprintf(name, sizeof(name), "models/players/sarge/%s_%s.skin", parts[i / 3],
                       skins[i % 3]);
        add_text(s, name, "head,x\n");
        (void)snprintf(name, sizeof(name), "models/players/sarge/icon_%s.tga", skins[i % 3]);
        if (i < 3) {
            add_text(s, name, "");
        }
    }
    add_text(s, "scripts/a.shader",
             "powerups/quad\n{\n{\nmap $whiteimage\n}\n}\n"
             "powerups/blueflag\n{\n{\nmap $whiteimage\n}\n}\n"
             "powerups/regen\n{\n{\nmap $whiteimage\n}\n}\n"
             "powerups/battleSuit\n{\n{\nmap $whiteimage\n}\n}\n"
             "powerups/battleWeapon\n{\n{\nmap $whiteimage\n}\n}\n"
             "powerups/quadWeapon\n{\n{\nmap $whiteimage\n}\n}\n"
             "powerups/invisibility\n{\n{\nmap $whiteimage\n}\n}\n"
             "sprites/balloon3\n{\n{\nmap $whiteimage\n}\n}\n"
             "sprites/foe\n{\n{\nmap $whiteimage\n}\n}\n");
}

static void open_data(struct stage *s, bool with_files)
{
    struct format_error err = {0};
    if (with_files) {
        add_files(s);
    } else {
        add_text(s, "readme.txt", "");
    }
    zip_bytes_end(&s->zip);
    s->game.files = files_create(NULL, NULL);
    cr_assert_not_null(s->game.files);
    cr_assert_eq(files_add_pak(s->game.files, "a.pk3", s->zip.out.data, s->zip.out.size), 0);
    cr_assert_eq(q3_data_open(&s->data, &s->game, 1, &err), 0);
}

static void snapshot(struct stage *s, int32_t time)
{
    struct dm3_block block;
    bool updated;
    q3_demo_snapshot(s->demo, time, 1);
    while (s->pos < s->demo->file.size) {
        cr_assert_eq(dm3_next_block(s->demo->file.data, s->demo->file.size, &s->pos, &block, NULL),
                     1);
        cr_assert_eq(q3_state_apply(s->state, s->demo->protocol, &block, &updated, NULL), 0);
    }
}

static int32_t *add_player(struct stage *s, uint32_t number, float x, float y, float z, float yaw)
{
    q3_demo_place(s->demo, number, x, y, z);
    int32_t *f = q3_demo_entity(s->demo, number);
    f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    f[Q3_ES_CLIENT_NUM] = WHO;
    f[Q3_ES_LEGS_ANIM] = IDLE;
    f[Q3_ES_TORSO_ANIM] = STAND;
    f[Q3_ES_APOS_TR_BASE_1] = q3_float_bits(yaw);
    return f;
}

/* Starts with player WHO at 100 200 300, yaw 30; returns its entity's fields. */
static int32_t *begin(struct stage *s, const char *serverinfo, bool with_files)
{
    *s = (struct stage){.demo = q3_demo_create(68), .options = {.width = 320, .height = 200}};
    open_data(s, with_files);
    s->state = calloc(1, sizeof(*s->state));
    cr_assert_not_null(s->state);
    q3_state_start(s->state);
    q3_demo_configstring(s->demo, SERVERINFO, serverinfo);
    q3_demo_configstring(s->demo, PLAYERS + WHO, "n\\a\\t\\1\\model\\sarge\\hmodel\\sarge");
    q3_demo_configstring(s->demo, PLAYERS, "n\\b\\t\\1\\model\\sarge\\hmodel\\sarge");
    q3_demo_gamestate(s->demo, 0);
    s->demo->player.stats[0] = 100;
    s->demo->player.persistant[3] = 1;
    return add_player(s, WHO, 100, 200, 300, 30);
}

static void end(struct stage *s)
{
    scene_free(&s->scene);
    q3_demo_free(s->demo);
    free(s->state);
    q3_data_close(s->data);
    game_files_close(&s->game);
    zip_bytes_free(&s->zip);
}

/* An empty scene of the current snapshot. */
static void begin_scene(struct stage *s)
{
    s->build = (struct q3_build){.whole = &s->scene, .data = s->data, .options = &s->options};
    cr_assert(q3_interp_at(&s->build.interp, s->state, q3_game_of(68), 1.0));
    s->build.scene = rgb_scene_begin(&s->scene);
    cr_assert_not_null(s->build.scene);
}

static void add_entity(struct stage *s, uint32_t number, bool in_eyes)
{
    const struct q3_entity_state *entity =
        q3_frames_entity_of(&s->state->frames, s->build.interp.from, number);
    struct q3_pose pose;
    cr_assert_not_null(entity);
    q3_interp_place(&s->build.interp, entity, &pose);
    q3_players_add(&s->build, entity, &pose, in_eyes);
}

/* A scene of the current snapshot with that entity alone. */
static const struct rgb_scene *draw(struct stage *s, uint32_t number, bool in_eyes)
{
    begin_scene(s);
    if (number == Q3_OWN) {
        q3_players_add_own(&s->build, in_eyes);
    } else {
        add_entity(s, number, in_eyes);
    }
    return s->build.scene;
}

static bool is_called(const struct rgb_entity *e, const char *model)
{
    return e->kind == RGB_MODEL && strcmp(e->model->name, model) == 0;
}

#define EXPECT_PLACE(e, x, y, z)                                                                   \
    do {                                                                                           \
        cr_expect_float_eq((e)->origin[0], x, 1e-3, "x %g", (double)(e)->origin[0]);               \
        cr_expect_float_eq((e)->origin[1], y, 1e-3, "y %g", (double)(e)->origin[1]);               \
        cr_expect_float_eq((e)->origin[2], z, 1e-3, "z %g", (double)(e)->origin[2]);               \
    } while (0)

/* Degrees that its front points to, over ground. */
static double yaw_of(const struct rgb_entity *e)
{
    const double yaw = dmath_atan2((double)e->axis[0][1], (double)e->axis[0][0]);
    return (yaw < -1e-6 ? yaw + 2.0 * DMATH_PI : yaw) * 180.0 / DMATH_PI;
}

/* --- parts ------------------------------------------------------------------------------------ */

Test(q3_players, parts_stand_on_each_others_tags)
{
    struct stage s;
    int32_t *f = begin(&s, "", true);
    f[Q3_ES_WEAPON] = 5;
    snapshot(&s, 1000);
    const struct rgb_scene *r = draw(&s, WHO, false);
    cr_assert_eq(r->num_entities, 5u);
    const struct rgb_entity *e = r->entities;
    cr_expect(is_called(&e[0], "models/players/sarge/lower"));
    cr_expect(is_called(&e[1], "models/players/sarge/upper"));
    cr_expect(is_called(&e[2], "models/players/sarge/head"));
    cr_expect(is_called(&e[3], "models/weapons2/rocketl/rocketl"));
    cr_expect(is_called(&e[4], "models/weapons2/rocketl/rocketl_barrel"));
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(e[i].flags, (unsigned)RGB_OWN_LIGHT_PLACE);
        cr_expect_eq(e[i].light_origin[2], 300.0f);
        cr_expect_null(e[i].material);
        cr_expect_eq(e[i].skin != NULL, i < 3);
    }
    EXPECT_PLACE(&e[0], 100, 200, 300); /* legs in frame 0: its tag is at their origin */
    EXPECT_PLACE(&e[1], 100, 200, 300);
    EXPECT_PLACE(&e[2], 100, 200, 308); /* the torso in frame 1: eight up and a quarter turn */
    EXPECT_PLACE(&e[3], 100, 200, 300); /* there is no tag for the gun */
    cr_expect_float_eq(yaw_of(&e[0]), 30.0, 0.02);
    cr_expect_float_eq(yaw_of(&e[1]), 30.0, 0.02);
    cr_expect_float_eq(yaw_of(&e[2]), 120.0, 0.02);
    end(&s);
}

Test(q3_players, turned_parts_take_what_is_on_them_along)
{
    struct stage s;
    int32_t *f = begin(&s, "", true);
    f[Q3_ES_LEGS_ANIM] = 15; /* frame 1; the parts follow the view */
    snapshot(&s, 1000);
    f[Q3_ES_APOS_TR_BASE_1] = q3_float_bits(90);
    f[Q3_ES_ANGLES2_1] = q3_float_bits(2); /* legs half left: 45, the torso by a quarter of it */
    snapshot(&s, 3000);
    const struct rgb_entity *e = draw(&s, WHO, false)->entities;
    cr_expect_float_eq(yaw_of(&e[0]), 135.0, 0.02);
    EXPECT_PLACE(&e[1], 100, 200, 308);
    cr_expect_float_eq(yaw_of(&e[1]), 101.25 + 90.0, 0.02); /* and the tag's quarter turn */
    EXPECT_PLACE(&e[2], 100, 200, 316);
    cr_expect_float_eq(yaw_of(&e[2]), 90.0 + 180.0, 0.02);
    end(&s);
}

Test(q3_players, legs_lean_where_they_go)
{
    const struct q3_turn turn = {.torso_yaw = 90, .torso_pitch = 10, .legs_yaw = 90};
    struct q3_animations animations = {0};
    const float view[3] = {20, 80, 0}, forward[3] = {0, 200, 0}, left[3] = {-100, 0, 0};
    const float nowhere[3] = {NAN, INFINITY, 0};
    struct q3_player_pose pose;
    q3_player_pose(view, forward, &turn, 5, &animations, &pose);
    cr_expect_float_eq(pose.legs[0], 10.0, 1e-4); /* 200 * 0.05 */
    cr_expect_float_eq(pose.legs[2], 0.0, 1e-4);
    cr_expect_float_eq(pose.torso[0], 0.0, 1e-4);
    cr_expect_float_eq(pose.torso[2], 5.0, 1e-4);
    cr_expect_float_eq(pose.head[0], 10.0, 1e-4);
    cr_expect_float_eq(pose.head[1], -10.0, 1e-4);
    cr_expect_float_eq(pose.head[2], -5.0, 1e-4);
    q3_player_pose(view, left, &turn, 0, &animations, &pose);
    cr_expect_float_eq(pose.legs[0], 0.0, 1e-4);
    cr_expect_float_eq(pose.legs[2], -5.0, 1e-4);
    q3_player_pose(view, nowhere, &turn, 0, &animations, &pose);
    cr_expect_float_eq(pose.legs[2], 0.0, 1e-4);
    animations.fixed_legs = animations.fixed_torso = true;
    q3_player_pose(view, left, &turn, 0, &animations, &pose);
    cr_expect_float_eq(pose.legs[2], 0.0, 1e-4);
    cr_expect_float_eq(pose.torso[0], 0.0, 1e-4);
    cr_expect_float_eq(pose.torso[1], 0.0, 1e-4);
}

/* --- shells, flags, signs --------------------------------------------------------------------- */

static const char *material_of(const struct rgb_entity *e)
{
    return e->material ? e->material->name : "";
}

static void expect_shells(const char *serverinfo, uint32_t powerups, int32_t time, int count,
                          const char *const names[])
{
    struct stage s;
    int32_t *f = begin(&s, serverinfo, true);
    f[Q3_ES_POWERUPS] = (int32_t)powerups;
    snapshot(&s, time);
    const struct rgb_scene *r = draw(&s, WHO, false);
    cr_assert_eq(r->num_entities, (size_t)count * 3, "%zu", r->num_entities);
    for (int i = 0; i < count * 3; i++) {
        cr_expect_str_eq(material_of(&r->entities[i]), names[i % count]);
    }
    end(&s);
}

Test(q3_players, powerups_are_shells_around_each_part)
{
    static const char *const quad[] = {"", "powerups/quad", "powerups/battleSuit"};
    static const char *const red[] = {"", "powerups/blueflag", "powerups/regen",
                                      "powerups/battleSuit"};
    static const char *const invisible[] = {"powerups/invisibility"};
    const uint32_t most =
        1u << Q3_POWERUP_QUAD | 1u << Q3_POWERUP_BATTLE_SUIT | 1u << Q3_POWERUP_REGENERATION;
    expect_shells("g_gametype\\0", most, 1000, 3, quad); /* regeneration is between its blinks */
    cr_expect_not_null(strstr(red[1], "blue"));
    expect_shells("g_gametype\\0", most | 1u << Q3_POWERUP_INVISIBILITY, 1000, 1, invisible);
}

Test(q3_players, in_teams_the_quad_of_red_is_red_and_friends_have_a_mark)
{
    static const char *const shells[] = {"", "powerups/blueflag", "powerups/regen"};
    struct stage s;
    int32_t *f = begin(&s, "g_gametype\\4", true);
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_QUAD | 1 << Q3_POWERUP_REGENERATION;
    snapshot(&s, 1150);
    const struct rgb_scene *r = draw(&s, WHO, false);
    cr_assert_eq(r->num_entities, 10u);
    cr_expect_eq(r->entities[0].kind, RGB_SPRITE);
    cr_expect_str_eq(material_of(&r->entities[0]), "sprites/foe");
    EXPECT_PLACE(&r->entities[0], 100, 200, 348);
    for (int i = 0; i < 9; i++) {
        cr_expect_str_eq(material_of(&r->entities[1 + i]), shells[i % 3]);
    }
    cr_expect_str_eq(r->entities[1].skin->name, "models/players/sarge/lower_red.skin");
    cr_expect_eq(r->num_dlights, 1u);
    cr_expect(r->dlights[0].radius >= 200.0f && r->dlights[0].radius < 232.0f);
    f[Q3_ES_E_FLAGS] |= 0x1000; /* chatting: shown instead of the team icon */
    snapshot(&s, 1200);
    cr_expect_str_eq(material_of(&draw(&s, WHO, false)->entities[0]), "sprites/balloon3");
    f[Q3_ES_E_FLAGS] = 1;
    snapshot(&s, 1250);
    cr_expect_eq(draw(&s, WHO, false)->entities[0].kind, RGB_MODEL); /* nor do the dead */
    end(&s);
}

Test(q3_players, guns_have_shells_of_their_own)
{
    static const char *const shells[] = {"", "powerups/battleWeapon", "powerups/quadWeapon"};
    struct stage s;
    int32_t *f = begin(&s, "", true);
    f[Q3_ES_WEAPON] = 5;
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_QUAD | 1 << Q3_POWERUP_BATTLE_SUIT;
    snapshot(&s, 1000);
    const struct rgb_scene *r = draw(&s, WHO, false);
    cr_assert_eq(r->num_entities, 15u);
    for (int i = 0; i < 6; i++) {
        cr_expect_str_eq(material_of(&r->entities[9 + i]), shells[i % 3]);
    }
    end(&s);
}

Test(q3_players, flags_are_at_their_carriers_backs)
{
    struct stage s;
    int32_t *f = begin(&s, "", true);
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_RED_FLAG;
    f[Q3_ES_APOS_TR_BASE_1] = 0;
    snapshot(&s, 1000);
    const struct rgb_scene *r = draw(&s, WHO, false);
    cr_assert_eq(r->num_entities, 4u);
    cr_expect(is_called(&r->entities[3], "models/flags/r_flag"));
    EXPECT_PLACE(&r->entities[3], 84, 200, 316);
    cr_expect_float_eq(yaw_of(&r->entities[3]), 90.0, 0.02);
    cr_expect_eq(r->num_dlights, 1u);
    end(&s);
}

/* A camera that follows the player shows no team icon. */
Test(q3_players, over_the_own_head_is_no_friends_mark)
{
    struct stage s;
    (void)begin(&s, "g_gametype\\4", true);
    snapshot(&s, 1000);
    cr_expect_eq(draw(&s, Q3_OWN, false)->num_entities, 3u);
    s.demo->player.fields[Q3_PS_E_FLAGS] = 0x1000;
    snapshot(&s, 1050);
    cr_expect_str_eq(material_of(&draw(&s, Q3_OWN, false)->entities[0]), "sprites/balloon3");
    end(&s);
}

/* --- players that are not drawn --------------------------------------------------------------- */

Test(q3_players, who_looks_is_for_mirrors_alone)
{
    struct stage s;
    (void)begin(&s, "g_gametype\\4", true);
    snapshot(&s, 1000);
    const struct rgb_scene *r = draw(&s, WHO, true);
    for (size_t i = 0; i < r->num_entities; i++) {
        cr_expect((r->entities[i].flags & RGB_NOT_IN_EYES) != 0);
    }
    end(&s);
}

Test(q3_players, the_own_body_is_made_of_the_player)
{
    static const struct {
        int32_t type, health;
        size_t parts;
    } cases[] = {{0, 100, 3}, {3, 0, 3}, {3, -40, 0}, {2, 100, 0}, {5, 100, 0}, {6, 100, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct stage s;
        (void)begin(&s, "", true);
        int32_t *f = s.demo->player.fields;
        f[Q3_PS_ORIGIN_0] = q3_float_bits(5);
        f[Q3_PS_LEGS_ANIM] = IDLE;
        f[Q3_PS_TORSO_ANIM] = STAND;
        f[Q3_PS_PM_TYPE] = cases[i].type;
        s.demo->player.stats[0] = cases[i].health;
        snapshot(&s, 1000);
        const struct rgb_scene *r = draw(&s, Q3_OWN, false);
        cr_assert_eq(r->num_entities, cases[i].parts, "%zu: %zu", i, r->num_entities);
        if (cases[i].parts != 0) {
            EXPECT_PLACE(&r->entities[0], 5, 0, 0);
        }
        end(&s);
    }
}

Test(q3_players, corpses_are_whose_they_were_and_strangers_nobody)
{
    struct stage s;
    (void)begin(&s, "", true);
    int32_t *f = add_player(&s, CORPSE, 0, 0, 10, 0);
    f[Q3_ES_LEGS_ANIM] = f[Q3_ES_TORSO_ANIM] = 1;
    f[Q3_ES_E_FLAGS] = 1;
    snapshot(&s, 1000);
    cr_expect_eq(draw(&s, CORPSE, false)->num_entities, 3u); /* and no gun */
    f[Q3_ES_CLIENT_NUM] = 9;
    snapshot(&s, 1050);
    cr_expect_eq(draw(&s, CORPSE, false)->num_entities, 0u);
    f[Q3_ES_CLIENT_NUM] = -1;
    snapshot(&s, 1100);
    cr_expect_eq(draw(&s, CORPSE, false)->num_entities, 0u);
    end(&s);
}

/* A box in their place, as large as they and turned as they. */
Test(q3_players, without_files_players_are_boxes)
{
    struct stage s;
    (void)begin(&s, "", false);
    snapshot(&s, 1000);
    const struct rgb_scene *r = draw(&s, WHO, false);
    cr_assert_eq(r->num_entities, 1u);
    const struct rgb_entity *e = &r->entities[0];
    cr_assert(e->model && e->model->missing);
    const double low = (double)(e->origin[2] + e->axis[2][2] * e->model->mins[2]);
    const double high = (double)(e->origin[2] + e->axis[2][2] * e->model->maxs[2]);
    cr_expect_float_eq(low, 276.0, 0.01);
    cr_expect_float_eq(high, 332.0, 0.01);
    cr_expect_float_eq(yaw_of(e), 30.0, 0.02);
    end(&s);
}

Test(q3_players, places_that_are_none_are_not_drawn)
{
    struct stage s;
    int32_t *f = begin(&s, "", true);
    f[Q3_ES_POS_TR_BASE_0] = q3_float_bits(NAN);
    snapshot(&s, 1000);
    cr_expect_eq(draw(&s, WHO, false)->num_entities, 0u);
    f[Q3_ES_POS_TR_BASE_0] = q3_float_bits(1);
    f[Q3_ES_APOS_TR_BASE_1] = q3_float_bits(NAN);
    f[Q3_ES_APOS_TR_BASE_0] = q3_float_bits(1e30f);
    snapshot(&s, 1050);
    (void)draw(&s, WHO, false);
    end(&s);
}

/* Wherever memory runs out, the scene reports it, and the next scene is complete. */
Test(q3_players, memory_may_run_out_anywhere)
{
    for (uint64_t most = 1; most < 400; most++) {
        struct stage s;
        int32_t *f = begin(&s, "g_gametype\\4", true);
        f[Q3_ES_WEAPON] = 5;
        f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_QUAD | 1 << Q3_POWERUP_RED_FLAG;
        snapshot(&s, 1000);
        const size_t whole = 1 + 6 + 4 + 1;
        begin_scene(&s);
        const struct rgb_scene *r = s.build.scene;
        scarce_begin_from(most);
        add_entity(&s, WHO, false);
        scarce_end();
        const bool told = r->lacks_memory || files_lacked_memory(s.game.files);
        cr_assert(told || r->num_entities == whole, "%zu", r->num_entities);
        (void)files_lacked_memory(s.game.files);
        cr_assert_eq(draw(&s, WHO, false)->num_entities, whole);
        end(&s);
        if (!told) {
            return;
        }
    }
    cr_assert_fail("it never had enough");
}
