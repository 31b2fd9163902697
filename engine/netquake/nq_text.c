/* Prints of a NetQuake server: notify lines, centre print, stuffed commands. */
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_state.h"
#include "engine/quake/quake_keys.h"
#include "engine/quake/quake_sounds.h"

void nq_apply_print(struct nq_state *s, const char *text)
{
    const struct console_print print = {
        .audience = CONSOLE_EVERYBODY, .time = s->times[0], .text = text};
    console_print(&s->console, s->prints, NQ_PRINT_LINES, &print);
    if (text[0] == 1) {
        return; /* chat contains no obituaries */
    }
    frag_feed_print(&s->frags, text, s->times[0]);
    static const char rule[] = "\"teamplay\" changed to \"";
    if (strncmp(text, rule, sizeof rule - 1) == 0) { /* Cvar_Set */
        const char digit = text[sizeof rule - 1];
        s->teamplay = digit >= '0' && digit <= '9' ? (uint32_t)(digit - '0') : 0;
    }
}

void nq_apply_center_print(struct nq_state *s, const char *text)
{
    console_print_center(&s->center, 1, CONSOLE_EVERYBODY, s->times[0], text, NULL);
}

enum { FOG_NUMBERS_MAX = 5 };

/* QuakeSpasm's Fog_FogCommand_f */
static void run_fog(struct nq_state *s, const struct stufftext_words *words)
{
    double numbers[FOG_NUMBERS_MAX];
    const int count = words->count - 1;
    if (count >= 1 && count <= FOG_NUMBERS_MAX) {
        for (int i = 0; i < count; i++) {
            numbers[i] = strtod(words->at[i + 1], NULL);
        }
        nq_command_fog(s, numbers, count);
    }
}

/* A demo runs no command. Some are pictures, not orders: the bonus flash, fog, sky, tint and
 * swaying, the keys held; one is a sound; and `wait`: the rest of the text stays until the next
 * frame. 0, STUFFTEXT_WAIT or FORMAT_MEMORY. */
static int run_command(const void *context, const char *text)
{
    const struct nq_apply *apply = context;
    struct nq_state *s = *apply->state;
    struct stufftext_words words;
    stufftext_split(text, STUFFTEXT_NETQUAKE, &words);
    if (words.count == 0 || quake_orders_follow(&s->orders, &words)) {
        return 0;
    }
    const char *name = words.at[0];
    if (stufftext_is_command(name, "wait")) {
        return STUFFTEXT_WAIT;
    }
    if (stufftext_is_command(name, "bf")) {
        s->bonus_flash.now = NQ_BONUS_FLASH;
    } else if (stufftext_is_command(name, "sky") && words.count == 2) {
        nq_apply_skybox(s, words.at[1]);
    } else if (stufftext_is_command(name, "fog")) {
        run_fog(s, &words);
    } else if (quake_keys_of_command(&words) != 0) {
        s->keys_told = quake_keys_of_command(&words);
    }
    return apply->sounds ? quake_sound_command(apply->sounds, &words, 0, nq_apply_seed(apply)) : 0;
}

/* Keeps text for a later frame. */
static int keep_text(const struct nq_apply *apply, const char *text)
{
    const uint32_t had = (*apply->state)->arrays[NQ_STUFFED].count;
    const size_t length = strlen(text);
    if (length == 0 || had + length > STUFFTEXT_KEPT) {
        return 0;
    }
    const int status = nq_state_extend(apply->state, NQ_STUFFED, had + (uint32_t)length);
    if (status == 0) {
        memcpy(nq_stuffed(*apply->state) + had, text, length);
    }
    return status;
}

/* A `wait` was run, and its frame is not over or text is kept for the next. */
static bool is_waiting(const struct nq_state *s)
{
    return s->arrays[NQ_STUFFED].count > 0 || s->stuffed_time > s->times[0];
}

static void wait_a_frame(struct nq_state *s)
{
    s->stuffed_time = s->times[0] + STUFFTEXT_FRAME;
}

int nq_end_stufftext(const struct nq_apply *apply)
{
    const int status = stufftext_end(apply->stuffed) ? run_command(apply, apply->stuffed->text) : 0;
    if (status == STUFFTEXT_WAIT) {
        wait_a_frame(*apply->state);
    }
    return status < 0 ? status : 0;
}

int nq_apply_stufftext(const struct nq_apply *apply, const char *text)
{
    int status = 0;
    if (is_waiting(*apply->state)) {
        return keep_text(apply, text);
    }
    while (status == 0 && stufftext_next(apply->stuffed, &text)) {
        status = run_command(apply, apply->stuffed->text);
    }
    if (status == STUFFTEXT_WAIT) {
        wait_a_frame(*apply->state);
        status = keep_text(apply, text);
    }
    return status;
}

int nq_step_stufftext(const struct nq_apply *apply)
{
    struct nq_state *s = *apply->state;
    char text[STUFFTEXT_KEPT + 1];
    uint32_t count = s->arrays[NQ_STUFFED].count;
    /* Behind a new level or a clock that went back. */
    if (s->stuffed_time < s->times[1] || s->stuffed_time > s->times[0] + STUFFTEXT_FRAME) {
        s->stuffed_time = s->times[0];
    }
    if (count == 0) {
        return 0;
    }
    memcpy(text, nq_stuffed(s), count);
    text[count] = '\0';
    const int status = stufftext_resume(text, s->times[0], &s->stuffed_time, run_command, apply);
    count = (uint32_t)strlen(text);
    memcpy(nq_stuffed(s), text, count);
    s->arrays[NQ_STUFFED].count = count;
    return status;
}
