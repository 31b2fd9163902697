/* Prints, stuffed commands and serverinfo of a QuakeWorld server. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake/quake_sounds.h"
#include "engine/quakeworld/qw_apply.h"
#include "engine/quakeworld/screens/qw_match.h"
#include "formats/base/info_string.h"
#include "formats/base/quake_text.h"

/* In pieces: letters of other alphabets may become several. */
enum { PRINT_PIECE = 512 };

#define MAX_COORDINATE 1e6 /* units: beyond any level */

struct piece {
    char text[PRINT_PIECE];
    uint16_t colors[PRINT_PIECE];
    size_t used;
};

static void print_piece(const struct qw_apply *apply, struct piece *piece)
{
    struct qw_state *s = *apply->state;
    piece->text[piece->used] = '\0';
    const struct console_print print = {apply->listeners, s->clock.now, piece->text, piece->colors};
    console_print(&s->console, s->prints, QW_PRINT_LINES, &print);
    piece->used = 0;
}

void qw_apply_print(const struct qw_apply *apply, uint8_t level, const char *text)
{
    struct quake_text reader;
    struct piece piece;
    uint8_t glyph;
    const bool bronze = level == QW_PRINT_CHAT || text[0] == 1 || text[0] == 2;
    struct qw_state *s = *apply->state;
    if (level == QW_PRINT_MEDIUM && qw_audience(apply) == 0) {
        frag_feed_print(&s->frags, text, s->clock.now);
    }
    text += text[0] == 1 || text[0] == 2;
    quake_text_begin(&reader, text, strlen(text), bronze);
    piece.used = 0;
    while (quake_text_next(&reader, &glyph)) {
        piece.colors[piece.used] = reader.color;
        piece.text[piece.used++] = (char)glyph;
        if (piece.used == PRINT_PIECE - 1) {
            print_piece(apply, &piece);
        }
    }
    print_piece(apply, &piece);
}

void qw_apply_center_print(const struct qw_apply *apply, const char *text)
{
    struct qw_state *s = *apply->state;
    struct quake_text reader;
    char plain[CONSOLE_CENTER_BYTES];
    uint16_t colors[CONSOLE_CENTER_BYTES];
    size_t length = 0;
    uint8_t glyph;
    quake_text_begin(&reader, text, strlen(text), false);
    while (length < sizeof(plain) - 1 && quake_text_next(&reader, &glyph)) {
        colors[length] = reader.color;
        plain[length++] = (char)glyph;
    }
    plain[length] = '\0';
    console_print_center(s->centers, QW_CENTERS, apply->listeners, s->clock.now, plain, colors);
}

static int32_t number_of(const char *value, uint32_t length)
{
    char info[16] = "\\n\\";
    length = length < sizeof info - 4 ? length : (uint32_t)sizeof info - 4;
    memcpy(info + 3, value, length);
    return info_number(info, "n", INFO_KEYS_EXACT, 0);
}

static void set_serverinfo(struct qw_state *s, const char *key, const char *value, uint32_t length)
{
    if (strcmp(key, "deathmatch") == 0) {
        s->deathmatch = (uint32_t)number_of(value, length);
    } else if (strcmp(key, "teamplay") == 0) {
        s->teamplay = (uint32_t)number_of(value, length);
    } else if (strcmp(key, "timelimit") == 0) {
        const int32_t minutes = number_of(value, length);
        s->time_limit = minutes > 0 ? minutes : 0;
    } else if (strcmp(key, "status") == 0) {
        qw_match_set_status(s, value, length);
    } else if (strcmp(key, "sky") == 0 && length < sizeof s->sky_name) {
        memset(s->sky_name, 0, sizeof s->sky_name);
        memcpy(s->sky_name, value, length);
    }
}

void qw_apply_serverinfo(struct qw_state *s, const char *key, const char *value)
{
    set_serverinfo(s, key, value, (uint32_t)strlen(value));
}

/* CL_FullServerinfo_f: replaces all keys. */
static void replace_serverinfo(struct qw_state *s, const char *info)
{
    static const char *const keys[] = {"deathmatch", "teamplay", "sky", "timelimit", "status"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        uint32_t length;
        const char *value = info_find(info, keys[i], INFO_KEYS_EXACT, &length);
        set_serverinfo(s, keys[i], value ? value : "", length);
    }
}

/* "//tinfo SLOT X Y Z HEALTH ARMOR ITEMS NAME": a team mate's status, as servers send it to
 * ezQuake. */
