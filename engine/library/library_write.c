#include "engine/library/library_write.h"

#include <math.h>
#include <string.h>

#include "assets/platform.h"

/* Statements take what they need before they are reset: texts are borrowed. */
static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    library_bind_text(statement, index, text, false);
}

/* NULL for "". */
static void bind_some(sqlite3_stmt *statement, int index, const char *text)
{
    bind_text(statement, index, text && text[0] ? text : NULL);
}

static void bind_whole(sqlite3_stmt *statement, int index, bool known, int64_t value)
{
    if (known) {
        (void)sqlite3_bind_int64(statement, index, value);
    }
}

/* error: NULL = none. */
static void bind_error(sqlite3_stmt *statement, int index, const struct format_error *error)
{
    if (error) {
        bind_text(statement, index, error->what);
        bind_whole(statement, index + 1, true, (int64_t)error->offset);
    }
}

int library_begin_file(struct library *library, const char *path, int64_t *id,
                       struct format_error *err)
{
    sqlite3_stmt *find = library_statement(library, LIBRARY_FIND_FILE, err);
    if (!find) {
        return FORMAT_BAD;
    }
    bind_text(find, 1, path);
    int code = library_step(library, find, err);
    if (code == 1) {
        const int64_t old = sqlite3_column_int64(find, 0);
        sqlite3_reset(find);
        code = library_drop_file(library, old, err);
    }
    sqlite3_stmt *add = code == 0 ? library_statement(library, LIBRARY_ADD_FILE, err) : NULL;
    if (!add) {
        return code < 0 ? code : FORMAT_BAD;
    }
    bind_text(add, 1, path);
    (void)sqlite3_bind_int64(add, 2, -1);
    (void)sqlite3_bind_int64(add, 3, 0);
    code = library_do(library, add, err);
    *id = sqlite3_last_insert_rowid(library->db);
    return code;
}

static int add_levels(struct library *library, int64_t demo, const struct library_record *record,
                      struct format_error *err)
{
    int code = 0;
    for (size_t i = 0; i < record->level_count && code == 0; i++) {
        const struct library_level *level = &record->levels[i];
        sqlite3_stmt *add = library_statement(library, LIBRARY_ADD_LEVEL, err);
        if (!add) {
            return FORMAT_BAD;
        }
        (void)sqlite3_bind_int64(add, 1, demo);
        (void)sqlite3_bind_int64(add, 2, (int64_t)i);
        bind_some(add, 3, library_record_text(record, level->map));
        bind_some(add, 4, library_record_text(record, level->title));
        library_bind_number(add, 5, level->length);
        library_bind_number(add, 6, level->finish);
        code = library_do(library, add, err);
    }
    return code;
}

static int add_players(struct library *library, int64_t demo, const struct library_record *record,
                       struct format_error *err)
{
    int code = 0;
    for (size_t i = 0; i < record->player_count && code == 0; i++) {
        const struct library_player *player = &record->players[i];
        sqlite3_stmt *add = library_statement(library, LIBRARY_ADD_PLAYER, err);
        if (!add) {
            return FORMAT_BAD;
        }
        (void)sqlite3_bind_int64(add, 1, demo);
        (void)sqlite3_bind_int64(add, 2, player->slot);
        bind_text(add, 3, library_record_text(record, player->name));
        bind_some(add, 4, library_record_text(record, player->team));
        bind_whole(add, 5, player->has_score, player->score);
        (void)sqlite3_bind_int64(add, 6, player->spectator);
        code = library_do(library, add, err);
    }
    return code;
}

static void bind_event(sqlite3_stmt *add, const struct library_record *record,
                       const struct library_event *event)
{
    (void)sqlite3_bind_int64(add, 3, event->level);
    library_bind_number(add, 4, event->time);
    bind_text(add, 5, game_event_kind_name((enum game_event_kind)event->kind));
    bind_some(add, 6, library_record_text(record, event->player));
    bind_some(add, 7, library_record_text(record, event->other));
    bind_some(add, 8, game_weapon_name((enum game_weapon)event->weapon));
    for (int axis = 0; axis < 3; axis++) {
        bind_whole(add, 9 + axis, event->has_place, event->place[axis]);
    }
    library_bind_number(add, 12, event->value);
    library_bind_number(add, 13, event->air);
    library_bind_number(add, 14, event->distance);
    (void)sqlite3_bind_int64(add, 15, event->viewed);
    bind_some(add, 16, library_record_text(record, event->text));
}

static int add_events(struct library *library, int64_t demo, const struct library_record *record,
                      struct format_error *err)
{
    int code = 0;
    for (size_t i = 0; i < record->event_count && code == 0; i++) {
        sqlite3_stmt *add = library_statement(library, LIBRARY_ADD_EVENT, err);
        if (!add) {
            return FORMAT_BAD;
        }
        (void)sqlite3_bind_int64(add, 1, demo);
        (void)sqlite3_bind_int64(add, 2, (int64_t)i);
        bind_event(add, record, &record->events[i]);
        code = library_do(library, add, err);
    }
    return code;
}

