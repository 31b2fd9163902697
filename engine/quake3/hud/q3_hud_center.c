#include "engine/quake3/hud/q3_hud_center.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_icons.h"
#include "engine/quake3/hud/q3_hud_rounds.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/info_string.h"

enum { TEXT = 256 };

/* --- the crosshair ---------------------------------------------------------------------------- */

static void draw_plus(struct q3_hud *hud, const float color[4])
{
    q3_canvas_fill(&hud->canvas, (struct q3_rect){314.0f, 239.0f, 12.0f, 2.0f}, color);
    q3_canvas_fill(&hud->canvas, (struct q3_rect){319.0f, 234.0f, 2.0f, 12.0f}, color);
}

void q3_hud_crosshair(struct q3_hud *hud)
{
    enum { USUAL = 4, SIZE = 24, PULSE = 200 };
    const struct hud_options *options = &hud->build->options->hud;
    const double age = hud->now - hud->memory->pickup_time;
    char name[] = "gfx/2d/crosshaira";
    float color[4], size = SIZE;
    if (options->crosshair == 0 && options->own_crosshair) {
        return; /* asked for */
    }
    name[sizeof(name) - 2] =
        (char)('a' + (options->crosshair > 0 ? options->crosshair : USUAL) % 10);
    if (hud->memory->pickup_time != 0 && age > 0.0 && age < PULSE) {
        size *= 1.0f + (float)age / PULSE;
    }
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_MIDDLE);
    q3_hud_health_color(hud->health, hud->armor, color);
    const struct q3_rect at = {320.0f - size / 2.0f, 240.0f - size / 2.0f, size, size};
    if (!q3_canvas_picture(&hud->canvas, name, at, color)) {
        draw_plus(hud, color);
    }
}

/* --- weapons ---------------------------------------------------------------------------------- */

void q3_hud_weapons(struct q3_hud *hud)
{
    enum { SHOWN = 1400, TOP = 380, STEP = 40 };
    const int32_t selected = hud->memory->select_weapon;
    const float color[4] = {1.0f, 1.0f, 1.0f, q3_hud_fade(hud, hud->memory->select_time, SHOWN)};
    const struct q3_item *item = q3_item_of_weapon(selected);
    int count = 0;
    for (int i = 1; i < Q3_ARRAY; i++) {
        count += hud->weapons >> i & 1;
    }
    if (color[3] <= 0.0f || count == 0) {
        return;
    }
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_HIGH);
    float x = 320.0f - (float)(count * STEP / 2);
    for (int32_t i = 1; i < Q3_ARRAY; i++) {
        const char *icon = q3_hud_weapon_icon(i);
        const struct q3_rect at = {x, TOP, 32.0f, 32.0f};
        const struct q3_rect around = {x - 4.0f, TOP - 4.0f, 40.0f, 40.0f};
        if ((hud->weapons >> i & 1) == 0) {
            continue;
        }
        if (icon) {
            (void)q3_canvas_picture(&hud->canvas, icon, at, color);
        }
        if (i == selected) {
            (void)q3_canvas_picture(&hud->canvas, "gfx/2d/select", around, color);
        }
        if (q3_player_ammo(&hud->m->player, i) == 0) {
            (void)q3_canvas_picture(&hud->canvas, "icons/noammo", at, color);
        }
        x += STEP;
    }
    if (item && hud->match.mod != Q3_MOD_OPENARENA) {
        q3_text_centered(&hud->canvas, TOP - 22.0f, q3_big, color, item->name);
    }
}

static void draw_carried(struct q3_hud *hud, enum q3_stat stat, float y)
{
    const struct q3_interp *m = hud->m;
    const struct q3_item *item =
        q3_item_of(m->game, m->mod, q3_player_stat(m->game, m->mod, &m->player, stat));
    const char *icon = item ? q3_hud_icon(item) : NULL;
    if (icon) {
        (void)q3_canvas_picture(&hud->canvas, icon, (struct q3_rect){592.0f, y, 48.0f, 48.0f},
                                q3_white);
    }
}

void q3_hud_holdable(struct q3_hud *hud)
{
    q3_canvas_stand(&hud->canvas, Q3_EDGE_HIGH, Q3_EDGE_MIDDLE);
    draw_carried(hud, Q3_STAT_HOLDABLE, 216.0f);
    draw_carried(hud, Q3_STAT_PERSISTENT, 168.0f);
}

