#include "engine/quake3/hud/q3_hud_overlay.h"

#include <stdio.h>
#include <string.h>

#include "engine/hud/hud_row.h"
#include "engine/quake3/hud/q3_hud_bodies.h"
#include "engine/quake3/hud/q3_hud_icons.h"
#include "engine/quake3/hud/q3_hud_keys.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/hud/q3_obituary.h"

enum { RADAR_TOP = 64, RIGHT = 640, PLACES = 64, CAUSE = 24 };

/* --- primitives to the scene ------------------------------------------------------------------ */

void q3_hud_put_2d(struct q3_hud *hud, const struct hud_2d_list *list)
{
    static const float whole[4] = {0.0f, 0.0f, 1.0f, 1.0f};
    for (size_t i = 0; i < list->count; i++) {
        const struct hud_2d *prim = &list->prims[i];
        const struct q3_rect at = {prim->x, prim->y, prim->width, prim->height};
        switch (prim->kind) {
        case HUD_2D_RECT:
            q3_canvas_fill(&hud->canvas, at, prim->color);
            break;
        case HUD_2D_PICTURE:
            q3_canvas_part(&hud->canvas, prim->picture, at, whole, prim->color);
            break;
        case HUD_2D_TEXT: {
            /* The big letters have a shadow. */
            const unsigned flags = prim->width > 8.0f ? (unsigned)Q3_TEXT_SHADOW : 0;
            const struct q3_letters letters = {prim->width, prim->height, flags};
            q3_text(&hud->canvas, prim->x, prim->y, letters, prim->color, prim->max_letters,
                    list->text + prim->text);
            break;
        }
        }
    }
    hud->build->scene->lacks_memory |= list->is_full;
}

/* --- facts ------------------------------------------------------------------------------------ */

static struct hud_string measure_text(const struct q3_hud *hud, const char *text)
{
    return (struct hud_string){text, (uint32_t)strlen(text), q3_text_length(&hud->canvas, text)};
}

static const void *find_icon(const struct q3_hud *hud, const char *name)
{
    return name ? q3_data_material_if_there(hud->build->data, name, Q3_LIGHT_2D) : NULL;
}

static const char *name_of_place(const struct q3_hud *hud, int32_t number)
{
    enum { LOCATIONS_LIVE = 593, LOCATIONS_TEST = 672, LOCATIONS = 608 };
    const struct q3_interp *m = hud->m;
    const uint32_t base = m->game->live                 ? LOCATIONS_LIVE
                          : m->game->event_entity == 12 ? LOCATIONS_TEST
                                                        : LOCATIONS;
    return number > 0 && number < PLACES
               ? q3_gamestate_string(&m->state->gamestate, base + (uint32_t)number)
               : "";
}

/* Seconds. The clock of a paused match, or before its start, is the last one stored. */
static double find_clock(const struct q3_hud *hud)
{
    const double now = hud->match.stopped != 0 ? (double)hud->match.stopped : hud->now;
    const double clock = now < hud->match.start ? hud->memory->clock : now - hud->match.start;
    return clock / 1000.0 < 1e6 ? clock / 1000.0 : 1e6;
}

struct team {
    struct hud_teammate mates[Q3_BOARD_MATES];
    char names[Q3_BOARD_MATES][Q3_HUD_NAME];
};

static void fill_mate(struct q3_hud *hud, const struct q3_board_mate *from,
                      struct hud_teammate *mate, char name[Q3_HUD_NAME])
{
    const uint32_t bits = q3_game_powerups(hud->m->game, (uint32_t)from->powerups);
    struct q3_player player;
    *mate = (struct hud_teammate){.is_absent = !q3_hud_player(hud, from->client, &player, name),
                                  .health = from->health,
                                  .armor = from->armor,
                                  .armor_letter = ' '};
    mate->name = measure_text(hud, name);
    mate->place = measure_text(hud, name_of_place(hud, from->location));
    mate->weapon_icon = find_icon(hud, q3_hud_weapon_icon(from->weapon));
    q3_hud_health_color(from->health, from->armor, mate->color);
    for (int32_t i = 1; i < Q3_POWERUPS && mate->num_icons < HUD_MATE_POWERUPS; i++) {
        if ((bits >> i & 1) != 0 && q3_hud_powerup_icon(i)) {
            mate->icons[mate->num_icons++] = find_icon(hud, q3_hud_powerup_icon(i));
        }
    }
}

