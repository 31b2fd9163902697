#include "engine/inspect/demo_stats.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

void demo_stats_oddity(struct demo_stats *stats, const char *fmt, ...)
{
    if (stats->oddity_count < DEMO_STATS_ODDITIES) {
        va_list args;
        va_start(args, fmt);
        vsnprintf(stats->oddities[stats->oddity_count], sizeof(stats->oddities[0]), fmt, args);
        va_end(args);
        stats->oddity_count++;
    }
}

void demo_stats_odd_count(struct demo_stats *stats, uint64_t count, const char *one,
                          const char *many)
{
    if (count > 0) {
        demo_stats_oddity(stats, plural(count, one, many), (unsigned long long)count);
    }
}

/* Appends text from a demo, replacing everything except plain ASCII. */
static void append_plain(char *out, size_t size, const char *text, size_t length)
{
    size_t at = strlen(out);
    for (size_t i = 0; i < length && at + 1 < size; i++) {
        char c = (char)(text[i] & 0x7f);
        out[at++] = c < ' ' || c == 0x7f ? '.' : c;
    }
    out[at] = '\0';
}

bool demo_level_file(const struct demo_level *level, char *text, size_t size)
{
    const char *map = level->map;
    text[0] = '\0';
    if (!map) {
        return false;
    }
    terminal_text(text, size, strncmp(map, "maps/", 5) == 0 ? map + 5 : map);
    char *end = strrchr(text, '.');
    if (end && strcmp(end, ".bsp") == 0) {
        *end = '\0';
    }
    return true;
}

double demo_level_length(const struct demo_level *level)
{
    double length = level->has_time ? level->last_time - level->first_time : 0;
    return length > 0 ? length : 0;
}

uint64_t demo_stats_message_count(const struct demo_stats *stats)
{
    uint64_t count = 0;
    for (int i = 0; i < DEMO_STATS_IDS; i++) {
        count += stats->messages[i];
    }
    return count;
}

struct demo_level *demo_stats_add_level(struct demo_stats *stats)
{
    if (array_reserve(&stats->levels, &stats->level_capacity, stats->level_count + 1,
                      sizeof(*stats->levels)) < 0) {
        return NULL;
    }
    struct demo_level *level = &stats->levels[stats->level_count++];
    *level = (struct demo_level){.first_block = (uint32_t)stats->blocks};
    return level;
}

struct demo_level *demo_stats_level(struct demo_stats *stats)
{
    return stats->level_count ? &stats->levels[stats->level_count - 1] : NULL;
}

static struct demo_level *last_or_new_level(struct demo_stats *stats)
{
    return stats->level_count ? demo_stats_level(stats) : demo_stats_add_level(stats);
}