void q3_hud_ammo_warning(struct q3_hud *hud)
{
    enum { ENOUGH = 5000, A_SHOT = 1000, A_ROUND = 200 };
    const uint32_t slow = 1u << Q3_WEAPON_SHOTGUN | 1u << Q3_WEAPON_GRENADES |
                          1u << Q3_WEAPON_ROCKETS | 1u << Q3_WEAPON_RAILGUN | 1u << Q3_WEAPON_MINES;
    const char *server = q3_gamestate_string(&hud->m->state->gamestate, Q3_CS_SERVERINFO);
    int64_t total = 0;
    for (int i = 2; i < Q3_ARRAY; i++) {
        const int32_t ammo = q3_player_ammo(&hud->m->player, i);
        if ((hud->weapons >> i & 1) != 0 && ammo > 0) {
            total += (int64_t)ammo * ((slow >> i & 1) != 0 ? A_SHOT : A_ROUND);
        }
    }
    const bool endless = hud->match.mod == Q3_MOD_OPENARENA &&
                         (info_number(server, "g_rockets", INFO_KEYS_ANY_CASE, 0) != 0 ||
                          info_number(server, "g_instantgib", INFO_KEYS_ANY_CASE, 0) != 0 ||
                          info_number(server, "g_elimination", INFO_KEYS_ANY_CASE, 0) != 0);
    if (total < ENOUGH && !endless) {
        q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
        q3_text_centered(&hud->canvas, 64.0f, q3_big, q3_white,
                         total == 0 ? "OUT OF AMMO" : "LOW AMMO WARNING");
    }
}

/* --- awards ----------------------------------------------------------------------------------- */

void q3_hud_award(struct q3_hud *hud)
{
    enum { MANY = 10, STEP = 48, MEDAL = 44, TOP = 56 };
    static const struct {
        const char *medal, *name;
    } awards[Q3_AWARDS] = {
        {"medal_capture", "Capture"},     {"medal_impressive", "Impressive"},
        {"medal_excellent", "Excellent"}, {"medal_gauntlet", "Humiliation"},
        {"medal_defend", "Defense"},      {"medal_assist", "Assist"},
    };
    const struct q3_hud_award *award = q3_hud_award_at(hud->memory, hud->time);
    if (!award || award->kind < 0 || award->kind >= Q3_AWARDS || award->count <= 0) {
        return;
    }
    const float color[4] = {1.0f, 1.0f, 1.0f, q3_hud_fade(hud, award->start, Q3_AWARD_MS)};
    const int shown = award->count < MANY ? award->count : 1;
    struct q3_rect at = {320.0f - (float)(STEP / 2 * shown), TOP, MEDAL, MEDAL};
    bool there = true;
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
    for (int i = 0; i < shown; i++, at.x += STEP) {
        there = q3_canvas_picture(&hud->canvas, awards[award->kind].medal, at, color);
    }
    char text[TEXT] = "";
    if (!there) {
        snprintf(text, sizeof(text), "%s %d", awards[award->kind].name, (int)award->count);
    } else if (award->count >= MANY) {
        snprintf(text, sizeof(text), "%d", (int)award->count);
    }
    const struct q3_letters letters = {8.0f, 16.0f, Q3_TEXT_SHADOW};
    q3_text_centered(&hud->canvas, 104.0f, letters, color, text);
}

/* --- spectators ------------------------------------------------------------------------------- */

void q3_hud_spectator(struct q3_hud *hud)
{
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_HIGH);
    if (hud->mini) {
        return;
    }
    q3_text_centered(&hud->canvas, 440.0f, q3_big, q3_white, "SPECTATOR");
    if (hud->match.tournament) {
        q3_text_centered(&hud->canvas, 460.0f, q3_big, q3_white, "waiting to play");
    } else if (hud->match.teams) {
        q3_text_centered(&hud->canvas, 460.0f, q3_big, q3_white,
                         "press ESC and use the JOIN menu to play");
    }
}

bool q3_hud_following(struct q3_hud *hud)
{
    static const struct q3_letters giant = {32.0f, 48.0f, Q3_TEXT_SHADOW | Q3_TEXT_ONE_COLOR};
    struct q3_player player;
    char name[Q3_HUD_NAME];
    if ((hud->pm_flags & Q3_PMF_FOLLOW) == 0) {
        return false;
    }
    if (!hud->mini && q3_hud_player(hud, hud->client, &player, name)) {
        q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
        q3_text(&hud->canvas, 248.0f, 24.0f, q3_big, q3_white, 0, "following");
        q3_text_centered(&hud->canvas, 40.0f, giant, q3_white, name);
    }
    return true;
}

/* --- votes and warm-up ------------------------------------------------------------------------ */

