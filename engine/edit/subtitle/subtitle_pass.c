#include "engine/edit/subtitle/subtitle_pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_game.h"

/* Seconds: after that time a text that stays is said again; updates have times of the file. */
#define REPEAT 1.0
#define TIME_SLACK 1e-6
#define QUAKE3_SECONDS 3.0 /* cg_centertime */

struct subtitle_key {
    uint64_t hash; /* of its letters */
    size_t item;
};

/* --- plain text ---------------------------------------------------------------------------------
 */

/* As demo_plain_text, of Quake III's texts, in whose commands there are no quotation marks. */
static void plain_quake3(char *to, size_t size, const char *line)
{
    q3_plain_text(line, to, (uint32_t)size);
    for (; *to != '\0'; to++) {
        *to = *to == '"' ? '\'' : *to >= ' ' && *to <= '~' ? *to : '?';
    }
}

static void copy_line(const struct subtitle_pass *p, const char *line, size_t length, char *plain)
{
    char raw[SUBTITLE_PLAIN];
    length = length < sizeof(raw) - 1 ? length : sizeof(raw) - 1;
    memcpy(raw, line, length);
    raw[length] = '\0';
    p->to_plain(plain, SUBTITLE_PLAIN, raw);
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " ")] == '\0';
}

/* The text's lines as plain text, without empty ones. */
static void make_plain(const struct subtitle_pass *p, const char *text, char plain[SUBTITLE_PLAIN])
{
    size_t at = 0;
    while (*text != '\0') {
        char line[SUBTITLE_PLAIN];
        const size_t length = strcspn(text, "\n");
        copy_line(p, text, length, line);
        size_t size = strlen(line);
        while (size > 0 && line[size - 1] == ' ') {
            size--;
        }
        if (!is_blank(line) && at + size + 2 <= SUBTITLE_PLAIN) {
            if (at > 0) {
                plain[at++] = '\n';
            }
            memcpy(plain + at, line, size);
            at += size;
        }
        text += length + (text[length] == '\n');
    }
    plain[at] = '\0';
}

/* --- texts by their letters ---------------------------------------------------------------------
 */

