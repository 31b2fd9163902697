/* What the scene makes of looks that Nehahra, DarkPlaces and FTE added: full bright, glow, no
 * drawing, coloured light, sprites' animations, the view's zoom. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_scene.h"
#include "render/palette/scene_palette.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"

static struct nq_demo demo;
static struct quake_data data;
static struct scene scene;

/* A level of one player; model 3 is the player's. */
static void begin(int32_t version)
{
    struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
    nq_demo_begin(&demo);
    demo.protocol = nq_protocol_make(version, 0);
    demo.protocol.flags = 0; /* a serverinfo's are 999's only */
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
}

/* The picture at the last update of `updates`, `fraction` of the way to it. */
static const struct palette_scene *build_at(int updates, double fraction)
{
    static const struct scene_options plain = {
        .width = 640, .height = 480, .fov = 90.0f, .no_hud = true};
    struct scene_options options = plain;
    options.camera = camera_default();
    nq_demo_open(&demo);
    for (int i = 0; i <= updates; i++) {
        nq_demo_step_good(&demo);
    }
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, fraction, &options, &data), 0);
    return scene.palette;
}

static void end(void)
{
    scene_free(&scene);
    memset(&scene, 0, sizeof scene);
    quake_game_close(&data);
    nq_demo_end(&demo);
}

/* ---- Updates of protocol 15's kind ---- */

static struct nq_message update(uint32_t dp_mask)
{
    struct nq_message m = nq_demo_update(7, 3, 64, 0, 0);
    m.u.update.mask |= NQ_U_TRANS;
    m.u.update.is_dp = dp_mask != 0;
    m.u.update.dp_mask = dp_mask;
    m.u.update.trans[0] = dp_mask == 0 ? 2.0f : 0.0f;
    return m;
}

static void add_update(float time, const struct nq_message *m)
{
    nq_demo_time(&demo, time);
    nq_demo_add(&demo, m);
    nq_demo_block(&demo, 0, 0);
}

Test(nq_shine, full_bright_of_nehahra)
{
    for (int i = 0; i < 2; i++) {
        begin(NQ_PROTOCOL_NEHAHRA);
        struct nq_message m = update(0);
        m.u.update.trans[2] = (float)i;
        add_update(1.0f, &m);
        const struct palette_scene *s = build_at(1, 1.0);
        cr_assert_eq(s->num_entities, 1);
        cr_expect_eq(s->entities[0].full_bright, i == 1);
        end();
    }
}

/* The second update names nothing but a new place: the looks stay. */
Test(nq_shine, looks_of_quakedp)
{
    begin(NQ_PROTOCOL_15);
    struct nq_message m = update(NQ_DPU_GLOWSIZE | NQ_DPU_COLORMOD | NQ_DPU_EFFECTS2);
    m.u.update.effects = NQ_EF_FULL_BRIGHT;
    m.u.update.glow_size = 50;
    m.u.update.color_mod = 7 << 5 | 0 << 2 | 3;
    add_update(1.0f, &m);
    m = update(NQ_DPU_DELTA);
    m.u.update.origin[0] = 72;
    add_update(1.0625f, &m);
    const struct palette_scene *s = build_at(2, 1.0);
    cr_assert_eq(s->num_entities, 1);
    const struct palette_entity *e = &s->entities[0];
    cr_expect(e->full_bright && e->tinted);
    cr_expect(e->tint[0] == 32 && e->tint[1] == 0 && e->tint[2] == 32);
    cr_assert_eq(s->num_dlights, 1);
    cr_expect(s->dlights[0].radius == 200.0f && s->dlights[0].origin[0] == 72.0f);
    end();
}

/* An update that names other effects ends it. */
Test(nq_shine, no_drawing_in_quakedp)
{
    for (int i = 1; i <= 2; i++) {
        begin(NQ_PROTOCOL_15);
        struct nq_message m = update(NQ_DPU_DELTA);
        m.u.update.mask |= NQ_U_EFFECTS;
        m.u.update.effects = NQ_EF_NO_DRAW | NQ_EF_DIMLIGHT;
        add_update(1.0f, &m);
        m.u.update.effects = 0;
        add_update(1.0625f, &m);
        const struct palette_scene *s = build_at(i, 1.0);
        cr_expect_eq(s->num_entities, i == 1 ? 0 : 1);
        cr_expect_eq(s->num_dlights, i == 1 ? 1 : 0, "its light is there");
        end();
    }
}

/* ---- Message 57 ---- */

static void add_entity(float time, const struct nq_dp_entity *entity)
{
    struct byte_writer list = {0};
    struct nq_dp_entry entry = {.number = 7, .entity = *entity};
    entry.entity.mask |= NQ_E5_CREATE | NQ_E5_MODEL;
    entry.entity.model = 3;
    nq_dp_entry_write(&entry, &list);
    struct nq_message m = {.id = NQ_DP_ENTITIES};
    m.u.dp_entities.bytes = list.data;
    m.u.dp_entities.size = (uint32_t)list.size;
    nq_demo_time(&demo, time);
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    byte_writer_free(&list);
}