static void draw_vote(struct q3_hud *hud, const char *word, float y, int32_t time, const char *text,
                      const char *yes, const char *no)
{
    enum { LASTS = 30000 };
    char line[TEXT];
    const double left = ((double)LASTS - (hud->now - (double)time)) / 1000.0;
    if (time != 0) {
        snprintf(line, sizeof(line), "%s(%d):%.128s yes:%.8s no:%.8s", word,
                 left > 0.0 ? (int)(left < 1e6 ? left : 1e6) : 0, text, yes[0] ? yes : "0",
                 no[0] ? no : "0");
        q3_text(&hud->canvas, 0.0f, y, q3_small, q3_white, 0, line);
    }
}

static void draw_cpma_vote(struct q3_hud *hud)
{
    const char *settings = q3_gamestate_string(&hud->m->state->gamestate, 672);
    char text[TEXT / 2], yes[8], no[8];
    info_copy(settings, "vs", INFO_KEYS_ANY_CASE, text, sizeof(text));
    info_copy(settings, "vf", INFO_KEYS_ANY_CASE, yes, sizeof(yes));
    info_copy(settings, "va", INFO_KEYS_ANY_CASE, no, sizeof(no));
    draw_vote(hud, "VOTE", 58.0f, info_number(settings, "vt", INFO_KEYS_ANY_CASE, 0), text, yes,
              no);
}

void q3_hud_vote(struct q3_hud *hud)
{
    enum { VOTE = 8, TEAM_VOTE = 12, PER_VOTE = 4, PER_TEAM = 2 };
    const struct q3_gamestate *g = &hud->m->state->gamestate;
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_LOW);
    if (hud->match.mod == Q3_MOD_CPMA) {
        draw_cpma_vote(hud);
        return;
    }
    draw_vote(hud, "VOTE", 58.0f, q3_text_number(q3_gamestate_string(g, VOTE)),
              q3_gamestate_string(g, VOTE + 1), q3_gamestate_string(g, VOTE + 2),
              q3_gamestate_string(g, VOTE + 3));
    if ((hud->team == Q3_TEAM_RED || hud->team == Q3_TEAM_BLUE) && !hud->m->game->live &&
        hud->m->game->level_start > TEAM_VOTE + PER_TEAM * PER_VOTE) {
        const uint32_t at = TEAM_VOTE + (hud->team == Q3_TEAM_BLUE ? 1u : 0u);
        draw_vote(hud, "TEAMVOTE", 90.0f, q3_text_number(q3_gamestate_string(g, at)),
                  q3_gamestate_string(g, at + PER_TEAM), q3_gamestate_string(g, at + 2 * PER_TEAM),
                  q3_gamestate_string(g, at + 3 * PER_TEAM));
    }
}

/* "A vs B", the two players. */
static void name_players(struct q3_hud *hud, char text[TEXT])
{
    char names[2][Q3_HUD_NAME] = {"", ""};
    int count = 0;
    for (int32_t i = 0; i < Q3_PLAYERS && count < 2; i++) {
        struct q3_player player;
        count += q3_hud_player(hud, i, &player, names[count]) && player.team == Q3_TEAM_FREE;
    }
    if (count == 2) {
        snprintf(text, TEXT, "%s^7 vs %s", names[0], names[1]);
    }
}

/* As wide as fits. */
static void draw_title(struct q3_hud *hud, float y, float tall, const char *text)
{
    const float length = (float)q3_text_length(&hud->canvas, text);
    const float width = length > 20.0f ? (float)(int)(640.0f / length) : 32.0f;
    const struct q3_letters letters = {width, (float)(int)(width * tall), Q3_TEXT_SHADOW};
    q3_text_centered(&hud->canvas, y, letters, q3_white, text);
}

void q3_hud_warmup(struct q3_hud *hud)
{
    const struct q3_match *match = &hud->match;
    char text[TEXT] = "";
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
    if (match->warmup == 0 || hud->mini) {
        return;
    }
    if (match->warmup < 0) {
        q3_text_centered(&hud->canvas, 24.0f, q3_big, q3_white, "Waiting for players");
        return;
    }
    if (match->tournament) {
        name_players(hud, text);
        draw_title(hud, 20.0f, 1.5f, text);
    } else if (match->name) {
        draw_title(hud, 25.0f, 1.1f, match->name);
    }
    q3_hud_count_down(hud, "Starts", match->warmup);
}

