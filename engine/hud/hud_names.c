/* Names over players' heads, with health and armour where the demo tells them. Those farther away
 * are smaller and fainter; behind walls they are hidden unless asked for, then faint. Names of
 * team mates begin with "+". */
#include <stdio.h>

#include "engine/hud/hud_row.h"

#define HEAD 44.0f       /* above the origin: a little above the head */
#define NEAR_TO 700.0f   /* units: bright up to here, */
#define FAR_FROM 1600.0f /* and faintest and smaller from here on */
#define LEAST_LIGHT 0.6f
#define WALL_LIGHT 0.7f
#define ROW 1.25f /* letters from row to row */

enum {
    MOST = 32, /* names, the nearest */
    LETTERS = 16,
    LOW_HEALTH = 25,
    ROWS_A_SIZE = 480 /* frame rows for each size larger */
};

struct label {
    const struct hud_body *body;
    struct hud_seen at;
};

/* Inserts by depth, nearest first; drops what is farther than the MOST nearest. */
static size_t add_label(struct label labels[MOST], size_t count, struct label label)
{
    size_t i = count < MOST ? count : MOST;
    if (i == MOST && labels[MOST - 1].at.depth <= label.at.depth) {
        return MOST;
    }
    i = i == MOST ? MOST - 1 : i;
    for (; i > 0 && labels[i - 1].at.depth > label.at.depth; i--) {
        labels[i] = labels[i - 1];
    }
    labels[i] = label;
    return count < MOST ? count + 1 : MOST;
}

static size_t find_labels(const struct hud_facts *facts, struct label labels[MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < facts->num_bodies; i++) {
        const struct hud_body *body = &facts->bodies[i];
        const float head[3] = {body->origin[0], body->origin[1], body->origin[2] + HEAD};
        struct label label = {.body = body};
        const bool own = body->followed && !facts->flies;
        if (!own && !(body->hidden && !facts->options->see_through) &&
            hud_lens_see(&facts->lens, head, &label.at)) {
            count = add_label(labels, count, label);
        }
    }
    return count;
}

static int clamp_figures(int32_t value)
{
    return value > 999 ? 999 : value < -99 ? -99 : (int)value;
}

/* Brightness of a name, 0..1. */
static float find_light(const struct label *label)
{
    const float way = (label->at.depth - NEAR_TO) / (FAR_FROM - NEAR_TO);
    const float far = way > 0.0f ? (way < 1.0f ? way : 1.0f) : 0.0f;
    return (1.0f - (1.0f - LEAST_LIGHT) * far) * (label->body->hidden ? WALL_LIGHT : 1.0f);
}

/* A row whose middle is at x and whose top is at y. */
static void put_row(struct hud_2d_list *list, const struct hud_row *row, float x, float y,
                    const float letter[2], float light)
{
    const float color[4] = {light, light, light, 1.0f};
    const struct hud_2d_rect at = {x - 0.5f * letter[0] * (float)row->letters, y, letter[0],
                                   letter[1]};
    hud_2d_add_text(list, at, color, row->text, row->size, row->letters);
}

static void put_label(struct hud_2d_list *list, const struct hud_facts *facts,
                      const struct label *label)
{
    const struct hud_lens *lens = &facts->lens;
    const struct hud_body *body = label->body;
    const int large =
        lens->frame_height >= ROWS_A_SIZE ? (int)(lens->frame_height / (float)ROWS_A_SIZE) : 1;
    const float size = lens->letter * (float)(label->at.depth < FAR_FROM ? large : (large + 1) / 2);
    const float letter[2] = {lens->pixel[0] * size, lens->pixel[1] * size};
    const float row_height = ROW * letter[1];
    const float light = find_light(label);
    struct hud_row row = {.size = 0};
    float y = label->at.y - row_height;
    if (body->has_health) {
        struct hud_row figures = {.size = 0};
        char text[16];
        snprintf(text, sizeof text, "%d", clamp_figures(body->health));
        hud_row_add_ascii(&figures, text, body->health <= LOW_HEALTH ? facts->accent : 0);
        snprintf(text, sizeof text, "/%d", clamp_figures(body->armor));
        hud_row_add_ascii(&figures, text, 0);
        put_row(list, &figures, label->at.x, y, letter, light);
        y -= row_height;
    }
    if (body->is_mate) {
        hud_row_add_ascii(&row, "+", 0);
    }
    hud_row_add(&row, body->name);
    row.letters = row.letters < LETTERS ? row.letters : LETTERS;
    put_row(list, &row, label->at.x, y, letter, light);
}

void hud_draw_names(struct hud_2d_list *list, const struct hud_facts *facts, struct hud_area *area)
{
    struct label labels[MOST];
    (void)area;
    for (size_t i = find_labels(facts, labels); i > 0; i--) { /* the nearest over the others */
        put_label(list, facts, &labels[i - 1]);
    }
}
