#include "engine/netquake/nq_userinfo.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A piece of the text, not terminated. */
struct piece {
    const char *text;
    size_t length;
};

static bool is_piece(const struct piece *piece, const char *word)
{
    return strlen(word) == piece->length && memcmp(piece->text, word, piece->length) == 0;
}

/* atoi of a piece, without overflow: its lowest four bits are all that counts. */
static int32_t read_color(const struct piece *value)
{
    uint32_t number = 0;
    size_t i = value->length > 0 && value->text[0] == '-' ? 1 : 0;
    const bool minus = i == 1;
    for (; i < value->length && value->text[i] >= '0' && value->text[i] <= '9'; i++) {
        number = number * 10 + (uint32_t)(value->text[i] - '0');
    }
    return (int32_t)((minus ? 0u - number : number) & 15u);
}

static void take_key(struct nq_userinfo *info, const struct piece *key, const struct piece *value)
{
    if (is_piece(key, "name")) {
        info->name = value->text;
        info->name_length = (uint32_t)value->length;
    } else if (is_piece(key, "topcolor")) {
        info->shirt = read_color(value);
    } else if (is_piece(key, "bottomcolor")) {
        info->trousers = read_color(value);
    }
}

/* The next word before the line's end, or what is between quotes; length 0 = none. */
static struct piece next_word(const char **at, const char *end)
{
    while (*at < end && (uint8_t) * *at <= ' ') {
        (*at)++;
    }
    const bool quoted = *at < end && **at == '"';
    *at += quoted;
    struct piece word = {*at, 0};
    while (*at < end && (quoted ? **at != '"' : (uint8_t) * *at > ' ')) {
        (*at)++;
    }
    word.length = (size_t)(*at - word.text);
    *at += *at < end;
    return word;
}

/* The next piece of \key\value, without its backslash. */
static struct piece next_field(const char **at, const char *end)
{
    *at += *at < end && **at == '\\';
    struct piece field = {*at, 0};
    while (*at < end && **at != '\\') {
        (*at)++;
    }
    field.length = (size_t)(*at - field.text);
    return field;
}

static bool read_line(const char *at, const char *end, struct nq_userinfo *info)
{
    const struct piece command = next_word(&at, end);
    const bool whole = is_piece(&command, "//fui");
    if (!whole && !is_piece(&command, "//ui")) {
        return false;
    }
    const struct piece slot = next_word(&at, end);
    *info = (struct nq_userinfo){.shirt = NQ_USERINFO_UNTOLD, .trousers = NQ_USERINFO_UNTOLD};
    for (size_t i = 0; i < slot.length; i++) {
        if (slot.text[i] < '0' || slot.text[i] > '9' || i == 4) {
            return false;
        }
        info->player = info->player * 10 + (uint32_t)(slot.text[i] - '0');
    }
    const struct piece first = next_word(&at, end);
    if (!whole) {
        const struct piece value = next_word(&at, end);
        take_key(info, &first, &value);
        return slot.length > 0;
    }
    const char *field = first.text, *last = first.text + first.length;
    *info = (struct nq_userinfo){.player = info->player, .name = first.text};
    while (field < last) {
        const struct piece key = next_field(&field, last);
        const struct piece value = next_field(&field, last);
        take_key(info, &key, &value);
    }
    return slot.length > 0;
}

const char *nq_userinfo_next(const char *text, struct nq_userinfo *info)
{
    while (*text != '\0') {
        const char *end = text + strcspn(text, "\n");
        const bool found = read_line(text, end, info);
        text = end + (*end != '\0');
        if (found) {
            return text;
        }
    }
    return NULL;
}
