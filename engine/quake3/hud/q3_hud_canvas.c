#include "engine/quake3/hud/q3_hud_canvas.h"

#include <string.h>

#include "formats/base/info_string.h"

enum { WIDTH = 640, HEIGHT = 480 };

#define MODEL_FOV 30.0f

const float q3_white[4] = {1.0f, 1.0f, 1.0f, 1.0f};
const float q3_black[4] = {0.0f, 0.0f, 0.0f, 1.0f};

static const float whole[4] = {0.0f, 0.0f, 1.0f, 1.0f};

static void set_scale(struct q3_canvas *c)
{
    const struct scene_options *options = c->build->options;
    const float size[2] = {(float)options->width, (float)options->height};
    static const float units[2] = {WIDTH, HEIGHT};
    const int scale = hud_options_scale(&options->hud, options->width, options->height);
    for (int i = 0; i < 2; i++) {
        c->scale[i] = options->hud.scale > 0 ? 0.5f * (float)scale : size[i] / units[i];
        const float rest = size[i] - units[i] * c->scale[i];
        c->start[i][Q3_EDGE_LOW] = 0.0f;
        c->start[i][Q3_EDGE_MIDDLE] = 0.5f * rest;
        c->start[i][Q3_EDGE_HIGH] = rest;
    }
    c->start[1][Q3_EDGE_HIGH] -= (float)options->covered;
}

void q3_canvas_begin(struct q3_canvas *c, struct q3_build *build)
{
    const struct q3_interp *m = &build->interp;
    const char *system = q3_gamestate_string(&m->state->gamestate, Q3_CS_SYSTEMINFO);
    char mod[16];
    *c = (struct q3_canvas){.build = build};
    set_scale(c);
    q3_canvas_stand(c, Q3_EDGE_MIDDLE, Q3_EDGE_MIDDLE);
    c->letters = q3_data_material_if_there(build->data, "gfx/2d/bigchars", Q3_LIGHT_2D);
    if (!c->letters) {
        c->letters = q3_data_material_if_there(build->data, "*letters", Q3_LIGHT_2D);
    }
    info_copy(system, "fs_game", INFO_KEYS_ANY_CASE, mod, sizeof(mod));
    c->hex_colors = strcmp(mod, "osp") == 0;
    c->utf8 = m->game->late_live;
    c->letter_colors = m->mod == Q3_MOD_CPMA;
}

void q3_canvas_stand(struct q3_canvas *c, enum q3_edge across, enum q3_edge down)
{
    c->stand[0] = across;
    c->stand[1] = down;
}

void q3_canvas_clear(struct q3_canvas *c, float height)
{
    const struct scene_options *options = c->build->options;
    const float bottom = (float)(options->height - options->covered);
    const float least = c->start[1][Q3_EDGE_MIDDLE] + height * c->scale[1];
    if (options->covered <= 0 || bottom <= 0.0f || least <= bottom) {
        return;
    }
    const float share = bottom / least;
    c->scale[0] *= share;
    c->scale[1] *= share;
    c->start[0][Q3_EDGE_MIDDLE] = 0.5f * ((float)options->width - WIDTH * c->scale[0]);
    c->start[1][Q3_EDGE_MIDDLE] *= share;
}

/* Bytes are cut, as the original's are. */
static uint8_t to_byte(float value)
{
    return value >= 1.0f ? 255 : value > 0.0f ? (uint8_t)(value * 255.0f) : 0;
}

static struct rgb_2d_draw *add_draw(struct q3_canvas *c, struct q3_rect at)
{
    struct rgb_2d_draw *draw = rgb_scene_add_2d(c->build->scene);
    if (draw) {
        draw->x = c->start[0][c->stand[0]] + at.x * c->scale[0];
        draw->y = c->start[1][c->stand[1]] + at.y * c->scale[1];
        draw->width = at.width * c->scale[0];
        draw->height = at.height * c->scale[1];
    }
    return draw;
}

static void add_picture(struct q3_canvas *c, const struct material *material, struct q3_rect at,
                        const float st[4], const float color[4])
{
    struct rgb_2d_draw *draw = add_draw(c, at);
    if (draw) {
        draw->material = material;
        memcpy(draw->st, st, sizeof(draw->st));
        for (int i = 0; i < 4; i++) {
            draw->color[i] = to_byte(color[i]);
        }
    }
}

void q3_canvas_fill(struct q3_canvas *c, struct q3_rect at, const float color[4])
{
    add_picture(c, NULL, at, whole, color);
}

void q3_canvas_fill_all(struct q3_canvas *c, const float color[4])
{
    const struct scene_options *options = c->build->options;
    struct q3_canvas frame = {.build = c->build, .scale = {1.0f, 1.0f}};
    q3_canvas_stand(&frame, Q3_EDGE_LOW, Q3_EDGE_LOW);
    q3_canvas_fill(
        &frame, (struct q3_rect){0.0f, 0.0f, (float)options->width, (float)options->height}, color);
}

void q3_canvas_part(struct q3_canvas *c, const struct material *material, struct q3_rect at,
                    const float st[4], const float color[4])
{
    if (material) {
        add_picture(c, material, at, st, color);
    }
}

bool q3_canvas_picture(struct q3_canvas *c, const char *name, struct q3_rect at,
                       const float color[4])
{
    const struct material *material = q3_data_material_if_there(c->build->data, name, Q3_LIGHT_2D);
    q3_canvas_part(c, material, at, whole, color);
    return material != NULL;
}

void q3_canvas_model(struct q3_canvas *c, const struct q3_model *model,
                     const struct q3_model_skin *skin, struct q3_rect at, const float origin[3],
                     const float angles[3])
{
    if (!model || model->missing || !q3_build_is_place(origin)) {
        return;
    }
    struct rgb_2d_draw *draw = add_draw(c, at);
    if (!draw) {
        return;
    }
    draw->kind = RGB_2D_VIEW;
    draw->fov_x = draw->fov_y = MODEL_FOV;
    struct rgb_entity *thing = rgb_scene_add_view_entity(c->build->scene);
    if (thing) {
        thing->kind = RGB_MODEL;
        thing->model = model;
        thing->skin = skin;
        memcpy(thing->origin, origin, sizeof(thing->origin));
        rgb_axis_of_angles(angles, thing->axis);
        memset(thing->color, 0, sizeof(thing->color)); /* as the original leaves it */
    }
}

bool q3_canvas_model_file(struct q3_canvas *c, const char *name, struct q3_rect at,
                          const float origin[3], const float angles[3])
{
    const struct q3_model *model = q3_data_model_if_there(c->build->data, name);
    q3_canvas_model(c, model, NULL, at, origin, angles);
    return model != NULL;
}