int library_add_demo(struct library *library, int64_t file, const struct library_record *record,
                     struct format_error *err)
{
    sqlite3_stmt *add = library_statement(library, LIBRARY_ADD_DEMO, err);
    if (!add) {
        return FORMAT_BAD;
    }
    (void)sqlite3_bind_int64(add, 1, file);
    bind_text(add, 2, record->path);
    bind_whole(add, 3, record->has_bytes, (int64_t)record->bytes);
    bind_some(add, 4, record->hash);
    bind_some(add, 5, record->family);
    bind_whole(add, 6, record->protocol != 0, record->protocol);
    bind_some(add, 7, library_record_text(record, record->mod));
    bind_some(add, 8, library_record_text(record, record->server));
    bind_some(add, 9, library_record_text(record, record->date));
    library_bind_number(add, 10, record->family ? record->length : NAN);
    bind_whole(add, 11, record->family != NULL, record->num_players);
    bind_error(add, 12, record->code < 0 ? &record->error : NULL);
    bind_some(add, 14, library_record_text(record, record->mode));
    bind_some(add, 15, library_record_text(record, record->result));
    int code = library_do(library, add, err);
    const int64_t demo = sqlite3_last_insert_rowid(library->db);
    code = code == 0 ? add_levels(library, demo, record, err) : code;
    code = code == 0 ? add_players(library, demo, record, err) : code;
    return code == 0 ? add_events(library, demo, record, err) : code;
}

int library_end_file(struct library *library, int64_t id, const struct library_stamp *stamp,
                     const struct format_error *reason, struct format_error *err)
{
    sqlite3_stmt *end = library_statement(library, LIBRARY_STAMP_FILE, err);
    if (!end) {
        return FORMAT_BAD;
    }
    (void)sqlite3_bind_int64(end, 1, id);
    (void)sqlite3_bind_int64(end, 2, stamp->size);
    (void)sqlite3_bind_int64(end, 3, stamp->mtime);
    bind_error(end, 4, reason);
    return library_do(library, end, err);
}

/* Gives the file and its demo another path. */
static int move_file(struct library *library, int64_t id, const char *path,
                     const struct library_stamp *stamp, struct format_error *err)
{
    static const enum library_statement both[] = {LIBRARY_MOVE_FILE, LIBRARY_MOVE_DEMO};
    int code = 0;
    for (int i = 0; i < 2 && code == 0; i++) {
        sqlite3_stmt *move = library_statement(library, both[i], err);
        if (!move) {
            return FORMAT_BAD;
        }
        (void)sqlite3_bind_int64(move, 1, id);
        bind_text(move, 2, path);
        if (i == 0) {
            (void)sqlite3_bind_int64(move, 3, stamp->mtime);
        }
        code = library_do(library, move, err);
    }
    return code;
}

/* The row of those with the hash that `path` takes over: its own, else one whose path is gone. */
static int find_same(struct library *library, const char *path, const char *hash, int64_t size,
                     enum library_same *result, int64_t *id, struct format_error *err)
{
    sqlite3_stmt *same = library_statement(library, LIBRARY_FIND_SAME, err);
    int code;
    if (!same) {
        return FORMAT_BAD;
    }
    bind_text(same, 1, hash);
    (void)sqlite3_bind_int64(same, 2, size);
    *result = LIBRARY_SAME_NONE;
    while (*result != LIBRARY_SAME_STAMPED && (code = library_step(library, same, err)) == 1) {
        const char *other = (const char *)sqlite3_column_text(same, 1);
        if (other && strcmp(other, path) == 0) {
            *result = LIBRARY_SAME_STAMPED;
            *id = sqlite3_column_int64(same, 0);
        } else if (other && *result == LIBRARY_SAME_NONE && !platform_exists(other)) {
            *result = LIBRARY_SAME_MOVED;
            *id = sqlite3_column_int64(same, 0);
        }
    }
    sqlite3_reset(same);
    return *result == LIBRARY_SAME_STAMPED || code >= 0 ? 0 : code;
}

int library_take_same(struct library *library, const char *path, const char *hash,
                      const struct library_stamp *stamp, enum library_same *result, int64_t *id,
                      struct format_error *err)
{
    int code = find_same(library, path, hash, stamp->size, result, id, err);
    if (code < 0 || *result == LIBRARY_SAME_NONE) {
        return code;
    }
    if (*result == LIBRARY_SAME_STAMPED) {
        return library_end_file(library, *id, stamp, NULL, err);
    }
    /* The path may be that of another file, which has become this one. */
    sqlite3_stmt *find = library_statement(library, LIBRARY_FIND_FILE, err);
    if (!find) {
        return FORMAT_BAD;
    }
    bind_text(find, 1, path);
    code = library_step(library, find, err);
    const int64_t old = code == 1 ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    code = code == 1 ? library_drop_file(library, old, err) : code;
    return code == 0 ? move_file(library, *id, path, stamp, err) : code;
}