Test(nq_shine, looks_of_darkplaces)
{
    begin(NQ_PROTOCOL_DP5);
    const struct nq_dp_entity bright = {.mask = NQ_E5_EFFECTS | NQ_E5_EFFECTS16 | NQ_E5_GLOW,
                                        .effects = NQ_EF_FULL_BRIGHT,
                                        .glow_size = 30};
    add_entity(1.0f, &bright);
    const struct palette_scene *s = build_at(1, 1.0);
    cr_assert_eq(s->num_entities, 1);
    cr_expect(s->entities[0].full_bright && !s->entities[0].tinted);
    cr_assert_eq(s->num_dlights, 1);
    cr_expect_eq(s->dlights[0].radius, 120.0f);
    end();
    begin(NQ_PROTOCOL_DP5);
    const struct nq_dp_entity hidden = {.mask = NQ_E5_EFFECTS, .effects = NQ_EF_NO_DRAW};
    add_entity(1.0f, &hidden);
    cr_expect_eq(build_at(1, 1.0)->num_entities, 0);
    end();
}

/* Two frames a second from frame 4 on, three of them. */
Test(nq_shine, animation_of_a_sprite)
{
    static const struct {
        float time;
        int32_t frame; /* -1: it is over */
    } cases[] = {{1.0f, 4}, {1.4375f, 4}, {1.5f, 5}, {2.25f, 6}, {2.5f, -1}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        begin(NQ_PROTOCOL_DP5);
        struct nq_message m = {.id = NQ_DP_EFFECT};
        m.u.sprite_effect = (struct nq_sprite_effect){
            .origin = {64, 8, 16}, .model = 3, .frame = 4, .frames = 3, .rate = 2};
        nq_demo_time(&demo, 1.0f);
        nq_demo_add(&demo, &m);
        nq_demo_block(&demo, 0, 0);
        nq_demo_time(&demo, cases[i].time);
        nq_demo_block(&demo, 0, 0);
        nq_demo_time(&demo, cases[i].time);
        m = (struct nq_message){.id = NQ_DP_ENTITIES};
        nq_demo_add(&demo, &m);
        nq_demo_block(&demo, 0, 0);
        const struct palette_scene *s = build_at(3, 1.0);
        cr_assert_eq(s->num_entities, cases[i].frame < 0 ? 0 : 1, "at %f", (double)cases[i].time);
        if (cases[i].frame >= 0) {
            cr_expect_eq(s->entities[0].frame, cases[i].frame, "at %f", (double)cases[i].time);
            cr_expect_eq(s->entities[0].origin[2], 16.0f);
        }
        end();
    }
}

/* ---- The view's zoom ---- */

static float zoomed(int32_t version, uint32_t fte2, uint16_t zoom)
{
    begin(version);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    demo.state->protocol.fte2 = fte2;
    demo.state->stats[NQ_STAT_VIEW_ZOOM] = zoom;
    struct scene_options options = {.width = 640, .height = 480, .fov = 90.0f, .no_hud = true};
    options.camera = camera_default();
    demo.state->signon = NQ_SIGNONS;
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, 1.0, &options, &data), 0);
    const float fov = scene.camera.fov_x;
    end();
    return fov;
}

Test(nq_shine, zoom_of_the_view)
{
    cr_expect_eq(zoomed(NQ_PROTOCOL_15, 0, 51), 90.0f, "no extension");
    cr_expect_eq(zoomed(NQ_PROTOCOL_DP5, 0, 0), 90.0f, "never sent");
    cr_expect_eq(zoomed(NQ_PROTOCOL_DP5, 0, 255), 90.0f);
    cr_expect_float_eq(zoomed(NQ_PROTOCOL_DP5, 0, 51), 22.62f, 0.01f, "a fifth of the tangent");
    cr_expect_float_eq(zoomed(NQ_PROTOCOL_666, NQ_FTE2_PREDINFO, 51), 18.0f, 0.01f, "of the angle");
    cr_expect_eq(zoomed(NQ_PROTOCOL_DP5, 0, 65535), 170.0f, "in the limits of a picture");
}

Test(nq_shine, zoom_in_clientdata)
{
    begin(NQ_PROTOCOL_DP5);
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.has_items = m.u.clientdata.has_stats = true;
    m.u.clientdata.mask = NQ_SU_DP_VIEWZOOM;
    m.u.clientdata.view_zoom = 51;
    for (int i = 0; i < 2; i++) {
        nq_demo_time(&demo, 1.0f + (float)i);
        nq_demo_add(&demo, &m);
        nq_demo_block(&demo, 0, 0);
        m.u.clientdata.mask = 0;
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    cr_expect_eq(demo.state->stats[NQ_STAT_VIEW_ZOOM], 51);
    nq_demo_step_good(&demo);
    cr_expect_eq(demo.state->stats[NQ_STAT_VIEW_ZOOM], 0);
    end();
}