static void set_mate(struct qw_state *s, const struct stufftext_words *words)
{
    const char *const *word = words->at;
    const long slot = strtol(word[1], NULL, 10);
    if (slot < 0 || slot >= QW_PLAYERS) {
        return;
    }
    struct qw_mate *mate = &s->mates[slot];
    for (int i = 0; i < 3; i++) {
        const double at = strtod(word[2 + i], NULL);
        mate->origin[i] = fabs(at) <= MAX_COORDINATE ? (float)at : 0.0f;
    }
    mate->health = number_of(word[5], (uint32_t)strlen(word[5]));
    mate->armor = number_of(word[6], (uint32_t)strlen(word[6]));
    mate->items = (uint32_t)strtoul(word[7], NULL, 10);
    mate->time = s->clock.now;
}

/* Tint and swaying, of each player that the message is for. */
static void follow_orders(const struct qw_apply *apply, const struct stufftext_words *words)
{
    struct qw_state *s = *apply->state;
    for (uint32_t i = 0; qw_next_viewer(apply, &i); i++) {
        (void)quake_orders_follow(&s->orders[qw_orders_place(s, i)], words);
    }
}

/* A demo runs no command. These are pictures, not orders; one is a sound; and in a .qwd `wait`: the
 * rest of the text stays until the next frame. 0, STUFFTEXT_WAIT or FORMAT_MEMORY. */
static int run_command(const void *context, const char *text)
{
    const struct qw_apply *apply = context;
    struct stufftext_words words;
    stufftext_split(text, STUFFTEXT_QUAKEWORLD, &words);
    if (words.count == 0) {
        return 0;
    }
    if (stufftext_is_command(words.at[0], "wait") && !(*apply->state)->is_mvd) {
        return STUFFTEXT_WAIT;
    }
    follow_orders(apply, &words);
    if (stufftext_is_command(words.at[0], "bf")) {
        qw_apply_bonus(apply);
    } else if (words.count == 2 && stufftext_is_command(words.at[0], "fullserverinfo")) {
        replace_serverinfo(*apply->state, words.at[1]);
    } else if (words.count >= 8 && strcmp(words.at[0], "//tinfo") == 0) {
        set_mate(*apply->state, &words);
    }
    return apply->sounds ? quake_sound_command(apply->sounds, &words, qw_audience(apply),
                                               qw_apply_seed(apply))
                         : 0;
}

/* Keeps text for a later frame. */
static int keep_text(const struct qw_apply *apply, const char *text)
{
    const uint32_t had = (*apply->state)->arrays[QW_STUFFED].count;
    const size_t length = strlen(text);
    if (length == 0 || had + length > STUFFTEXT_KEPT) {
        return 0;
    }
    const int status = qw_state_extend(apply->state, QW_STUFFED, had + (uint32_t)length);
    if (status == 0) {
        memcpy(qw_stuffed(*apply->state) + had, text, length);
    }
    return status;
}

/* A `wait` was run, and its frame is not over or text is kept for the next. */
static bool is_waiting(const struct qw_state *s)
{
    return s->arrays[QW_STUFFED].count > 0 || s->stuffed_time > s->clock.now;
}

static void wait_a_frame(struct qw_state *s)
{
    s->stuffed_time = s->clock.now + STUFFTEXT_FRAME;
}

int qw_apply_stufftext(const struct qw_apply *apply, const char *text)
{
    int status = 0;
    if (strncmp(text, "skins", 5) == 0) { /* the signon's end, as the scanner has it */
        (*apply->state)->in_game = 1;
    }
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

int qw_end_stufftext(const struct qw_apply *apply)
{
    const int status = stufftext_end(apply->stuffed) ? run_command(apply, apply->stuffed->text) : 0;
    if (status == STUFFTEXT_WAIT) {
        wait_a_frame(*apply->state);
    }
    return status < 0 ? status : 0;
}

int qw_step_stufftext(const struct qw_apply *apply)
{
    struct qw_state *s = *apply->state;
    char text[STUFFTEXT_KEPT + 1];
    uint32_t count = s->arrays[QW_STUFFED].count;
    if (count == 0) {
        return 0;
    }
    memcpy(text, qw_stuffed(s), count);
    text[count] = '\0';
    const int status = stufftext_resume(text, s->clock.now, &s->stuffed_time, run_command, apply);
    count = (uint32_t)strlen(text);
    memcpy(qw_stuffed(s), text, count);
    s->arrays[QW_STUFFED].count = count;
    return status;
}
