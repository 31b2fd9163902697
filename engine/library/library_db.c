#include "engine/library/library_db.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"

enum { BUSY_MS = 60000 /* another program's transaction may take so long */ };

/* --- errors -------------------------------------------------------------------------------------
 */

static int kind_of(int code)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return FORMAT_MEMORY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
        return FORMAT_BAD;
    case SQLITE_ERROR:
    case SQLITE_AUTH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
    case SQLITE_MISUSE:
        return FORMAT_UNKNOWN;
    default: /* the disk is full, the file is locked or read only, the query took too long */
        return FORMAT_UNREADABLE;
    }
}

int library_fail(sqlite3 *db, int code, struct format_error *err)
{
    const int kind = kind_of(code);
    if (kind == FORMAT_MEMORY) {
        return format_fail(err, kind, 0, "out of memory");
    }
    return format_fail(err, kind, 0, "%.150s", db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

/* A statement of our own that SQLite does not understand meets tables that are not ours. */
static int fail_own(struct library *library, int code, struct format_error *err)
{
    const int kind = library_fail(library->db, code, err);
    return kind == FORMAT_UNKNOWN ? FORMAT_BAD : kind;
}

/* --- statements ---------------------------------------------------------------------------------
 */

int library_run(struct library *library, const char *sql, struct format_error *err)
{
    const int code = sqlite3_exec(library->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : fail_own(library, code, err);
}

/* Of each index so many rows are looked at: with less, kinds of events, of which there are
 * millions, look like names, of which there are a few hundred. */
int library_analyse(struct library *library, struct format_error *err)
{
    return library_run(library, "PRAGMA analysis_limit = 10000; ANALYZE", err);
}

sqlite3_stmt *library_statement(struct library *library, enum library_statement which,
                                struct format_error *err)
{
    static const char *const sql[LIBRARY_STATEMENTS] = {
#define LIBRARY_STATEMENT(NAME, text) [LIBRARY_##NAME] = (text),
        LIBRARY_STATEMENTS_LIST(LIBRARY_STATEMENT)
#undef LIBRARY_STATEMENT
    };
    sqlite3_stmt **kept = &library->statements[which];
    if (!*kept) {
        const int code =
            sqlite3_prepare_v3(library->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, kept, NULL);
        if (code != SQLITE_OK) {
            (void)fail_own(library, code, err);
            return NULL;
        }
    }
    sqlite3_reset(*kept);
    sqlite3_clear_bindings(*kept);
    return *kept;
}

int library_step(struct library *library, sqlite3_stmt *statement, struct format_error *err)
{
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        return 1;
    }
    const int failed = code == SQLITE_DONE ? 0 : fail_own(library, code, err);
    sqlite3_reset(statement);
    return failed;
}

int library_do(struct library *library, sqlite3_stmt *statement, struct format_error *err)
{
    const int code = library_step(library, statement, err);
    sqlite3_reset(statement);
    return code < 0 ? code : 0;
}

void library_bind_text(sqlite3_stmt *statement, int index, const char *text, bool copy)
{
    (void)sqlite3_bind_text(statement, index, text, -1, copy ? SQLITE_TRANSIENT : SQLITE_STATIC);
}

void library_bind_number(sqlite3_stmt *statement, int index, double value)
{
    (void)sqlite3_bind_double(statement, index, value); /* NaN becomes NULL */
}

int library_begin(struct library *library, struct format_error *err)
{
    if (library->is_changing) {
        return 0;
    }
    const int code = library_run(library, "BEGIN IMMEDIATE", err);
    library->is_changing = code == 0;
    return code;
}

int library_commit(struct library *library, struct format_error *err)
{
    if (!library->is_changing) {
        return 0;
    }
    library->is_changing = false;
    const int code = library_run(library, "COMMIT", err);
    if (code < 0) {
        (void)sqlite3_exec(library->db, "ROLLBACK", NULL, NULL, NULL);
    }
    return code;
}

int library_drop_file(struct library *library, int64_t id, struct format_error *err)
{
    static const enum library_statement all[] = {LIBRARY_DROP_EVENTS, LIBRARY_DROP_PLAYERS,
                                                 LIBRARY_DROP_LEVELS, LIBRARY_DROP_DEMOS,
                                                 LIBRARY_DROP_FILE};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        sqlite3_stmt *statement = library_statement(library, all[i], err);
        if (!statement) {
            return FORMAT_BAD;
        }
        (void)sqlite3_bind_int64(statement, 1, id);
        const int code = library_do(library, statement, err);
        if (code < 0) {
            return code;
        }
    }
    return 0;
}

/* --- opening ------------------------------------------------------------------------------------
 */

/* A catalogue may come from anywhere: what its schema holds besides tables does nothing. */
static int guard(sqlite3 *db)
{
    const bool good =
        sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) == SQLITE_OK;
    sqlite3_busy_timeout(db, BUSY_MS);
    return good ? SQLITE_OK : SQLITE_ERROR;
}

