#include "engine/library/library_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/events_read.h"
#include "engine/library/library_terms.h"
#include "formats/base/arrays.h"
#include "formats/base/hash64.h"

/* --- texts --------------------------------------------------------------------------------------
 */

/* Adds a text; *text is its offset. Names come again and again: the last of each slot is kept. */
static int add_text(struct library_record *record, const char *from, size_t length, uint32_t *text)
{
    *text = 0;
    if (length == 0) {
        return 0;
    }
    const uint64_t hash = hash64_add(HASH64_START, from, length);
    uint32_t *kept = &record->names[(hash ^ hash >> 32) % 64];
    const char *other = library_record_text(record, *kept);
    if (strlen(other) == length && memcmp(other, from, length) == 0) {
        *text = *kept;
        return 0;
    }
    const size_t at = record->text_size ? record->text_size : 1; /* 0 is "" */
    if (at + length + 1 > UINT32_MAX ||
        array_reserve(&record->texts, &record->text_room, at + length + 1, 1) < 0) {
        return FORMAT_MEMORY;
    }
    memcpy(record->texts + at, from, length);
    record->texts[at + length] = '\0';
    record->texts[0] = '\0';
    record->text_size = at + length + 1;
    *kept = *text = (uint32_t)at;
    return 0;
}

static int add_string(struct library_record *record, const char *from, uint32_t *text)
{
    return add_text(record, from ? from : "", from ? strlen(from) : 0, text);
}

/* In plain letters. */
static int add_glyphs(struct library_record *record, const char *from, size_t length,
                      uint32_t *text)
{
    char glyphs[256], plain[256];
    const size_t some = length < sizeof(glyphs) ? length : sizeof(glyphs) - 1;
    if (some > 0) {
        memcpy(glyphs, from, some);
    }
    glyphs[some] = '\0';
    demo_plain_text(plain, sizeof(plain), glyphs);
    return add_string(record, plain, text);
}

/* --- facts --------------------------------------------------------------------------------------
 */

/* To a millionth: sums of times have no better, and what is printed stays short. */
static double tidy(double value)
{
    return value > -1e9 && value < 1e9 ? floor(value * 1e6 + 0.5) / 1e6 : value;
}

static int add_level(struct library_record *record, const struct demo_level *from)
{
    char map[256];
    if (array_reserve(&record->levels, &record->level_room, record->level_count + 1,
                      sizeof(*record->levels)) < 0) {
        return FORMAT_MEMORY;
    }
    struct library_level *level = &record->levels[record->level_count++];
    *level = (struct library_level){
        .length = tidy(demo_level_length(from)),
        .finish = from->finished && from->has_finish_time ? tidy(from->finish_time) : NAN};
    (void)demo_level_file(from, map, sizeof(map));
    const int code = add_string(record, map, &level->map);
    return code < 0
               ? code
               : add_glyphs(record, from->name, from->name ? strlen(from->name) : 0, &level->title);
}

static int add_player(struct library_record *record, int slot, const struct demo_player *from)
{
    if (array_reserve(&record->players, &record->player_room, record->player_count + 1,
                      sizeof(*record->players)) < 0) {
        return FORMAT_MEMORY;
    }
    struct library_player *player = &record->players[record->player_count++];
    *player = (struct library_player){.slot = slot,
                                      .score = from->frags,
                                      .has_score = !from->unscored,
                                      .spectator = from->spectator};
    record->num_players += !from->spectator;
    const int code = add_glyphs(record, from->name, from->name_length, &player->name);
    return code < 0 ? code : add_glyphs(record, from->team, from->team_length, &player->team);
}

/* "red 39, blue 12" */
static int add_result(struct library_record *record, const struct demo_told *told)
{
    char text[DEMO_TOLD_SIDES * (DEMO_TOLD_NAME + 16)] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < told->num_sides && i < DEMO_TOLD_SIDES; i++) {
        const struct demo_told_side *side = &told->sides[i];
        length +=
            (size_t)snprintf(text + length, sizeof(text) - length, "%s%.63s %ld", i > 0 ? ", " : "",
                             side->name[0] ? side->name : "?", (long)side->score);
    }
    return add_string(record, text, &record->result);
}

static int take_stats(struct library_record *record, const struct demo_stats *stats)
{
    record->family = stats->family;
    record->protocol = stats->protocol;
    record->length = tidy(stats->playing);
    const struct demo_told *told = &stats->told;
    int code = add_string(record, told->mod[0] ? told->mod : stats->mod, &record->mod);
    code = code == 0 ? add_string(record, told->mode, &record->mode) : code;
    code = code == 0 ? add_result(record, told) : code;
    code = code == 0 ? add_string(record, stats->server, &record->server) : code;
    code = code == 0 ? add_string(record, stats->date, &record->date) : code;
    for (size_t i = 0; i < stats->level_count && code == 0; i++) {
        code = add_level(record, &stats->levels[i]);
    }
    for (int i = 0; i < DEMO_STATS_PLAYERS && code == 0; i++) {
        if (stats->players[i].name) {
            code = add_player(record, i, &stats->players[i]);
        }
    }
    return code;
}

