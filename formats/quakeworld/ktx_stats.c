#include "formats/quakeworld/ktx_stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/mvd_hidden.h"

enum { DEPTH = 16, PATH = 96, TEXT_MOST = 1 << 20 };

/* --- the numbers and where they stand --------------------------------------------------------- */

static const struct {
    const char *path;
    size_t offset; /* of an int32_t in struct ktx_player */
} numbers[] = {
    {".stats.frags", offsetof(struct ktx_player, frags)},
    {".stats.kills", offsetof(struct ktx_player, kills)},
    {".stats.deaths", offsetof(struct ktx_player, deaths)},
    {".stats.suicides", offsetof(struct ktx_player, suicides)},
    {".stats.tk", offsetof(struct ktx_player, team_kills)},
    {".dmg.given", offsetof(struct ktx_player, damage_given)},
    {".dmg.taken", offsetof(struct ktx_player, damage_taken)},
    {".control", offsetof(struct ktx_player, control)},
    {".items.ga.took", offsetof(struct ktx_player, took[KTX_GREEN_ARMOR])},
    {".items.ya.took", offsetof(struct ktx_player, took[KTX_YELLOW_ARMOR])},
    {".items.ra.took", offsetof(struct ktx_player, took[KTX_RED_ARMOR])},
    {".items.health_100.took", offsetof(struct ktx_player, took[KTX_MEGAHEALTH])},
};

static const char *const weapons[KTX_WEAPONS] = {"sg", "ssg", "ng", "sng", "gl", "rl", "lg"};

/* --- JSON ------------------------------------------------------------------------------------- */

struct reader {
    struct ktx_stats *stats;
    struct ktx_player *player; /* NULL = outside of one */
    const uint8_t *text;
    size_t size, at;
    char path[PATH]; /* of members, below the player or the whole: ".stats.kills" */
};

static int read_value(struct reader *r, int depth);

static int next_char(struct reader *r)
{
    while (r->at < r->size && strchr(" \t\r\n", r->text[r->at]) != NULL && r->text[r->at] != 0) {
        r->at++;
    }
    return r->at < r->size ? r->text[r->at] : -1;
}

static bool take(struct reader *r, int c)
{
    const bool there = next_char(r) == c;
    r->at += there;
    return there;
}

static int hex_digit(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* What stands behind a backslash, which is at r->at; a letter beyond a byte is '?'. Negative: the
 * text ends, or is wrong. */
static int read_escape(struct reader *r)
{
    static const char names[] = "bfnrt", meant[] = "\b\f\n\r\t";
    if (++r->at >= r->size) {
        return FORMAT_BAD;
    }
    const int c = r->text[r->at];
    if (c != 'u') {
        const char *place = c != 0 ? strchr(names, c) : NULL;
        return place != NULL ? meant[place - names] : c;
    }
    int code = 0;
    for (int i = 0; i < 4; i++) {
        const int digit = ++r->at < r->size ? hex_digit(r->text[r->at]) : -1;
        if (digit < 0) {
            return FORMAT_BAD;
        }
        code = code * 16 + digit;
    }
    return code < 256 ? code : '?';
}

/* Cuts what does not fit. Bytes of 0 are left out. */
static int read_string(struct reader *r, char *to, size_t size)
{
    size_t length = 0;
    if (!take(r, '"')) {
        return FORMAT_BAD;
    }
    for (; r->at < r->size && r->text[r->at] != '"'; r->at++) {
        const int c = r->text[r->at] == '\\' ? read_escape(r) : r->text[r->at];
        if (c < 0) {
            return FORMAT_BAD;
        }
        if (c != 0 && length + 1 < size) {
            to[length++] = (char)c;
        }
    }
    to[length] = '\0';
    return take(r, '"') ? 0 : FORMAT_BAD;
}

static int32_t limit_number(double value)
{
    return value >= KTX_MOST ? KTX_MOST : value <= -KTX_MOST ? -KTX_MOST : (int32_t)value;
}

static void keep_number(struct reader *r, double value)
{
    char path[PATH];
    const int32_t number = limit_number(value);
    if (r->player == NULL) {
        if (strcmp(r->path, ".duration") == 0) {
            r->stats->duration = number;
        }
        return;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(r->path, numbers[i].path) == 0) {
            memcpy((char *)r->player + numbers[i].offset, &number, sizeof number);
        }
    }
    for (int i = 0; i < KTX_WEAPONS; i++) {
        snprintf(path, sizeof path, ".weapons.%s.acc.attacks", weapons[i]);
        r->player->attacks[i] = strcmp(r->path, path) == 0 ? number : r->player->attacks[i];
        snprintf(path, sizeof path, ".weapons.%s.acc.hits", weapons[i]);
        r->player->hits[i] = strcmp(r->path, path) == 0 ? number : r->player->hits[i];
    }
}

