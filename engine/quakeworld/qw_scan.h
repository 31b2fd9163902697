/* Scans a QuakeWorld demo without simulating it: drawn updates and events. */
#ifndef ENGINE_QUAKEWORLD_QW_SCAN_H
#define ENGINE_QUAKEWORLD_QW_SCAN_H

#include "engine/family/demo_family.h"
#include "engine/quake/quake_scan.h"
#include "engine/quakeworld/quakeworld.h"
#include "engine/quakeworld/qw_scan_status.h"
#include "formats/quakeworld/qw_message.h"

enum {
    QW_SCAN_PLAYERS = 32,
    QW_SCAN_LEVELS = 3 /* print levels: low, medium, high */
};

struct qw_scan_player {
    const char *name; /* in the file, not terminated */
    uint32_t name_length;
    int32_t frags;
    bool spectator;
};

/* The stats of one player; in a .qwd only the recorder's are sent. */
struct qw_scan_body {
    int32_t health, armor;
    uint32_t items;
    double alive_since; /* clock */
};

struct qw_scanner { /* start from zeros */
    /* Hears each message as soon as it is scanned; NULL = nobody. */
    void (*hear)(void *context, const struct qw_message *message);
    void *hear_context;
    bool begun;
    struct qw_protocol protocol;
    struct qw_clock clock;
    uint32_t listeners; /* current block */
    bool in_game;
    bool frame;        /* the server sent a frame since the last update */
    bool drawn;        /* an update was found */
    bool same_level;   /* an update of this level was found */
    double drawn_time; /* clock of the last update */
    double level_time; /* clock of the level's first update */
    bool finished;     /* the level is */
    const char
        *level_name;   /* level whose event is still to be added, text in the file; NULL = none */
    uint32_t recorder; /* slot; QW_SCAN_PLAYERS in a .mvd */
    bool spectates;    /* the recorder is a spectator */
    struct quake_counts counts;
    struct qw_scan_player players[QW_SCAN_PLAYERS];
    struct qw_scan_body bodies[QW_SCAN_PLAYERS]; /* .qwd: [0] is the recorder's */
    struct demo_line lines[QW_SCAN_LEVELS];      /* being printed */
    struct quake_lines obituaries;               /* by clock */
    const char *chat; /* in the file: the last line of talk, which a .mvd has once a listener */
    double chat_time;
    struct qw_scan_status status; /* .mvd */
};

/* One block, as demo_family.scan has it. opened: a struct qw_demo; scanner: a struct qw_scanner. */
int qw_scan(const void *opened, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err) MUST_CHECK;

#endif
