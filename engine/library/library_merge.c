/* Catalogues of parts, or of several folders, put into one. */
#include <string.h>

#include "engine/library/library_db.h"

/* Copies the columns of the current row, from `first` on, to the statement's parameters. */
static void bind_row(sqlite3_stmt *to, sqlite3_stmt *from, int first)
{
    for (int i = first; i < sqlite3_bind_parameter_count(to); i++) {
        (void)sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
    }
}

/* Copies the rows of a table that belong to a demo, under the demo's new number. */
static int copy_rows(struct library *library, struct library *from, enum library_statement list,
                     enum library_statement add, int64_t old, int64_t demo,
                     struct format_error *err)
{
    sqlite3_stmt *rows = library_statement(from, list, err);
    int code = rows ? 1 : FORMAT_BAD;
    if (rows) {
        (void)sqlite3_bind_int64(rows, 1, old);
    }
    while (code == 1 && (code = library_step(from, rows, err)) == 1) {
        sqlite3_stmt *row = library_statement(library, add, err);
        if (!row) {
            return FORMAT_BAD;
        }
        bind_row(row, rows, 1);
        (void)sqlite3_bind_int64(row, 1, demo);
        code = library_do(library, row, err);
        code = code == 0 ? 1 : code;
    }
    return code;
}

static int copy_demos(struct library *library, struct library *from, int64_t old, int64_t file,
                      struct format_error *err)
{
    sqlite3_stmt *demos = library_statement(from, LIBRARY_LIST_DEMOS, err);
    int code = demos ? 1 : FORMAT_BAD;
    if (demos) {
        (void)sqlite3_bind_int64(demos, 1, old);
    }
    while (code == 1 && (code = library_step(from, demos, err)) == 1) {
        sqlite3_stmt *add = library_statement(library, LIBRARY_ADD_DEMO, err);
        if (!add) {
            return FORMAT_BAD;
        }
        const int64_t old_demo = sqlite3_column_int64(demos, sqlite3_column_count(demos) - 1);
        bind_row(add, demos, 1);
        (void)sqlite3_bind_int64(add, 1, file);
        code = library_do(library, add, err);
        const int64_t demo = sqlite3_last_insert_rowid(library->db);
        if (code == 0) {
            code = copy_rows(library, from, LIBRARY_LIST_LEVELS, LIBRARY_ADD_LEVEL, old_demo, demo,
                             err);
        }
        if (code == 0) {
            code = copy_rows(library, from, LIBRARY_LIST_PLAYERS, LIBRARY_ADD_PLAYER, old_demo,
                             demo, err);
        }
        if (code == 0) {
            code = copy_rows(library, from, LIBRARY_LIST_EVENTS, LIBRARY_ADD_EVENT, old_demo, demo,
                             err);
        }
        code = code == 0 ? 1 : code;
    }
    return code;
}

/* Makes room for a file. *is_wanted: false if the one that is there changed later. */
static int replace_file(struct library *library, sqlite3_stmt *file, bool *is_wanted,
                        struct format_error *err)
{
    sqlite3_stmt *find = library_statement(library, LIBRARY_FIND_FILE, err);
    if (!find) {
        return FORMAT_BAD;
    }
    (void)sqlite3_bind_value(find, 1, sqlite3_column_value(file, 1));
    int code = library_step(library, find, err);
    *is_wanted = true;
    if (code == 1) {
        const int64_t id = sqlite3_column_int64(find, 0);
        *is_wanted = sqlite3_column_int64(find, 2) < sqlite3_column_int64(file, 3);
        sqlite3_reset(find);
        code = *is_wanted ? library_drop_file(library, id, err) : 0;
    }
    return code;
}

static int copy_file(struct library *library, struct library *from, sqlite3_stmt *file,
                     struct format_error *err)
{
    bool is_wanted;
    int code = replace_file(library, file, &is_wanted, err);
    if (code < 0 || !is_wanted) {
        return code;
    }
    sqlite3_stmt *add = library_statement(library, LIBRARY_ADD_FILE, err);
    if (!add) {
        return FORMAT_BAD;
    }
    for (int i = 1; i <= 5; i++) {
        (void)sqlite3_bind_value(add, i, sqlite3_column_value(file, i));
    }
    code = library_do(library, add, err);
    const int64_t id = sqlite3_last_insert_rowid(library->db);
    return code == 0 ? copy_demos(library, from, sqlite3_column_int64(file, 0), id, err) : code;
}

int library_merge(struct library *library, struct library *from, struct format_error *err)
{
    int code = library_begin(library, err);
    sqlite3_stmt *files = code == 0 ? library_statement(from, LIBRARY_LIST_FILES, err) : NULL;
    code = files ? 1 : code < 0 ? code : FORMAT_BAD;
    while (code == 1 && (code = library_step(from, files, err)) == 1) {
        code = copy_file(library, from, files, err);
        code = code == 0 ? 1 : code;
    }
    code = code == 0 ? library_commit(library, err) : code;
    return code == 0 ? library_analyse(library, err) : code;
}