/* Takes spaces and line ends out, which wrapping changes. */
static void keep_letters(char *text)
{
    char *to = text;
    for (; *text != '\0'; text++) {
        if (*text != ' ' && *text != '\n') {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static void make_letters(const struct subtitle_pass *p, const char *text,
                         char letters[SUBTITLE_PLAIN])
{
    make_plain(p, text, letters);
    keep_letters(letters);
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (; *text != '\0'; text++) {
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    }
    return hash;
}

static int compare_keys(const void *a, const void *b)
{
    const struct subtitle_key *x = a, *y = b;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static int make_keys(struct subtitle_pass *p)
{
    char letters[SUBTITLE_PLAIN];
    const size_t count = p->subtitles->count;
    p->keys = malloc((count + 1) * sizeof(*p->keys));
    if (!p->keys) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        make_letters(p, subtitles_text(p->subtitles, i), letters);
        p->keys[i] = (struct subtitle_key){hash_text(letters), i};
    }
    qsort(p->keys, count, sizeof(*p->keys), compare_keys);
    return 0;
}

static bool has_key(const struct subtitle_pass *p, const char *text)
{
    char letters[SUBTITLE_PLAIN], other[SUBTITLE_PLAIN];
    make_letters(p, text, letters);
    const struct subtitle_key wanted = {hash_text(letters), 0};
    const struct subtitle_key *found =
        bsearch(&wanted, p->keys, p->subtitles->count, sizeof(wanted), compare_keys);
    if (!found) {
        return false;
    }
    make_letters(p, subtitles_text(p->subtitles, found->item), other);
    return strcmp(letters, other) == 0;
}

/* --- the pass -----------------------------------------------------------------------------------
 */

int subtitle_pass_begin(struct subtitle_pass *p, const struct demo *demo)
{
    p->seconds = demo->family->quake3_data ? QUAKE3_SECONDS : SUBTITLE_SECONDS;
    p->to_plain = demo->family->quake3_data ? plain_quake3 : demo_plain_text;
    return p->action == SUBTITLE_REMOVE && p->subtitles ? make_keys(p) : 0;
}

void subtitle_pass_end(struct subtitle_pass *p)
{
    if (p->action == SUBTITLE_ADD) {
        p->report->missing = p->subtitles->count - p->report->shown;
    }
    if (p->action == SUBTITLE_LIST) {
        subtitle_list_end(p->list, p->now, SUBTITLE_ALL);
    }
    free(p->keys);
    p->keys = NULL;
}

/* Seconds that a centerprint is shown from now on. */
static double shown_seconds(const struct subtitle_pass *p)
{
    return p->stays ? INFINITY : p->seconds;
}

static bool is_seen(const struct subtitle_pass *p, double time)
{
    return time < p->until - TIME_SLACK;
}

/* A text of the demo's own came. In an intermission, where a text is said once, the one put in
 * comes again as late after it as after itself elsewhere. */
static void cover(struct subtitle_pass *p, double time)
{
    p->said = isinf(p->until) ? time : p->said;
    p->until = 0;
}

static void end_texts(struct subtitle_pass *p, double time, uint32_t to_whom)
{
    p->cleared &= ~to_whom;
    if (p->action == SUBTITLE_LIST) {
        subtitle_list_end(p->list, time, to_whom);
    }
}

void subtitle_pass_level(struct subtitle_pass *p, double time)
{
    p->stays = false;
    p->until = 0;
    end_texts(p, time, SUBTITLE_ALL);
}

/* The scores hide a text: the client keeps it, but does not show it. */
void subtitle_pass_intermission(struct subtitle_pass *p, double time)
{
    p->stays = true;
    p->until = is_seen(p, time) ? INFINITY : p->until;
    if (p->action == SUBTITLE_LIST) {
        subtitle_list_end(p->list, time, SUBTITLE_ALL);
    }
}

void subtitle_pass_finale(struct subtitle_pass *p, double time, uint32_t to_whom)
{
    p->stays = true;
    if (p->action == SUBTITLE_ADD) {
        cover(p, time);
    }
    end_texts(p, time, to_whom);
}

static bool removes(struct subtitle_pass *p, double time, uint32_t to_whom, const char *text)
{
    if (!p->subtitles) {
        return true;
    }
    if (*text == '\0') {
        const bool clears = (p->cleared & to_whom) && is_seen(p, time);
        p->cleared &= ~to_whom;
        return clears;
    }
    const bool found = has_key(p, text);
    p->cleared = found ? p->cleared | to_whom : p->cleared & ~to_whom;
    p->until = found ? time + shown_seconds(p) : p->until;
    return found;
}

bool subtitle_pass_keeps(struct subtitle_pass *p, double time, uint32_t to_whom, const char *text)
{
    if (p->action == SUBTITLE_LIST) {
        char plain[SUBTITLE_PLAIN];
        make_plain(p, text, plain);
        p->failed |= subtitle_list_add(p->list, time, shown_seconds(p), to_whom, plain) < 0;
        return true;
    }
    if (p->action == SUBTITLE_ADD) {
        cover(p, time);
        return true;
    }
    if (!removes(p, time, to_whom, text)) {
        return true;
    }
    p->report->removed++;
    return false;
}

/* Goes to the text of that time. True: the one before is over. */
static bool find_text(struct subtitle_pass *p, double time)
{
    const struct subtitles *all = p->subtitles;
    bool over = false;
    while (p->next < all->count &&
           ((p->placed && time >= p->end) ||
            (p->next + 1 < all->count && time >= all->items[p->next + 1].from))) {
        over = p->placed;
        p->placed = false;
        p->next++;
    }
    return over;
}

static const char *say(struct subtitle_pass *p, const char *text, size_t room)
{
    if (strlen(text) + 1 > room) {
        return NULL;
    }
    p->report->messages++;
    return text;
}

const char *subtitle_pass_says(struct subtitle_pass *p, double time, size_t room)
{
    p->now = time;
    if (p->action != SUBTITLE_ADD) {
        return NULL;
    }
    const bool over = find_text(p, time + TIME_SLACK);
    const struct subtitle *text =
        p->next < p->subtitles->count ? &p->subtitles->items[p->next] : NULL;
    if (!text || time + TIME_SLACK < text->from) {
        return over && is_seen(p, time) ? say(p, "", room) : NULL;
    }
    if (p->placed && (isinf(p->until) || time < p->said + REPEAT - TIME_SLACK)) {
        return NULL;
    }
    const char *said = say(p, subtitles_text(p->subtitles, p->next), room);
    if (said && !p->placed) {
        p->end = time < text->to ? text->to : time + (text->to - text->from);
        p->placed = true;
        p->report->shown++;
    }
    if (said) {
        p->said = time;
        p->until = time + shown_seconds(p);
    }
    return said;
}