/* Team mates from the last tinfo command. */
static void fill_team(struct q3_hud *hud, struct hud_facts *facts, struct team *team)
{
    const struct q3_board *board = &hud->m->state->board;
    const bool red = hud->team == Q3_TEAM_RED;
    const float color[4] = {red ? 1.0f : 0.0f, 0.0f, red ? 0.0f : 1.0f, 0.33f};
    if (!hud->match.teams || (!red && hud->team != Q3_TEAM_BLUE)) {
        return;
    }
    for (uint32_t i = 0; i < board->num_mates; i++) {
        fill_mate(hud, &board->mates[i], &team->mates[i], team->names[i]);
    }
    for (int32_t i = 1; i < PLACES; i++) {
        const uint32_t length = q3_text_length(&hud->canvas, name_of_place(hud, i));
        facts->place_letters = length > facts->place_letters ? length : facts->place_letters;
    }
    facts->mates = team->mates;
    facts->num_mates = board->num_mates;
    facts->team_ground = find_icon(hud, "gfx/2d/colorbar");
    memcpy(facts->team_color, color, sizeof(facts->team_color));
}

struct kills {
    struct hud_kill list[Q3_HUD_OBITUARIES];
    char causes[Q3_HUD_OBITUARIES][CAUSE];
};

/* A cause stands out in yellow. */
static void fill_kills(struct q3_hud *hud, struct hud_facts *facts, struct kills *kills)
{
    const struct q3_hud_state *memory = hud->memory;
    const uint32_t count = memory->num_deaths;
    for (uint32_t i = count > Q3_HUD_OBITUARIES ? count - Q3_HUD_OBITUARIES : 0; i < count; i++) {
        const uint32_t place = i % Q3_HUD_OBITUARIES;
        const struct q3_hud_death *death = &memory->deaths[place];
        const struct q3_obituary obituary = {
            .mod = hud->match.mod, .live = hud->m->game->live, .means = death->means};
        const bool own = death->victim == death->attacker;
        char *cause = kills->causes[facts->num_kills];
        snprintf(cause, CAUSE, "^7^3%s^7", q3_obituary_word(&obituary));
        kills->list[facts->num_kills++] = (struct hud_kill){
            .killer = measure_text(hud, own ? "" : memory->names[Q3_HUD_ATTACKERS + place]),
            .victim = measure_text(hud, memory->names[Q3_HUD_VICTIMS + place]),
            .cause = measure_text(hud, cause),
            .icon = find_icon(hud, q3_hud_weapon_icon(q3_obituary_weapon(&obituary))),
            .age = (hud->now - (double)death->time) / 1000.0};
    }
    facts->kills = kills->list;
}

static void fill_bodies(struct q3_hud *hud, struct hud_facts *facts, struct q3_hud_bodies *bodies)
{
    q3_hud_bodies_find(hud, bodies);
    facts->bodies = bodies->list;
    facts->num_bodies = bodies->count;
    facts->flies = hud->build->view.free;
    facts->lens = q3_hud_lens(hud);
    facts->map = q3_hud_map(hud);
}

/* --- the layout ------------------------------------------------------------------------------- */

static void add_slot(struct q3_hud *hud, enum hud_slot slot, struct hud_area *area)
{
    const struct hud_options *options = &hud->build->options->hud;
    struct hud_facts facts = {.options = options,
                              .clock = find_clock(hud),
                              .speed = hud->own_eyes ? hud->build->view.bob.speed : -1.0,
                              .speed_unit = "ups",
                              .ghosts = hud->build->options->ghosts,
                              .num_ghosts = hud->build->options->num_ghosts,
                              .items = hud->build->options->items,
                              .num_items = hud->build->options->num_items,
                              .calls = hud->build->options->calls,
                              .num_calls = hud->build->options->num_calls,
                              .flags = hud->build->options->flags,
                              .num_flags = hud->build->options->num_flags,
                              .view_name = hud->build->options->view_name};
    struct hud_2d_list list;
    struct team team;
    struct kills kills;
    struct q3_hud_bodies bodies;
    if ((slot == HUD_SLOT_WORLD && options->names) || (slot == HUD_SLOT_RADAR && options->radar)) {
        fill_bodies(hud, &facts, &bodies);
    }
    if (slot == HUD_SLOT_KEYS && hud->own_eyes && !hud->spectates && hud->health > 0) {
        facts.keys = q3_hud_keys(hud->m);
    }
    if (slot == HUD_SLOT_TEAM && options->team) {
        fill_team(hud, &facts, &team);
    }
    if (slot == HUD_SLOT_KILLS && options->frags) {
        fill_kills(hud, &facts, &kills);
    }
    hud_2d_clear(&list);
    hud_elements_add(&list, HUD_IN_QUAKE3, slot, &facts, area);
    q3_hud_put_2d(hud, &list);
}