void q3_hud_respawn(struct q3_hud *hud)
{
    static const float yellow[4] = {1.0f, 1.0f, 0.0f, 1.0f}, green[4] = {0.0f, 1.0f, 0.0f, 1.0f};
    const double left = ((double)hud->m->state->board.respawn - hud->now) / 1000.0;
    char text[TEXT] = "Click FIRE to respawn";
    if (hud->match.mod != Q3_MOD_OPENARENA || hud->match.rounds || hud->spectates ||
        hud->health > 0 || hud->m->state->board.respawn == 0) {
        return;
    }
    if (left > 0.0 && left < 1e5) {
        snprintf(text, sizeof(text), "Respawn in: %d.%02d", (int)left, (int)(left * 100.0) % 100);
    }
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_HIGH);
    q3_text_centered(&hud->canvas, 400.0f, q3_small, left > 0.0 ? yellow : green, text);
}

/* --- words ------------------------------------------------------------------------------------ */

static void draw_words(struct q3_hud *hud, const char *text, int32_t time, float y, float width)
{
    enum { LINE = 50, LINES_MAX = 24, SHOWN = 3000 };
    const float color[4] = {1.0f, 1.0f, 1.0f, q3_hud_fade(hud, time, SHOWN)};
    const struct q3_letters letters = {width, 1.5f * width, Q3_TEXT_SHADOW};
    float lines = 1.0f;
    for (const char *at = text; *at != '\0'; at++) {
        lines += *at == '\n' ? 1.0f : 0.0f;
    }
    if (color[3] <= 0.0f) {
        return;
    }
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
    y -= lines * 8.0f;
    for (int i = 0; i < LINES_MAX; i++, y += letters.height) {
        char line[LINE + 1];
        const size_t length = strcspn(text, "\n"), fits = length < LINE ? length : LINE;
        memcpy(line, text, fits);
        line[fits] = '\0';
        q3_text_centered(&hud->canvas, y, letters, color, line);
        if (text[length] == '\0') {
            break;
        }
        text += length + 1;
    }
}

static void name_fragged(const struct q3_hud *hud, char text[TEXT])
{
    const struct q3_hud_state *memory = hud->memory;
    char place[Q3_HUD_PLACE];
    if (memory->words_rank < 0) {
        snprintf(text, TEXT, "You fragged %s", memory->names[Q3_HUD_FRAGGED]);
        return;
    }
    q3_hud_place_text(memory->words_rank, place);
    snprintf(text, TEXT, "You fragged %s\n%s place with %d", memory->names[Q3_HUD_FRAGGED], place,
             (int)memory->words_score);
}

static void name_used(const struct q3_hud *hud, char text[TEXT])
{
    static const char *const names[] = {"",       "Personal Teleporter", "Medkit", "Kamikaze",
                                        "Portal", "Invulnerability",     "Flight"};
    const int32_t number = hud->memory->words_rank;
    const bool known = number > 0 && number < (int32_t)(sizeof(names) / sizeof(names[0]));
    snprintf(text, TEXT, known ? "Use %s" : "No item to use", names[known ? number : 0]);
}

static void name_overtime(const struct q3_hud *hud, char text[TEXT])
{
    const char *server = q3_gamestate_string(&hud->m->state->gamestate, Q3_CS_SERVERINFO);
    snprintf(text, TEXT, "Overtime! %d seconds added",
             (int)info_number(server, "g_overtime", INFO_KEYS_ANY_CASE, 0));
}

/* The last one counts, the server's or the client's own. */
void q3_hud_center_words(struct q3_hud *hud)
{
    const struct q3_state *c = hud->m->state;
    const struct q3_hud_state *memory = hud->memory;
    const bool own = memory->words_kind != Q3_WORDS_NONE &&
                     (c->center[0] == '\0' || memory->words_time >= c->center_time ||
                      (double)c->center_time > hud->now);
    char text[TEXT] = "";
    int32_t time;
    if (q3_hud_round_words(hud, text, sizeof(text), &time)) {
        draw_words(hud, text, time, 144.0f, 16.0f);
    } else if (!own) {
        draw_words(hud, c->center, c->center_time, 144.0f, 16.0f);
    } else if (memory->words_kind == Q3_WORDS_FIGHT) {
        draw_words(hud, "FIGHT!", memory->words_time, 120.0f, 64.0f);
    } else if (memory->words_kind == Q3_WORDS_OVERTIME) {
        name_overtime(hud, text);
        draw_words(hud, text, memory->words_time, 144.0f, 16.0f);
    } else if (hud->own_eyes || hud->pm_type == Q3_PM_INTERMISSION) {
        if (memory->words_kind == Q3_WORDS_USED) {
            name_used(hud, text);
        } else {
            name_fragged(hud, text);
        }
        draw_words(hud, text, memory->words_time, 144.0f, 16.0f);
    }
}
