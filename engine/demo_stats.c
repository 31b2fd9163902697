#include "engine/demo_stats.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_QUAKE_STRING = 0x7ff, /* 6.4: longer ones Quake cuts, and trips over the rest */
    MAX_QUAKE_STAT = 31
};

/* What is counted on the way and only spoken of at the end. */
struct pass {
    struct demo_stats *stats;
    struct nq_protocol protocol;
    uint64_t items_absent;  /* clientdata without the field */
    uint64_t backward_times;
    uint64_t bad_times;     /* NaN, infinite, negative */
    uint64_t long_strings;
    uint64_t high_stats;
    uint64_t other_versions;
    bool in_command;        /* the last stufftext of this block did not end its line */
    bool more_words;
    size_t trailing;        /* bytes behind the disconnect */
};

static void add_oddity(struct demo_stats *stats, const char *fmt, ...) FORMAT_PRINTF(2, 3);

static void add_oddity(struct demo_stats *stats, const char *fmt, ...)
{
    if (stats->oddity_count < DEMO_STATS_ODDITIES) {
        va_list args;
        va_start(args, fmt);
        vsnprintf(stats->oddities[stats->oddity_count], sizeof(stats->oddities[0]), fmt, args);
        va_end(args);
        stats->oddity_count++;
    }
}