int demo_stats_finish(struct demo_stats *stats, const double *time)
{
    struct demo_level *level = last_or_new_level(stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    if (!level->finished) {
        level->finished = true;
        level->finish_block = (uint32_t)stats->blocks;
        level->has_finish_time = time != NULL;
        level->finish_time = time ? *time : 0.0;
    }
    return 0;
}

int demo_stats_at_time(struct demo_stats *stats, double time)
{
    struct demo_level *level = last_or_new_level(stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    if (!level->has_time) {
        level->has_time = true;
        level->first_time = time;
    }
    level->last_time = time;
    return 0;
}

void demo_stats_name(struct demo_player *player, const char *name, uint32_t length)
{
    if (length > 0) {
        player->name = name;
        player->name_length = length;
    }
}

void demo_stats_goodbye(struct demo_stats *stats, size_t trailing)
{
    stats->disconnected = true;
    stats->trailing = trailing;
}

void demo_stats_engine(struct demo_stats *stats, const char *text, size_t length)
{
    stats->engine[0] = '\0';
    append_plain(stats->engine, sizeof(stats->engine), text, length);
}

void demo_stats_server(struct demo_stats *stats, const char *text, size_t length)
{
    stats->server[0] = '\0';
    append_plain(stats->server, sizeof(stats->server), text, length);
}

static void add_word(struct demo_stats *stats, const char *text, size_t length)
{
    for (size_t i = 0; i < stats->word_count; i++) {
        if (stats->words[i].length == length && memcmp(stats->words[i].text, text, length) == 0) {
            return;
        }
    }
    if (stats->word_count == DEMO_STATS_WORDS) {
        stats->more_words = true;
        return;
    }
    stats->words[stats->word_count++] = (struct demo_word){text, (uint32_t)length};
}

/* As the console's COM_Parse has it: signed characters up to ' '. */
static bool is_blank(char c)
{
    return (signed char)c <= ' ';
}

/* The first word of the command at text, which is no blank: its begin and length. */
static const char *first_word(const char *text, size_t *length)
{
    if (*text == '"') {
        *length = strcspn(text + 1, "\"\n");
        return text + 1;
    }
    for (*length = 1; !is_blank(text[*length]) && text[*length] != ';';) {
        ++*length;
    }
    return text;
}

/* Commands are separated by line ends and by semicolons outside quotes. */
void demo_stats_stufftext(struct demo_stats *stats, const char *text)
{
    while (*text) {
        if (!stats->in_command) {
            while (*text && (is_blank(*text) || *text == ';')) {
                text++;
            }
            if (!*text) {
                break;
            }
            size_t length;
            const char *word = first_word(text, &length);
            if (length > 0 && !(word == text && text[0] == '/' && text[1] == '/')) {
                add_word(stats, word, length);
            }
        }
        bool quoted = false;
        while (*text && *text != '\n' && (quoted || *text != ';')) {
            quoted = quoted != (*text == '"');
            text++;
        }
        stats->in_command = *text == '\0';
    }
}

static char lower_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool is_listed(const struct demo_word *word, const char *const *names, bool ignore_case)
{
    for (; *names; names++) {
        size_t same = 0;
        while (same < word->length && (*names)[same] != '\0' &&
               (word->text[same] == (*names)[same] ||
                (ignore_case && lower_case(word->text[same]) == (*names)[same]))) {
            same++;
        }
        if (same == word->length && (*names)[same] == '\0') {
            return true;
        }
    }
    return false;
}

void demo_stats_judge_begin(struct demo_stats *stats, uint8_t id, const char *name)
{
    if (stats->messages[id] > 0) {
        if (stats->level_count > 0 && !stats->levels[0].name) {
            demo_stats_oddity(stats, "begins in the middle of a game, before the first %s", name);
        }
    } else if (stats->code !=
               FORMAT_UNKNOWN) { /* FORMAT_UNKNOWN: there is one, named by the error */
        demo_stats_oddity(stats, "no %s", name);
    }
}

void demo_stats_judge_words(struct demo_stats *stats, const char *const *commands,
                            const char *const *variables)
{
    char list[112] = "";
    for (size_t i = 0; i < stats->word_count; i++) {
        const struct demo_word *word = &stats->words[i];
        if (!is_listed(word, commands, true) && !is_listed(word, variables, false)) {
            append_plain(list, sizeof(list), ", ", list[0] ? 2 : 0);
            append_plain(list, sizeof(list), word->text, word->length);
        }
    }
    if (list[0]) {
        demo_stats_oddity(stats, "stuffed commands, not run: %s%s", list,
                          stats->more_words ? ", ..." : "");
    }
}

void demo_stats_judge_end(struct demo_stats *stats)
{
    if (demo_stats_is_unsupported(stats)) {
        demo_stats_oddity(stats, "%.150s", stats->error.what);
    } else if (stats->code < 0) {
        demo_stats_oddity(stats, "damaged at byte %zu: %.110s", stats->error.offset,
                          stats->error.what);
    } else if (!stats->disconnected) {
        demo_stats_oddity(stats, "no disconnect at the end");
    } else if (stats->trailing) {
        demo_stats_oddity(stats, "%zu byte%s after the demo's end", stats->trailing,
                          plural_s(stats->trailing));
    }
}

struct demo_kept {
    struct demo_kept *before;
    char text[];
};

const char *demo_stats_keep(struct demo_stats *stats, const char *text)
{
    const size_t size = strlen(text) + 1;
    struct demo_kept *kept = malloc(sizeof(*kept) + size);
    if (!kept) {
        return NULL;
    }
    memcpy(kept->text, text, size);
    kept->before = stats->kept;
    stats->kept = kept;
    return kept->text;
}

void demo_stats_free(struct demo_stats *stats)
{
    free(stats->levels);
    free(stats->facts);
    while (stats->kept) {
        struct demo_kept *before = stats->kept->before;
        free(stats->kept);
        stats->kept = before;
    }
    stats->levels = NULL;
    stats->facts = NULL;
    stats->level_count = 0;
    stats->level_capacity = 0;
}
