/* SQLite for the other files of this folder: the open catalogue, statements, errors. */
#ifndef ENGINE_LIBRARY_LIBRARY_DB_H
#define ENGINE_LIBRARY_LIBRARY_DB_H

#include <sqlite3.h>

#include "engine/library/library.h"

/* Number of the tables' shape, user_version in the file; a higher one is a newer program's. */
enum { LIBRARY_VERSION = 1 };
/* "QRdm", application_id in the file. */
enum { LIBRARY_APPLICATION = 0x5152646d };

/* Statements that are kept prepared: X(NAME, "SQL") */
#define LIBRARY_STATEMENTS_LIST(X)                                                                 \
    X(FIND_FILE, "SELECT id, size, mtime FROM file WHERE path = ?1")                               \
    X(FIND_SIZE, "SELECT 1 FROM file WHERE size = ?1 LIMIT 1")                                     \
    X(FIND_SAME, "SELECT file.id, file.path FROM demo JOIN file ON file.id = demo.file "           \
                 "WHERE demo.hash = ?1 AND file.size = ?2 AND demo.path = file.path "              \
                 "ORDER BY file.path LIMIT 64")                                                    \
    X(ADD_FILE, "INSERT INTO file(path, size, mtime, error, error_offset) "                        \
                "VALUES (?1, ?2, ?3, ?4, ?5)")                                                     \
    X(STAMP_FILE, "UPDATE file SET size = ?2, mtime = ?3, error = ?4, error_offset = ?5 "          \
                  "WHERE id = ?1")                                                                 \
    X(MOVE_FILE, "UPDATE file SET path = ?2, mtime = ?3 WHERE id = ?1")                            \
    X(MOVE_DEMO, "UPDATE demo SET path = ?2 WHERE file = ?1")                                      \
    X(DROP_EVENTS, "DELETE FROM event WHERE demo IN (SELECT id FROM demo WHERE file = ?1)")        \
    X(DROP_PLAYERS, "DELETE FROM player WHERE demo IN (SELECT id FROM demo WHERE file = ?1)")      \
    X(DROP_LEVELS, "DELETE FROM level WHERE demo IN (SELECT id FROM demo WHERE file = ?1)")        \
    X(DROP_DEMOS, "DELETE FROM demo WHERE file = ?1")                                              \
    X(DROP_FILE, "DELETE FROM file WHERE id = ?1")                                                 \
    X(ADD_DEMO, "INSERT INTO demo(file, path, bytes, hash, family, protocol, mod, server, date, "  \
                "length, players, error, error_offset, mode, result) VALUES "                      \
                "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)")              \
    X(ADD_LEVEL, "INSERT INTO level(demo, number, map, title, length, finish) "                    \
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                                \
    X(ADD_PLAYER, "INSERT INTO player(demo, slot, name, team, score, spectator) "                  \
                  "VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                                               \
    X(ADD_EVENT, "INSERT INTO event(demo, number, level, time, kind, player, other, weapon, "      \
                 "x, y, z, value, air, distance, viewed, text) "                                   \
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)") \
    X(SEE, "INSERT OR IGNORE INTO temp.seen(id) VALUES (?1)")                                      \
    X(UNSEEN, "SELECT id, path FROM file WHERE path > ?1 AND path < ?2 AND NOT EXISTS "            \
              "(SELECT 1 FROM temp.seen WHERE seen.id = file.id) ORDER BY path LIMIT 1000")        \
    X(LIST_FILES, "SELECT id, path, size, mtime, error, error_offset FROM file ORDER BY id")       \
    X(LIST_DEMOS, "SELECT file, path, bytes, hash, family, protocol, mod, server, date, length, "  \
                  "players, error, error_offset, mode, result, id FROM demo "                      \
                  "WHERE file = ?1 ORDER BY id")                                                   \
    X(LIST_LEVELS, "SELECT demo, number, map, title, length, finish FROM level WHERE demo = ?1")   \
    X(LIST_PLAYERS, "SELECT demo, slot, name, team, score, spectator FROM player "                 \
                    "WHERE demo = ?1")                                                             \
    X(LIST_EVENTS, "SELECT demo, number, level, time, kind, player, other, weapon, x, y, z, "      \
                   "value, air, distance, viewed, text FROM event WHERE demo = ?1")

enum library_statement {
#define LIBRARY_STATEMENT(NAME, sql) LIBRARY_##NAME,
    LIBRARY_STATEMENTS_LIST(LIBRARY_STATEMENT)
#undef LIBRARY_STATEMENT
        LIBRARY_STATEMENTS
};

struct library {
    sqlite3 *db;
    sqlite3_stmt *statements[LIBRARY_STATEMENTS]; /* prepared when asked for first */
    bool is_changing;                             /* a transaction is open */
    char damaged[LIBRARY_PATH];                   /* library_damaged; "" = NULL */
};

/* Fills err from the connection's last error and returns the FORMAT_ code: BAD = the catalogue is
 * damaged, UNKNOWN = the SQL is wrong, MEMORY, UNREADABLE = the disk, or another program's lock. */
int library_fail(sqlite3 *db, int code, struct format_error *err);

/* Runs statements without results. */
int library_run(struct library *library, const char *sql, struct format_error *err) MUST_CHECK;

/* Has SQLite count what is where, after rows were changed: by that it chooses the index of a
 * search.
 */
int library_analyse(struct library *library, struct format_error *err) MUST_CHECK;

/* Creates the tables in an empty file. */
int library_create_tables(struct library *library, struct format_error *err) MUST_CHECK;

/* A statement, reset and without values. NULL: it cannot be prepared; fills err. */
sqlite3_stmt *library_statement(struct library *library, enum library_statement which,
                                struct format_error *err);
/* Takes a step: 1 = a row, 0 = the end (the statement is reset), or a negative code. */
int library_step(struct library *library, sqlite3_stmt *statement,
                 struct format_error *err) MUST_CHECK;
/* Takes the only step of a statement without rows. */
int library_do(struct library *library, sqlite3_stmt *statement,
               struct format_error *err) MUST_CHECK;

/* Begin a transaction unless one is open; end it. */
int library_begin(struct library *library, struct format_error *err) MUST_CHECK;
int library_commit(struct library *library, struct format_error *err) MUST_CHECK;

/* Drops a file with all that belongs to it. */
int library_drop_file(struct library *library, int64_t id, struct format_error *err) MUST_CHECK;

/* Binds a text of any bytes; NULL = none. Copied if `copy`, else borrowed until the statement is
 * reset. Errors come with the step. */
void library_bind_text(sqlite3_stmt *statement, int index, const char *text, bool copy);
/* Binds a number; NaN = none. */
void library_bind_number(sqlite3_stmt *statement, int index, double value);

#endif