/* Text from a demo with everything but plain ASCII replaced. */
static void append_plain(char *out, size_t size, const char *text, size_t length)
{
    size_t at = strlen(out);
    for (size_t i = 0; i < length && at + 1 < size; i++) {
        char c = (char)(text[i] & 0x7f);
        out[at++] = c < ' ' || c == 0x7f ? '.' : c;
    }
    out[at] = '\0';
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

/* A new, empty level at the end of the list; NULL without memory. */
static struct demo_level *add_level(struct demo_stats *stats)
{
    if (stats->level_count == stats->level_capacity) {
        size_t capacity = stats->level_capacity ? stats->level_capacity * 2 : 8;
        struct demo_level *grown = realloc(stats->levels, capacity * sizeof(*grown));
        if (!grown) {
            return NULL;
        }
        stats->levels = grown;
        stats->level_capacity = capacity;
    }
    struct demo_level *level = &stats->levels[stats->level_count++];
    *level = (struct demo_level){.first_block = (uint32_t)stats->blocks};
    return level;
}

static int see_serverinfo(struct pass *pass, const struct nq_serverinfo *info)
{
    struct demo_level *level = add_level(pass->stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    level->name = info->level_name;
    level->map = nq_names_get(&info->models, 0);
    level->models = info->models.count;
    level->sounds = info->sounds.count;
    level->max_clients = info->max_clients;
    level->game_type = info->game_type;
    pass->stats->protocol = info->protocol;
    pass->stats->protocol_flags = info->flags;
    return 0;
}

static int see_time(struct pass *pass, double time)
{
    struct demo_stats *stats = pass->stats;
    if (!(time >= 0 && time < 1e9)) {
        pass->bad_times++;
        return 0;
    }
    if (stats->level_count == 0 && !add_level(stats)) {
        return FORMAT_MEMORY;
    }
    struct demo_level *level = &stats->levels[stats->level_count - 1];
    if (!level->has_time) {
        level->has_time = true;
        level->first_time = time;
    } else if (time < level->last_time) {
        pass->backward_times++;
    }
    level->last_time = time;
    return 0;
}

/* Servers print who they are to who comes in: "VERSION 1.09 SERVER (22264 CRC)", DarkPlaces
 * "Server: DarkPlaces Linux 20140513 (progs 5927 crc)". */
static void see_print(struct pass *pass, const char *text)
{
    static const char other[] = "Server: ";
    const char *line = text + strspn(text, "\1\2\r\n");
    const char *end = strstr(line, " SERVER (");
    if (strncmp(line, other, strlen(other)) == 0) {
        line += strlen(other);
        end = strstr(line, " (progs ");
    }
    if (end && pass->stats->engine[0] == '\0') {
        append_plain(pass->stats->engine, sizeof(pass->stats->engine), line, (size_t)(end - line));
    }
}

static void add_word(struct pass *pass, const char *text, size_t length)
{
    struct demo_stats *stats = pass->stats;
    for (size_t i = 0; i < stats->word_count; i++) {
        if (stats->words[i].length == length && memcmp(stats->words[i].text, text, length) == 0) {
            return;
        }
    }
    if (stats->word_count == DEMO_STATS_WORDS) {
        pass->more_words = true;
        return;
    }
    stats->words[stats->word_count++] = (struct demo_word){text, (uint32_t)length};
}

/* Commands are parted by line ends and semicolons outside quotes. Mods stuff a command in pieces:
 * the console puts together what one block brings. */
static void see_stufftext(struct pass *pass, const char *text)
{
    while (*text) {
        if (!pass->in_command) {
            text += strspn(text, " \t\r\n;");
            if (!*text) {
                break;
            }
            size_t length = strcspn(text, " \t\r\n;\"");
            if (length > 0 && !(length >= 2 && text[0] == '/' && text[1] == '/')) {
                add_word(pass, text, length);
            }
        }
        bool quoted = false;
        while (*text && *text != '\n' && (quoted || *text != ';')) {
            quoted = quoted != (*text == '"');
            text++;
        }
        pass->in_command = *text == '\0';
    }
}

/* 0, 1 = the demo ends here, or FORMAT_MEMORY. */
static int see_message(struct pass *pass, const struct nq_message *message)
{
    struct demo_stats *stats = pass->stats;
    if (message->id >= NQ_ENTITY_UPDATE) {
        stats->messages[DEMO_STATS_UPDATES]++;
        return 0;
    }
    stats->messages[message->id]++;
    switch (message->id) {
    case NQ_DISCONNECT:
        stats->disconnected = true;
        return 1;
    case NQ_SERVERINFO:
        return see_serverinfo(pass, &message->u.serverinfo);
    case NQ_TIME:
        return see_time(pass, (double)message->u.time);
    case NQ_VERSION:
        pass->other_versions += message->u.version != pass->protocol.version;
        return 0;
    case NQ_UPDATESTAT:
        pass->high_stats += message->u.updatestat.stat > MAX_QUAKE_STAT;
        return 0;
    case NQ_SETVIEW:
        stats->has_view_entity = true;
        stats->view_entity = message->u.setview;
        return 0;
    case NQ_CLIENTDATA:
        pass->items_absent += !message->u.clientdata.has_items;
        return 0;
    case NQ_UPDATENAME:
        if (message->u.updatename.name[0]) {
            stats->players[message->u.updatename.player].name = message->u.updatename.name;
        }
        return 0;
    case NQ_UPDATEFRAGS:
        stats->players[message->u.updatefrags.player].frags = message->u.updatefrags.frags;
        return 0;
    case NQ_UPDATECOLORS:
        stats->players[message->u.updatecolors.player].colors = message->u.updatecolors.colors;
        return 0;
    case NQ_STUFFTEXT:
        see_stufftext(pass, message->u.text);
        break;
    case NQ_PRINT:
        see_print(pass, message->u.text);
        break;
    default:
        break;
    }
    if (message->size > MAX_QUAKE_STRING + 2 &&
        (message->id == NQ_PRINT || message->id == NQ_STUFFTEXT || message->id == NQ_CENTERPRINT ||
         message->id == NQ_FINALE || message->id == NQ_CUTSCENE)) {
        pass->long_strings++;
    }
    return 0;
}

/* Like see_message. */
static int see_block(struct pass *pass, const struct dem_block *block)
{
    struct demo_stats *stats = pass->stats;
    struct nq_message message;
    size_t pos = 0;
    int code;
    pass->in_command = false;
    while ((code = nq_message_decode(&pass->protocol, block->messages, block->size, &pos, &message,
                                     &stats->error)) > 0) {
        nq_protocol_follow(&pass->protocol, &message);
        code = see_message(pass, &message);
        if (code > 0) {
            pass->trailing = block->size - pos;
            return 1;
        }
        if (code < 0) {
            return format_fail(&stats->error, code,
                               block->offset + DEM_BLOCK_HEADER + message.offset, "no memory");
        }
    }
    if (code < 0) {
        stats->error.offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

static void judge_track(struct demo_stats *stats)
{
    const struct dem_file *dem = &stats->dem;
    const struct dem_reading *readings = dem->readings;
    if (dem->style == DEM_TRACK_SCANF) {
        add_oddity(stats, "the CD track is not a plain line; read as a number and white space");
    } else if (dem->style == DEM_TRACK_NONE) {
        add_oddity(stats, "no CD track line");
    } else if (dem->first_block > 12) {
        add_oddity(stats, "the CD track line has %zu bytes", dem->first_block);
    }
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (readings[i].clean && readings[dem->style].clean &&
            readings[i].first_block != dem->first_block) {
            add_oddity(stats,
                       "Quake versions differ on where the blocks begin: byte %zu or byte %zu",
                       dem->first_block, readings[i].first_block);
            break;
        }
    }
}

static void judge_words(const struct pass *pass)
{
    struct demo_stats *stats = pass->stats;
    char list[112] = "";
    for (size_t i = 0; i < stats->word_count; i++) {
        const struct demo_word *word = &stats->words[i];
        /* The bonus flash is the one command that a demo is meant to stuff. */
        if (word->length != 2 || memcmp(word->text, "bf", 2) != 0) {
            append_plain(list, sizeof(list), ", ", list[0] ? 2 : 0);
            append_plain(list, sizeof(list), word->text, word->length);
        }
    }
    if (list[0]) {
        add_oddity(stats, "stuffed commands, not run: %s%s", list, pass->more_words ? ", ..." : "");
    }
}

static void judge_times(const struct pass *pass)
{
    if (pass->backward_times) {
        add_oddity(pass->stats, "the server clock runs backwards %llu times",
                   (unsigned long long)pass->backward_times);
    }
    if (pass->bad_times) {
        add_oddity(pass->stats, "%llu time messages hold no sensible time",
                   (unsigned long long)pass->bad_times);
    }
}

static void judge(const struct pass *pass)
{
    struct demo_stats *stats = pass->stats;
    judge_track(stats);
    if (stats->messages[NQ_SERVERINFO] == 0) {
        /* With an unsupported protocol there is one; the error names it. */
        if (stats->code != FORMAT_UNKNOWN) {
            add_oddity(stats, "no serverinfo");
        }
    } else if (stats->levels[0].name == NULL) {
        add_oddity(stats, "begins in the middle of a game, before the first serverinfo");
    }
    if (pass->items_absent) {
        add_oddity(stats, "items are optional in clientdata (Quake 1.06 or older), absent in %llu",
                   (unsigned long long)pass->items_absent);
    }
    judge_times(pass);
    if (pass->long_strings) {
        add_oddity(stats, "%llu strings are longer than the 2047 bytes Quake reads",
                   (unsigned long long)pass->long_strings);
    }
    if (pass->high_stats) {
        add_oddity(stats, "%llu updatestat messages beyond index %d",
                   (unsigned long long)pass->high_stats, MAX_QUAKE_STAT);
    }
    if (pass->other_versions) {
        add_oddity(stats, "%llu version messages name another protocol",
                   (unsigned long long)pass->other_versions);
    }
    judge_words(pass);
    if (stats->code < 0) {
        add_oddity(stats, "damaged at byte %zu: %.110s", stats->error.offset, stats->error.what);
    } else if (!stats->disconnected) {
        add_oddity(stats, "no disconnect at the end");
    } else if (pass->trailing) {
        add_oddity(stats, "%zu bytes after the disconnect", pass->trailing);
    }
}

int demo_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size)
{
    *stats = (struct demo_stats){0};
    stats->code = dem_open(&stats->dem, data, size, &stats->error);
    if (stats->code < 0) {
        return stats->code;
    }
    stats->family = "netquake";
    stats->items_optional = nq_detect_items_optional(&stats->dem);
    struct pass pass = {.stats = stats};
    pass.protocol.version = NQ_PROTOCOL_15;
    pass.protocol.items_optional = stats->items_optional;
    size_t pos = stats->dem.first_block;
    struct dem_block block;
    int code;
    while ((code = dem_next_block(&stats->dem, &pos, &block, &stats->error)) > 0) {
        code = see_block(&pass, &block);
        if (code < 0) {
            break;
        }
        stats->blocks++;
        if (code > 0) {
            pass.trailing += size - pos;
            break;
        }
    }
    stats->code = code < 0 ? code : 0;
    for (size_t i = 0; i < stats->level_count; i++) {
        stats->length += demo_level_length(&stats->levels[i]);
    }
    judge(&pass);
    return stats->code;
}

void demo_stats_free(struct demo_stats *stats)
{
    free(stats->levels);
    stats->levels = NULL;
    stats->level_count = 0;
    stats->level_capacity = 0;
}