float q3_hud_overlay(struct q3_hud *hud, enum hud_slot slot, float y)
{
    enum { TINY = 8, BIG = 16, ROW = 20, MARGIN = 5, GAP = 2 /* above a line */ };
    const bool team = slot == HUD_SLOT_TEAM;
    const float letter = team ? TINY : BIG, gap = team ? 0.0f : GAP;
    struct hud_area area = {.right = team ? RIGHT : RIGHT - MARGIN,
                            .top = y + gap,
                            .letter_width = letter,
                            .letter_height = letter,
                            .row = team ? TINY : ROW};
    add_slot(hud, slot, &area);
    return area.top - gap;
}

/* Lines at the left edge, below `top`, units of the 640 x 480 screen. */
static struct hud_area left_area(float top, float letter_height, float row)
{
    enum { LEFT = 8, LETTER_WIDTH = 8 };
    return (struct hud_area){.left = LEFT,
                             .right = RIGHT,
                             .top = top,
                             .letter_width = LETTER_WIDTH,
                             .letter_height = letter_height,
                             .row = row,
                             .from_left = true};
}

/* Left of the bar's figures, above the pickup. */
void q3_hud_held_keys(struct q3_hud *hud)
{
    struct hud_area area = left_area(326.0f, 16.0f, 18.0f);
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_HIGH);
    add_slot(hud, HUD_SLOT_KEYS, &area);
}

/* Above it are console lines, votes, awards and words, below it the pickup. */
void q3_hud_kill_feed(struct q3_hud *hud)
{
    struct hud_area area = left_area(208.0f, 16.0f, 18.0f);
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_MIDDLE);
    add_slot(hud, HUD_SLOT_GHOSTS, &area);
    add_slot(hud, HUD_SLOT_KILLS, &area);
}

/* Below the console's lines, above the kill feed. */
void q3_hud_items(struct q3_hud *hud)
{
    enum { TOP = 92, ROW = 14 };
    struct hud_area area = left_area(TOP, 12.0f, ROW);
    const struct scene_options *options = hud->build->options;
    if (options->hud.radar && options->hud.radar_corner == HUD_CORNER_TOP_LEFT) {
        area.top +=
            (float)hud_options_radar_side(options->width, options->height) / hud->canvas.scale[1] -
            (float)(TOP - RADAR_TOP) + ROW;
    }
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_LOW);
    add_slot(hud, HUD_SLOT_ITEMS, &area);
}

/* Below what is at the top, above the bar and the scores beside it. */
void q3_hud_radar(struct q3_hud *hud)
{
    const struct q3_canvas *canvas = &hud->canvas;
    const float height = (float)hud->build->options->height / canvas->scale[1];
    struct hud_area area = {.left = 8.0f,
                            .right = (float)hud->build->options->width / canvas->scale[0] - 8.0f,
                            .top = RADAR_TOP,
                            .bottom = height - 112.0f};
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_LOW);
    add_slot(hud, HUD_SLOT_RADAR, &area);
}

void q3_hud_world(struct q3_hud *hud)
{
    struct hud_area area = {.right = RIGHT};
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_LOW);
    add_slot(hud, HUD_SLOT_WORLD, &area);
}

/* Above the status bar. */
void q3_hud_view_name(struct q3_hud *hud)
{
    enum { TOP = 404, WIDTH = 12, HEIGHT = 16 };
    struct hud_area area = {
        .right = RIGHT, .top = TOP, .letter_width = WIDTH, .letter_height = HEIGHT, .row = HEIGHT};
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_HIGH);
    add_slot(hud, HUD_SLOT_NAME, &area);
}