/* A number, or true, false, null. Digits after the point do not count. */
static int read_word(struct reader *r)
{
    const size_t begin = r->at;
    double value = 0.0;
    bool whole = true;
    while (r->at < r->size && strchr(",]} \t\r\n", r->text[r->at]) == NULL) {
        const int c = r->text[r->at++];
        whole = whole && c != '.';
        if (whole && c >= '0' && c <= '9' && value <= KTX_MOST) {
            value = value * 10.0 + (c - '0');
        }
    }
    if (r->at == begin) {
        return FORMAT_BAD;
    }
    keep_number(r, r->text[begin] == '-' ? -value : value);
    return 0;
}

static int read_text(struct reader *r)
{
    char text[KTX_NAME];
    const int code = read_string(r, text, sizeof text);
    if (code == 0 && r->player != NULL) {
        char *to = strcmp(r->path, ".name") == 0   ? r->player->name
                   : strcmp(r->path, ".team") == 0 ? r->player->team
                                                   : NULL;
        if (to != NULL) {
            memcpy(to, text, sizeof text);
        }
    }
    return code;
}

static int read_object(struct reader *r, int depth)
{
    const size_t length = strlen(r->path);
    char name[KTX_NAME];
    int code = 0;
    if (!take(r, '{') || take(r, '}')) {
        return 0;
    }
    do {
        code = read_string(r, name, sizeof name);
        code = code == 0 && !take(r, ':') ? FORMAT_BAD : code;
        if (code == 0) {
            snprintf(r->path + length, PATH - length, ".%s", name);
            code = read_value(r, depth + 1);
            r->path[length] = '\0';
        }
    } while (code == 0 && take(r, ','));
    return code == 0 && !take(r, '}') ? FORMAT_BAD : code;
}

/* Each element of "players" is a player. */
static int read_array(struct reader *r, int depth)
{
    const bool is_players = r->player == NULL && strcmp(r->path, ".players") == 0;
    struct ktx_player dropped;
    char path[PATH];
    int code = 0;
    if (!take(r, '[') || take(r, ']')) {
        return 0;
    }
    memcpy(path, r->path, sizeof path);
    snprintf(r->path, sizeof r->path, "%.80s[]", path); /* of which nothing is wanted */
    do {
        if (is_players) {
            r->player = r->stats->num_players < KTX_PLAYERS
                            ? &r->stats->players[r->stats->num_players++]
                            : &dropped;
            memset(r->player, 0, sizeof *r->player);
            r->path[0] = '\0';
        }
        code = read_value(r, depth + 1);
    } while (code == 0 && take(r, ','));
    memcpy(r->path, path, sizeof path);
    r->player = is_players ? NULL : r->player;
    return code == 0 && !take(r, ']') ? FORMAT_BAD : code;
}

static int read_value(struct reader *r, int depth)
{
    if (depth > DEPTH) {
        return FORMAT_BAD;
    }
    switch (next_char(r)) {
    case '{':
        return read_object(r, depth);
    case '[':
        return read_array(r, depth);
    case '"':
        return read_text(r);
    default:
        return read_word(r);
    }
}