static int read_number(struct library *library, const char *sql, int64_t *number,
                       struct format_error *err)
{
    sqlite3_stmt *statement = NULL;
    const int code = sqlite3_prepare_v2(library->db, sql, -1, &statement, NULL);
    int result =
        code == SQLITE_OK ? library_step(library, statement, err) : fail_own(library, code, err);
    if (result == 1) {
        *number = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return result < 0 ? result : 0;
}

/* Every page is read: what is damaged there is found before new rows depend on it. */
static int check_pages(struct library *library, struct format_error *err)
{
    sqlite3_stmt *statement = NULL;
    const int code = sqlite3_prepare_v2(library->db, "PRAGMA quick_check(1)", -1, &statement, NULL);
    int result =
        code == SQLITE_OK ? library_step(library, statement, err) : fail_own(library, code, err);
    if (result == 1) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        result = !text ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                 : strcmp(text, "ok") == 0
                     ? 0
                     : format_fail(err, FORMAT_BAD, 0, "damaged: %.150s", text);
    }
    sqlite3_finalize(statement);
    return result;
}

/* Whose file it is, and of which version. *is_empty: nobody's, and there is nothing in it. */
static int check_version(struct library *library, bool *is_empty, struct format_error *err)
{
    int64_t application = 0, version = 0, entries = 0;
    int code = read_number(library, "PRAGMA application_id", &application, err);
    if (code == 0) {
        code = read_number(library, "PRAGMA user_version", &version, err);
    }
    if (code == 0) {
        code = read_number(library, "SELECT count(*) FROM sqlite_schema", &entries, err);
    }
    *is_empty = code == 0 && entries == 0 && application == 0 && version == 0;
    if (code < 0 || *is_empty) {
        return code;
    }
    if (application != LIBRARY_APPLICATION) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "an SQLite file that is no catalogue of demos");
    }
    if (version > LIBRARY_VERSION) {
        return format_fail(err, FORMAT_UNKNOWN, 0,
                           "a catalogue of a newer quakereel (version %lld, this one reads %d)",
                           (long long)version, (int)LIBRARY_VERSION);
    }
    return version == LIBRARY_VERSION
               ? 0
               : format_fail(err, FORMAT_BAD, 0, "damaged: version %lld", (long long)version);
}

/* The tables are all there, with their columns. */
static int check_tables(struct library *library, struct format_error *err)
{
    static const enum library_statement all[] = {LIBRARY_LIST_FILES, LIBRARY_LIST_DEMOS,
                                                 LIBRARY_LIST_LEVELS, LIBRARY_LIST_PLAYERS,
                                                 LIBRARY_LIST_EVENTS};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (!library_statement(library, all[i], err)) {
            return FORMAT_BAD;
        }
    }
    return 0;
}

static int set_up(struct library *library, enum library_access access, struct format_error *err)
{
    bool is_empty;
    int code = guard(library->db);
    if (code != SQLITE_OK) {
        return library_fail(library->db, code, err);
    }
    code = library_run(library, "PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0", err);
    if (code == 0) {
        code = check_version(library, &is_empty, err);
    }
    if (code == 0 && !is_empty) {
        code = check_tables(library, err);
    }
    if (code < 0 || access == LIBRARY_READ) {
        return code < 0 || !is_empty ? code
                                     : format_fail(err, FORMAT_UNKNOWN, 0, "an empty catalogue");
    }
    code = library_run(library, "PRAGMA cache_size = -32768; PRAGMA journal_mode = DELETE", err);
    if (code == 0 && !is_empty) {
        return check_pages(library, err);
    }
    code = code == 0 ? library_begin(library, err) : code;
    code = code == 0 ? check_version(library, &is_empty, err) : code; /* meanwhile, by another */
    if (code == 0 && is_empty) {
        code = library_create_tables(library, err);
    }
    return code == 0 ? library_commit(library, err) : code;
}

/* True if the bytes are those of a catalogue, whose head may be damaged: they have the statement
 * of a table of ours. */
static bool looks_like_ours(const char *bytes, size_t size)
{
    static const char mark[] = "CREATE TABLE event(demo INTEGER";
    const size_t length = sizeof(mark) - 1;
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(bytes + i, mark, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), last = strlen(ending);
    return length > last && strcmp(path + length - last, ending) == 0;
}

/* Reads the first bytes of the file; *got is 0 if there is none and it may be made. */
static int read_head(const char *path, enum library_access access, char *head, size_t size,
                     size_t *got, struct format_error *err)
{
    struct disk_file file;
    *got = 0;
    if (platform_open_file(path, &file) < 0) {
        if (errno == ENOENT && access == LIBRARY_WRITE) {
            return 0;
        }
        return errno == ENOENT
                   ? format_fail(err, FORMAT_MISSING, 0,
                                 "no such catalogue; `quakereel library FOLDER` makes it")
                   : format_fail(err, FORMAT_UNREADABLE, 0, "%s", strerror(errno));
    }
    const int code = platform_read_at(&file, 0, head, size, got);
    const int reason = errno;
    platform_close_file(&file);
    return code < 0 ? format_fail(err, FORMAT_UNREADABLE, 0, "%s", strerror(reason)) : 0;
}

