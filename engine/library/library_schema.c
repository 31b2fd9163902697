/* The tables of the catalogue. README.md has their columns in words, for who writes SQL. */
#include "engine/library/library_db.h"

/* Whole numbers and texts only where SQL is written by hand: kinds and weapons are words. Names
 * are compared without case. A file of size -1 is not whole: it is read again. */
static const char *const tables[] = {
    "CREATE TABLE file("
    "id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, "
    "mtime INTEGER NOT NULL, error TEXT, error_offset INTEGER)",

    "CREATE TABLE demo("
    "id INTEGER PRIMARY KEY, file INTEGER NOT NULL, path TEXT NOT NULL, bytes INTEGER, hash TEXT, "
    "family TEXT, protocol INTEGER, mod TEXT COLLATE NOCASE, mode TEXT COLLATE NOCASE, "
    "server TEXT COLLATE NOCASE, "
    "date TEXT, length REAL, players INTEGER, result TEXT COLLATE NOCASE, error TEXT, "
    "error_offset INTEGER)",

    "CREATE TABLE level("
    "demo INTEGER NOT NULL, number INTEGER NOT NULL, map TEXT COLLATE NOCASE, "
    "title TEXT COLLATE NOCASE, length REAL, finish REAL, "
    "PRIMARY KEY(demo, number)) WITHOUT ROWID",

    "CREATE TABLE player("
    "demo INTEGER NOT NULL, slot INTEGER NOT NULL, name TEXT COLLATE NOCASE, "
    "team TEXT COLLATE NOCASE, score INTEGER, spectator INTEGER, "
    "PRIMARY KEY(demo, slot)) WITHOUT ROWID",

    "CREATE TABLE event("
    "demo INTEGER NOT NULL, number INTEGER NOT NULL, level INTEGER, time REAL, kind TEXT, "
    "player TEXT COLLATE NOCASE, other TEXT COLLATE NOCASE, weapon TEXT, "
    "x INTEGER, y INTEGER, z INTEGER, value REAL, air REAL, distance REAL, viewed INTEGER, "
    "text TEXT COLLATE NOCASE, PRIMARY KEY(demo, number)) WITHOUT ROWID",

    "CREATE INDEX file_size ON file(size)",
    "CREATE INDEX demo_file ON demo(file)",
    "CREATE INDEX demo_path ON demo(path)",
    "CREATE INDEX demo_hash ON demo(hash)",
    "CREATE INDEX level_map ON level(map)",
    "CREATE INDEX player_name ON player(name)",
    "CREATE INDEX event_player ON event(player, kind)",
    "CREATE INDEX event_other ON event(other, kind)",
    "CREATE INDEX event_kind ON event(kind, weapon)",
    "CREATE INDEX event_air ON event(air) WHERE air IS NOT NULL",
    "CREATE INDEX event_distance ON event(distance) WHERE distance IS NOT NULL",
};

int library_create_tables(struct library *library, struct format_error *err)
{
    char mark[96];
    int code = 0;
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && code == 0; i++) {
        code = library_run(library, tables[i], err);
    }
    sqlite3_snprintf(sizeof(mark), mark, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                     LIBRARY_APPLICATION, LIBRARY_VERSION);
    return code == 0 ? library_run(library, mark, err) : code;
}
