#include "engine/quake3/hud/q3_hud_bar.h"

#include <math.h>

#include "engine/quake3/hud/q3_hud_icons.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "formats/base/dmath.h"

enum { TOP = 432, ICON = 48, HEAD = 60, FIRING = 3, BLOB = 500 /* ms a hit shows on the head */ };

static const float gold[4] = {1.0f, 0.69f, 0.0f, 1.0f};
static const float grey[4] = {0.5f, 0.5f, 0.5f, 1.0f};
static const float red[4] = {1.0f, 0.2f, 0.2f, 1.0f};

static float sine_of(double radians)
{
    const double turns = radians / (2.0 * DMATH_PI);
    return (float)dmath_sin((turns - floor(turns)) * 2.0 * DMATH_PI);
}

static void draw_ground(struct q3_hud *hud)
{
    const struct q3_rect at = {0.0f, 420.0f, 640.0f, 60.0f};
    const float color[4] = {hud->team == Q3_TEAM_RED ? 1.0f : 0.0f, 0.0f,
                            hud->team == Q3_TEAM_BLUE ? 1.0f : 0.0f, 0.33f};
    if ((hud->team == Q3_TEAM_RED || hud->team == Q3_TEAM_BLUE) &&
        !q3_canvas_picture(&hud->canvas, "gfx/2d/colorbar", at, color)) {
        q3_canvas_fill(&hud->canvas, at, color);
    }
}

static void draw_ammo(struct q3_hud *hud)
{
    const struct q3_player_state *player = &hud->m->player;
    const int32_t weapon = player->fields[Q3_PS_WEAPON];
    const int32_t left = q3_player_ammo(player, weapon);
    if (weapon <= 0 || weapon >= Q3_ARRAY || left < 0) {
        return;
    }
    const bool busy =
        player->fields[Q3_PS_WEAPONSTATE] == FIRING && player->fields[Q3_PS_WEAPON_TIME] > 100;
    q3_figures(&hud->canvas, 0.0f, TOP, 3, left, busy ? grey : gold);
    const struct q3_item *ammo = q3_hud_ammo_item(hud->m->game, hud->m->mod, weapon);
    if (ammo && ammo->model) {
        const float origin[3] = {70.0f, 0.0f, 0.0f};
        const float angles[3] = {0.0f, 90.0f + 20.0f * sine_of(hud->now / 1000.0), 0.0f};
        const struct q3_rect at = {100.0f, TOP, ICON, ICON};
        if (!q3_canvas_model_file(&hud->canvas, ammo->model, at, origin, angles)) {
            (void)q3_canvas_picture(&hud->canvas, q3_hud_icon(ammo), at, q3_white);
        }
    }
}

static void draw_health(struct q3_hud *hud)
{
    const int32_t health = hud->health;
    const bool blinks = (hud->time >> 8 & 1) != 0;
    const float *color = health > 100                             ? q3_white
                         : health > 25 || (health > 0 && !blinks) ? gold
                                                                  : red;
    q3_figures(&hud->canvas, 185.0f, TOP, 3, health, color);
}

/* --- the head --------------------------------------------------------------------------------- */

/* The head turns between random directions: direction n is reached at look_end(n). */
enum { LOOK = 1100, LOOK_SPREAD = 1000 };

static double random_part(int64_t number, uint32_t salt)
{
    return dmath_hash((uint32_t)number, (uint32_t)((uint64_t)number >> 32), salt) % 65536 / 65536.0;
}

static double look_end(int64_t number)
{
    return (double)(number * LOOK) + LOOK_SPREAD * random_part(number, 1);
}

static void look_angles(int64_t number, float angles[2])
{
    angles[0] = 5.0f * (float)dmath_cos(DMATH_PI * (2.0 * random_part(number, 2) - 1.0));
    angles[1] = 180.0f + 20.0f * (float)dmath_cos(DMATH_PI * (2.0 * random_part(number, 3) - 1.0));
}