/* --- events -------------------------------------------------------------------------------------
 */

/* One pass over a demo. */
struct pass {
    struct library_record *record;
    struct events_scanned scanned;
    int status; /* 0, or FORMAT_MEMORY */
};

static int32_t whole(float value)
{
    return value > -1e9f && value < 1e9f ? (int32_t)(value < 0 ? value - 0.5f : value + 0.5f) : 0;
}

static int add_event(struct library_record *record, const struct game_event *from)
{
    if (array_reserve(&record->events, &record->event_room, record->event_count + 1,
                      sizeof(*record->events)) < 0) {
        return FORMAT_MEMORY;
    }
    const struct game_side *at = from->player.has_place ? &from->player : &from->other;
    struct library_event *event = &record->events[record->event_count];
    *event = (struct library_event){.time = tidy(from->time),
                                    .value = tidy(from->value),
                                    .air = tidy(from->air),
                                    .distance = tidy(from->distance),
                                    .level = from->level,
                                    .kind = (uint8_t)from->kind,
                                    .weapon = (uint8_t)from->weapon,
                                    .has_place = at->has_place,
                                    .viewed = from->viewed};
    for (int i = 0; i < 3 && at->has_place; i++) {
        event->place[i] = whole(at->place[i]);
    }
    int code = add_string(record, from->player.name, &event->player);
    code = code == 0 ? add_string(record, from->other.name, &event->other) : code;
    code = code == 0 ? add_string(record, from->text, &event->text) : code;
    record->event_count += code == 0;
    return code;
}

/* Later events than LIBRARY_EVENTS_MAX are left out; the facts are still those of the whole. */
static void hear_event(void *context, const struct game_event *event)
{
    struct pass *pass = context;
    if (pass->status == 0 && pass->record->event_count < LIBRARY_EVENTS_MAX) {
        pass->status = add_event(pass->record, event);
    }
}

static bool has_failed(void *context)
{
    const struct pass *pass = context;
    return pass->status < 0;
}

/* --- a demo -------------------------------------------------------------------------------------
 */

static void read_all(struct pass *pass, const struct demo *demo)
{
    struct library_record *record = pass->record;
    const struct events_sink sink = {.event = hear_event,
                                     .context = pass,
                                     .kinds = EVENTS_ALL & ~LIBRARY_KINDS_LEFT_OUT,
                                     .stop = has_failed,
                                     .scanned = &pass->scanned};
    record->code = demo->code;
    record->error = demo->error;
    if (demo->code == 0) {
        record->code = events_read(demo, &sink, &record->error);
    }
    if (record->code == FORMAT_MEMORY) {
        pass->status = FORMAT_MEMORY;
    }
}

static int read_opened(struct library_record *record, const struct demo_source *source)
{
    struct pass *pass = calloc(1, sizeof(*pass));
    if (!pass) {
        return FORMAT_MEMORY;
    }
    pass->record = record;
    read_all(pass, &source->demo);
    if (source->is_torn) {
        record->code = FORMAT_BAD; /* what the demo lacks is missing for that reason */
        record->error = source->torn;
    }
    const int status = pass->status < 0 ? pass->status : take_stats(record, &pass->scanned.stats);
    events_scanned_free(&pass->scanned);
    free(pass);
    return status;
}

int library_record_read(struct library_record *record, const char *path, bool only_hash)
{
    static const struct demo_search nowhere = {0};
    struct demo_source source;
    *record = (struct library_record){.path = strdup(path)};
    if (!record->path) {
        return FORMAT_MEMORY;
    }
    record->code = demo_source_open_bytes(&source, path, &nowhere, &record->error);
    if (record->code < 0) {
        return record->code == FORMAT_MEMORY ? FORMAT_MEMORY : 0;
    }
    record->has_bytes = true;
    record->bytes = source.size;
    snprintf(record->hash, sizeof(record->hash), "%016llx",
             (unsigned long long)hash64_add(HASH64_START, source.data, source.size));
    record->is_hash = only_hash;
    const int code = only_hash ? 0 : read_opened(record, &source);
    demo_source_close(&source);
    return code;
}

void library_record_free(struct library_record *record)
{
    free(record->path);
    free(record->levels);
    free(record->players);
    free(record->events);
    free(record->texts);
    *record = (struct library_record){0};
}
