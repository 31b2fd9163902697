#include "engine/quake3/hud/q3_hud_notify.h"

#include <string.h>

#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/hud/q3_obituary.h"
#include "engine/quake3/scene/q3_players.h"

enum {
    ROWS = 3,     /* maximum shown */
    SHOWN = 3000, /* ms */
    LETTER = 8,
    ROW_HEIGHT = 16,
    MARGIN = 2,      /* characters, difference of frame and row width */
    ROW_BYTES = 1200 /* a row with a colour code for each character */
};

/* The last rows, the newest at (num_rows - 1) % ROWS. */
struct feed {
    struct q3_hud *hud;
    uint32_t num_rows, columns;
    char rows[ROWS][ROW_BYTES];
    float colors[ROWS][4]; /* colour at the start of each row */
};

/* Copies the part of a text that fits into a row. Returns the rest; *color is the colour at its
 * start. */
static const char *take_row(struct feed *feed, const char *text, float color[4])
{
    char *row = feed->rows[feed->num_rows % ROWS];
    memcpy(feed->colors[feed->num_rows % ROWS], color, sizeof(feed->colors[0]));
    size_t used = 0;
    for (uint32_t letters = 0; *text != '\0' && letters < feed->columns;) {
        size_t length = 1;
        const bool is_color = q3_text_color(&feed->hud->canvas, text, &length, color);
        if (used + length >= ROW_BYTES) {
            break;
        }
        memcpy(row + used, text, length);
        used += length;
        text += length;
        letters += !is_color;
    }
    row[used] = '\0';
    feed->num_rows++;
    return text;
}

static void add_text(struct feed *feed, const char *text)
{
    float color[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    while (*text != '\0') {
        text = take_row(feed, text, color);
    }
}

/* Adds a line of text: strips the client's markers and splits it at newlines. */
static void add_line(struct feed *feed, const struct q3_line *line)
{
    enum { MARK = 0x19, TALKER = 3 /* digits before Quake Live's chat */ };
    const char *from = line->text;
    char text[Q3_LINE_BYTES];
    size_t used = 0;
    if (feed->hud->m->game->live && line->kind != Q3_LINE_PRINT && strlen(from) > TALKER &&
        strspn(from, "0123456789 ") >= TALKER) {
        from += TALKER;
    }
    for (; *from != '\0'; from++) {
        if (*from == '\n') {
            text[used] = '\0';
            add_text(feed, text);
            used = 0;
        } else if (*from != MARK && *from != '\r' && used + 1 < sizeof(text)) {
            text[used++] = *from;
        }
    }
    text[used] = '\0';
    add_text(feed, text);
}

static enum q3_sex sex_of(struct q3_hud *hud, int32_t client)
{
    struct q3_player player;
    char name[Q3_HUD_NAME];
    const struct player_model *model =
        q3_hud_player(hud, client, &player, name) ? q3_players_model(hud->build, &player) : NULL;
    return model && model->animations ? model->animations->sex : Q3_SEX_MALE;
}

static void add_death(struct feed *feed, uint32_t place)
{
    struct q3_hud *hud = feed->hud;
    const struct q3_hud_state *memory = hud->memory;
    const struct q3_hud_death *death = &memory->deaths[place];
    const struct q3_obituary obituary = {
        .mod = hud->match.mod,
        .live = hud->m->game->live,
        .means = death->means,
        .victim = memory->names[Q3_HUD_VICTIMS + place],
        .attacker = memory->names[Q3_HUD_ATTACKERS + place],
        .by_himself = death->victim == death->attacker,
        .sex = death->victim == death->attacker ? sex_of(hud, death->victim) : Q3_SEX_MALE,
    };
    char text[Q3_LINE_BYTES];
    q3_obituary_text(&obituary, text, sizeof(text));
    add_text(feed, text);
}

static bool is_fresh(const struct q3_hud *hud, int32_t time)
{
    const double age = hud->now - (double)time;
    return age >= 0.0 && age < SHOWN;
}

static uint32_t first_kept(uint32_t count, uint32_t most)
{
    return count > most ? count - most : 0;
}

/* Merges lines and deaths in order of arrival: a death follows the lines counted in its `order`. */
static void fill_feed(struct feed *feed)
{
    const struct q3_hud *hud = feed->hud;
    const struct q3_state *c = hud->m->state;
    const struct q3_hud_state *memory = hud->memory;
    uint32_t line = first_kept(c->num_lines, Q3_LINES);
    uint32_t death = first_kept(memory->num_deaths, Q3_HUD_OBITUARIES);
    while (line < c->num_lines || death < memory->num_deaths) {
        const uint32_t place = death % Q3_HUD_OBITUARIES;
        const bool die = death < memory->num_deaths &&
                         (line >= c->num_lines || memory->deaths[place].order <= (int32_t)line);
        if (die) {
            if (is_fresh(hud, memory->deaths[place].time)) {
                add_death(feed, place);
            }
            death++;
        } else {
            const struct q3_line *said = &c->lines[line++ % Q3_LINES];
            if (is_fresh(hud, said->time)) {
                add_line(feed, said);
            }
        }
    }
}

/* Console characters are 8 x 16 frame pixels, times an integer factor in large frames. */
static void set_pixels(struct q3_hud *hud, struct q3_canvas *canvas)
{
    const struct scene_options *options = hud->build->options;
    const int fitting = options->height / 480 > 1 ? options->height / 480 : 1;
    const float asked = hud->canvas.scale[0] > 1.0f ? hud->canvas.scale[0] : 1.0f;
    const float size = options->hud.scale > 0 ? asked : (float)fitting;
    *canvas = hud->canvas;
    canvas->scale[0] = canvas->scale[1] = size;
    q3_canvas_stand(canvas, Q3_EDGE_LOW, Q3_EDGE_LOW);
}

void q3_hud_notify(struct q3_hud *hud)
{
    const struct q3_letters letters = {LETTER, ROW_HEIGHT, 0};
    struct feed feed = {.hud = hud};
    struct q3_canvas canvas;
    set_pixels(hud, &canvas);
    const float wide = (float)hud->build->options->width / (canvas.scale[0] * LETTER);
    feed.columns = wide > 2 * MARGIN && wide < 200.0f ? (uint32_t)wide - MARGIN : 20;
    fill_feed(&feed);
    const uint32_t first = first_kept(feed.num_rows, ROWS);
    for (uint32_t i = first; i < feed.num_rows; i++) {
        q3_text(&canvas, LETTER, (float)((i - first) * ROW_HEIGHT), letters, feed.colors[i % ROWS],
                0, feed.rows[i % ROWS]);
    }
}