/* hit_end: the last hit's mark on the head; `turned` is how it looked then. */
static void turn_head(double now, double hit_end, const float turned[2], float angles[2])
{
    int64_t next = (int64_t)floor(now / LOOK) - 1;
    while (look_end(next) <= now) {
        next++;
    }
    double begin = look_end(next - 1);
    float from[2], to[2];
    look_angles(next - 1, from);
    look_angles(next, to);
    if (hit_end > begin) {
        begin = hit_end;
        from[0] = turned[0];
        from[1] = turned[1];
    }
    const float part = (float)((now - begin) / (look_end(next) - begin));
    const float smooth = part * part * (3.0f - 2.0f * part);
    for (int i = 0; i < 2; i++) {
        angles[i] = from[i] + (to[i] - from[i]) * smooth;
    }
}

static void draw_head(struct q3_hud *hud)
{
    const struct q3_view_state *view = q3_interp_view(hud->m);
    const double age = hud->now - view->damage_time;
    const bool hit = view->damage_time != 0 && age >= 0.0;
    const float turned[2] = {0.0f, 180.0f + 45.0f * view->damage_x};
    float size = HEAD, x = 285.0f, angles[3] = {turned[0], turned[1], 0.0f};
    if (hit && age < BLOB) {
        const float part = (float)age / BLOB;
        size = HEAD * (1.5f - 0.5f * part);
        x -= (size - HEAD) * 0.5f * (1.0f + view->damage_x);
    } else {
        turn_head(hud->now, hit ? view->damage_time + (double)BLOB : -INFINITY, turned, angles);
    }
    const struct q3_rect at = {x, 480.0f - size, size, size};
    q3_hud_head(hud, hud->client, at, angles);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void draw_flag(struct q3_hud *hud)
{
    const struct q3_rect at = {333.0f, TOP, ICON, ICON};
    uint32_t bits = 0;
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        bits |= (uint32_t)(hud->m->player.powerups[i] != 0) << i;
    }
    bits = q3_game_powerups(hud->m->game, bits);
    for (int flag = Q3_POWERUP_RED_FLAG; flag <= Q3_POWERUP_NEUTRAL_FLAG; flag++) {
        if ((bits >> flag & 1) != 0) {
            q3_hud_flag(hud, (enum q3_powerup)flag, at);
            return;
        }
    }
}

static void draw_armor(struct q3_hud *hud)
{
    if (hud->armor > 0) {
        const float origin[3] = {90.0f, 0.0f, -10.0f};
        const float angles[3] = {0.0f, (float)(hud->time & 2047) * 360.0f / 2048.0f, 0.0f};
        const struct q3_rect at = {470.0f, TOP, ICON, ICON};
        q3_figures(&hud->canvas, 370.0f, TOP, 3, hud->armor, gold);
        (void)q3_canvas_model_file(&hud->canvas, "models/powerups/armor/armor_yel.md3", at, origin,
                                   angles);
    }
}

/* Skulls that were collected, in the other team's colour. */
static void draw_skulls(struct q3_hud *hud)
{
    static const char *const models[2] = {"models/powerups/orb/b_orb.md3",
                                          "models/powerups/orb/r_orb.md3"};
    const int32_t count = hud->m->player.fields[Q3_PS_GENERIC1];
    if (hud->match.kind == Q3_KIND_HARVESTER) {
        const float origin[3] = {90.0f, 0.0f, -10.0f};
        const float angles[3] = {0.0f, (float)(hud->time & 2047) * 360.0f / 2048.0f, 0.0f};
        const struct q3_rect at = {570.0f, TOP, ICON, ICON};
        if (count > 0) {
            q3_figures(&hud->canvas, 470.0f, TOP, 3, count, gold);
        }
        (void)q3_canvas_model_file(&hud->canvas, models[hud->team == Q3_TEAM_BLUE], at, origin,
                                   angles);
    }
}

void q3_hud_bar(struct q3_hud *hud)
{
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_HIGH);
    if (!hud->mini) {
        draw_ground(hud);
    }
    draw_ammo(hud);
    draw_health(hud);
    if (!hud->mini) {
        draw_head(hud);
    }
    draw_flag(hud);
    draw_armor(hud);
    draw_skulls(hud);
}