int ktx_stats_read(struct ktx_stats *stats, const uint8_t *text, size_t size)
{
    struct reader r = {.stats = stats, .text = text, .size = size};
    memset(stats, 0, sizeof *stats);
    return next_char(&r) == '{' ? read_value(&r, 0) : FORMAT_BAD;
}

/* --- hidden blocks ---------------------------------------------------------------------------- */

static int add_match(struct ktx_told *told, const struct byte_writer *text, size_t offset)
{
    if (told->num_matches == KTX_MATCHES) {
        return 0;
    }
    if (array_reserve(&told->matches, &told->room_matches, told->num_matches + 1,
                      sizeof *told->matches) < 0) {
        return FORMAT_MEMORY;
    }
    struct ktx_match *match = &told->matches[told->num_matches];
    match->offset = offset;
    told->num_matches += ktx_stats_read(&match->stats, text->data, text->size) == 0;
    return 0;
}

static int add_hit(struct ktx_told *told, const struct mvd_hidden_damage *damage, size_t offset)
{
    const bool by_player = damage->attacker >= 1 && damage->attacker <= KTX_PLAYERS;
    const bool of_player = damage->victim >= 1 && damage->victim <= KTX_PLAYERS;
    if (!by_player || !of_player || damage->attacker == damage->victim || damage->points <= 0 ||
        told->num_hits == KTX_HITS) {
        return 0;
    }
    if (array_reserve(&told->hits, &told->room_hits, told->num_hits + 1, sizeof *told->hits) < 0) {
        return FORMAT_MEMORY;
    }
    told->hits[told->num_hits++] = (struct ktx_hit){.offset = offset,
                                                    .attacker = (uint8_t)(damage->attacker - 1),
                                                    .victim = (uint8_t)(damage->victim - 1),
                                                    .points = damage->points};
    return 0;
}

/* text: pieces so far. */
static int add_message(struct ktx_told *told, const struct mvd_hidden *message, size_t offset,
                       struct byte_writer *text)
{
    struct mvd_hidden_damage damage;
    if (mvd_hidden_read_damage(message, &damage)) {
        return add_hit(told, &damage, offset);
    }
    if (message->type != MVD_HIDDEN_STATISTICS || message->size < MVD_HIDDEN_NUMBER) {
        return 0;
    }
    if (text->size + message->size <= TEXT_MOST) {
        byte_writer_bytes(text, message->data + MVD_HIDDEN_NUMBER,
                          message->size - MVD_HIDDEN_NUMBER);
    }
    if (text->failed) {
        return FORMAT_MEMORY;
    }
    if (bytes_u16(message->data) != 0) {
        return 0;
    }
    const int code = add_match(told, text, offset);
    text->size = 0;
    return code;
}

int ktx_told_read(struct ktx_told *told, const uint8_t *data, size_t size)
{
    struct byte_writer text = {0};
    struct mvd_block block;
    size_t pos = 0;
    int code = 0;
    *told = (struct ktx_told){0};
    while (code == 0 && mvd_next_block(data, size, &pos, &block, NULL) > 0) {
        struct mvd_hidden message;
        size_t at = 0;
        if (!mvd_is_hidden(&block) ||
            !mvd_hidden_is_list(block.u.messages.data, block.u.messages.size)) {
            continue;
        }
        while (code == 0 &&
               mvd_hidden_next(block.u.messages.data, block.u.messages.size, &at, &message) > 0) {
            code = add_message(told, &message, block.offset, &text);
        }
    }
    byte_writer_free(&text);
    if (code < 0) {
        ktx_told_free(told);
    }
    return code;
}

void ktx_told_free(struct ktx_told *told)
{
    free(told->matches);
    free(told->hits);
    *told = (struct ktx_told){0};
}