/* A file that does not begin as SQLite's do is a damaged catalogue, or a file that must be left
 * alone: by its name or by what is in it. */
static int check_head(const char *path, enum library_access access, struct format_error *err)
{
    enum { HEAD = 1 << 16 };
    static const char magic[16] = "SQLite format 3";
    size_t got;
    char *head = malloc(HEAD);
    if (!head) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = read_head(path, access, head, HEAD, &got, err);
    if (code == 0 && got > 0 && (got < sizeof(magic) || memcmp(head, magic, sizeof(magic)) != 0)) {
        code =
            has_ending(path, ".sqlite") || looks_like_ours(head, got)
                ? format_fail(err, FORMAT_BAD, 0, "damaged: it does not begin as SQLite's files do")
                : format_fail(err, FORMAT_UNKNOWN, 0, "no catalogue of demos");
    }
    free(head);
    return code;
}

/* Undoes the transaction of a process that was killed, which needs writing. */
static void roll_back(const char *path)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_PRIVATECACHE, NULL) ==
        SQLITE_OK) {
        (void)guard(db);
        (void)sqlite3_exec(db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    }
    (void)sqlite3_close(db);
}

static int open_once(struct library *library, const char *path, enum library_access access,
                     struct format_error *err)
{
    const int flags =
        access == LIBRARY_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = check_head(path, access, err);
    if (code < 0) {
        return code;
    }
    char name[LIBRARY_PATH + 2]; /* ":memory:" and "file:..." are files here */
    snprintf(name, sizeof(name), "%s%s", platform_is_absolute(path) ? "" : "./", path);
    if (access == LIBRARY_READ) {
        char journal[LIBRARY_PATH + 16];
        snprintf(journal, sizeof(journal), "%s-journal", name);
        if (platform_exists(journal)) {
            roll_back(name);
        }
    }
    code = sqlite3_open_v2(name, &library->db, flags | SQLITE_OPEN_PRIVATECACHE, NULL);
    if (code != SQLITE_OK) {
        return library_fail(library->db, code, err);
    }
    return set_up(library, access, err);
}

static void close_db(struct library *library)
{
    for (int i = 0; i < LIBRARY_STATEMENTS; i++) {
        sqlite3_finalize(library->statements[i]);
        library->statements[i] = NULL;
    }
    (void)sqlite3_close(library->db);
    library->db = NULL;
    library->is_changing = false;
}

/* Renames the file at path, and the journal that belongs to it: NAME.damaged, or the first of
 * NAME.damaged-2 ... that is free. */
static int set_aside(struct library *library, const char *path, struct format_error *err)
{
    static const char *const parts[] = {"-journal", "-wal"};
    char *name = library->damaged, from[LIBRARY_PATH], to[LIBRARY_PATH];
    size_t length = (size_t)snprintf(name, LIBRARY_PATH, "%s.damaged", path);
    for (int i = 2; length < LIBRARY_PATH && i < 1000 && platform_exists(name); i++) {
        length = (size_t)snprintf(name, LIBRARY_PATH, "%s.damaged-%d", path, i);
    }
    if (length + 16 >= LIBRARY_PATH || platform_exists(name) ||
        platform_rename_file(path, name) < 0) {
        name[0] = '\0';
        return format_fail(err, FORMAT_UNREADABLE, 0, "damaged, and cannot be renamed");
    }
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        (void)snprintf(from, sizeof(from), "%s%s", path, parts[i]);
        (void)snprintf(to, sizeof(to), "%s%s", name, parts[i]);
        if (platform_exists(from) && platform_rename_file(from, to) < 0) {
            return format_fail(err, FORMAT_UNREADABLE, 0, "damaged, and cannot be renamed");
        }
    }
    return 0;
}

int library_open(struct library **library, const char *path, enum library_access access,
                 struct format_error *err)
{
    struct library *opened = calloc(1, sizeof(*opened));
    *library = NULL;
    if (!opened) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = open_once(opened, path, access, err);
    if (code == FORMAT_BAD && access == LIBRARY_WRITE) {
        close_db(opened);
        code = set_aside(opened, path, err);
        code = code == 0 ? open_once(opened, path, access, err) : code;
    }
    if (code < 0) {
        library_close(opened);
        return code;
    }
    *library = opened;
    return 0;
}

void library_close(struct library *library)
{
    if (library) {
        close_db(library);
        free(library);
    }
}

const char *library_damaged(const struct library *library)
{
    return library->damaged[0] ? library->damaged : NULL;
}
