#include "engine/viewer/record/record_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct record_words *words, const char *word)
{
    if (words->count < RECORD_WORDS) {
        byte_writer_string(&words->text, word);
        words->count++;
    }
}

static void add_two(struct record_words *words, const char *option, const char *value)
{
    add(words, option);
    add(words, value);
}

static void add_whole(struct record_words *words, const char *option, int value)
{
    char text[16];
    snprintf(text, sizeof(text), "%d", value);
    add_two(words, option, text);
}

/* The shortest text that is read as the same number again. */
static void put_number(char text[32], double value, bool single)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value) {
            return;
        }
    }
}

/* Options that read a number of the camera know no exponents: so many digits are its own. */
static void put_coordinate(char text[32], float value)
{
    for (int digits = 0; digits <= 20; digits++) {
        snprintf(text, 32, "%.*f", digits, (double)value);
        if (strtof(text, NULL) == value) {
            return;
        }
    }
}

static void add_number(struct record_words *words, const char *option, double value, bool single)
{
    char text[32];
    put_number(text, value, single);
    add_two(words, option, text);
}

static void add_flag(struct record_words *words, const char *option, bool set)
{
    if (set) {
        add(words, option);
    }
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void add_time(struct record_words *words, const char *option, double time)
{
    char text[32];
    snprintf(text, sizeof(text), "%.3f", time);
    add_two(words, option, text);
}

static void add_camera(struct record_words *words, const struct record_plan *plan)
{
    const struct camera *c = &plan->player->camera;
    const float numbers[5] = {c->kind == CAMERA_CHASE ? c->distance : c->origin[0],
                              c->kind == CAMERA_CHASE ? c->height : c->origin[1], c->origin[2],
                              c->angles[0], c->angles[1]};
    const int count = c->kind == CAMERA_CHASE ? 2 : 5;
    char text[8 + 5 * 34], number[32];
    if (plan->camera_file) {
        add_two(words, "--camera-path", plan->camera_file);
    }
    if (c->kind == CAMERA_EYE) {
        return;
    }
    snprintf(text, sizeof(text), "%s", c->kind == CAMERA_CHASE ? "chase:" : "free:");
    for (int i = 0; i < count; i++) {
        const size_t used = strlen(text);
        put_coordinate(number, numbers[i]);
        snprintf(text + used, sizeof(text) - used, "%s%s", i > 0 ? "," : "", number);
    }
    add_two(words, "--camera", text);
}

static void add_picture(struct record_words *words, const struct player_options *p)
{
    static const char *const filters[] = {
        [RGB_TRILINEAR] = "trilinear", [RGB_BILINEAR] = "bilinear", [RGB_NEAREST] = "nearest"};
    const struct player_options usual = player_default_options();
    if (p->look == LOOK_FAITHFUL) {
        add_two(words, "--look", "faithful");
    }
    if (p->filter != usual.filter) {
        add_two(words, "--filter", filters[p->filter]);
    }
    if (p->fov != usual.fov) {
        add_number(words, "--fov", (double)p->fov, true);
    }
    add_flag(words, "--colored-light", p->colored_light);
    add_flag(words, "--no-lerp", p->no_lerp);
    add_flag(words, "--lerp-models", p->lerp_models);
    add_flag(words, "--no-lerp-models", p->no_lerp_models);
    add_flag(words, "--no-viewmodel", p->no_view_model);
    add_flag(words, "--no-hud", p->no_hud);
    add_flag(words, "--no-particles", p->no_particles);
    add_flag(words, "--no-effects", p->no_effects);
    add_flag(words, "--no-bob", p->no_bob);
    add_flag(words, "--no-fog", p->no_fog);
    if (p->own_water_alpha) {
        add_number(words, "--water-alpha", (double)p->water_alpha, true);
    }
    if (p->follow) {
        add_two(words, "--follow", p->follow);
    }
}

static void add_hud(struct record_words *words, const struct hud_options *hud)
{
    if (hud->style != HUD_OVER) {
        add_two(words, "--hud", hud_style_name(hud->style));
    }
    if (hud->view_size != 0 && hud->view_size != HUD_VIEW_USUAL) {
        add_whole(words, "--viewsize", hud->view_size);
    }
    if (hud->scale > 0) {
        add_whole(words, "--hud-scale", hud->scale);
    }
    if (hud->crosshair > 0 || hud->own_crosshair) { /* 0: none of the game's own */
        add_whole(words, "--crosshair", hud->crosshair);
    }
    if (hud->scores != HUD_SCORES_NONE) {
        add_two(words, "--scores", hud->scores == HUD_SCORES_TEAMS ? "teams" : "players");
    }
    if (hud->clear > 0) {
        add_number(words, "--hud-alpha", (double)(HUD_CLEAR_ALL - hud->clear) / HUD_CLEAR_ALL,
                   false);
    }
    add_flag(words, "--show-clock", hud->clock);
    add_flag(words, "--show-speed", hud->speed);
    add_flag(words, "--show-frags", hud->frags);
    add_flag(words, "--show-team", hud->team);
}

static void add_light_and_sound(struct record_words *words, const struct record_plan *plan)
{
    if (plan->gamma > 0.0) {
        add_number(words, "--gamma", plan->gamma, false);
    }
    if (plan->contrast > 0.0) {
        add_number(words, "--contrast", plan->contrast, false);
    }
    add_flag(words, "--no-sound", plan->no_sound);
    if (plan->sound == MIXER_FAITHFUL) {
        add_two(words, "--sound", "faithful");
    }
    if (plan->music_volume != 100.0) {
        add_number(words, "--music-volume", plan->music_volume, false);
    }
}

int record_words_make(struct record_words *words, const struct record_plan *plan)
{
    const struct demo_search *search = &plan->player->search;
    const bool plain = plan->demo[0] != '-'; /* else it looks like an option */
    char size[32];
    snprintf(size, sizeof(size), "%dx%d", plan->width, plan->height);
    add(words, "render");
    if (plain) {
        add(words, plan->demo);
    }
    add_two(words, "-o", plan->out);
    add_time(words, "--from", plan->from);
    if (isfinite(plan->to)) {
        add_time(words, "--to", plan->to);
    }
    add_two(words, "--size", size);
    add_picture(words, plan->player);
    add_camera(words, plan);
    add_hud(words, &plan->player->hud);
    add_light_and_sound(words, plan);
    if (search->basedir) {
        add_two(words, "--basedir", search->basedir);
    }
    if (search->game) {
        add_two(words, "--game", search->game);
    }
    if (!plain) {
        add_two(words, "--", plan->demo);
    }
    return words->text.failed ? FORMAT_MEMORY : 0;
}

void record_words_free(struct record_words *words)
{
    byte_writer_free(&words->text);
    words->count = 0;
}

void record_words_list(const struct record_words *words, const char *program,
                       const char *list[RECORD_WORDS + 2])
{
    const char *word = (const char *)words->text.data;
    list[0] = program;
    for (size_t i = 0; i < words->count; i++, word += strlen(word) + 1) {
        list[i + 1] = word;
    }
    list[words->count + 1] = NULL;
}

/* --- for a shell ------------------------------------------------------------------------------ */

static bool is_plain(const char *word)
{
    return word[0] != '\0' &&
           word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "%+,-./:=@_")] == '\0';
}

struct line {
    char *text;
    size_t size, used;
};

static void put(struct line *line, const char *text)
{
    for (; *text && line->used + 1 < line->size; text++) {
        line->text[line->used++] = *text;
    }
    line->text[line->used] = '\0';
}

/* In single quotes, where a quote itself is '\''. */
static void put_quoted(struct line *line, const char *word)
{
    put(line, "'");
    for (; *word; word++) {
        const char letter[2] = {*word, '\0'};
        put(line, *word == '\'' ? "'\\''" : letter);
    }
    put(line, "'");
}

void record_words_line(const struct record_words *words, char *line, size_t size)
{
    const char *list[RECORD_WORDS + 2];
    struct line out = {line, size, 0};
    record_words_list(words, "quakereel", list);
    for (size_t i = 0; list[i]; i++) {
        put(&out, i > 0 ? " " : "");
        if (is_plain(list[i])) {
            put(&out, list[i]);
        } else {
            put_quoted(&out, list[i]);
        }
    }
}
