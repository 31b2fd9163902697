/* Scans a NetQuake demo without simulating it: drawn updates and events. */
#ifndef ENGINE_NETQUAKE_NQ_SCAN_H
#define ENGINE_NETQUAKE_NQ_SCAN_H

#include "engine/family/demo_family.h"
#include "engine/quake/quake_scan.h"
#include "formats/netquake/nq_message.h"

/* Gaps of the server's clock count no longer than this, as the original client skips them. */
#define NQ_MAX_GAP 0.1

enum { NQ_SCAN_PLAYERS = 256 };

struct nq_scanner { /* start from zeros */
    /* Hears each message but entity updates, as soon as it is scanned; NULL = nobody. */
    void (*hear)(void *context, const struct nq_message *message);
    void *hear_context;
    bool begun;
    struct nq_protocol protocol;
    uint32_t step;   /* number of the block being read */
    bool serverinfo; /* seen: what comes before one is the middle of a game */
    uint8_t signon;
    bool has_time;       /* current block */
    double time;         /* server clock */
    bool same_level;     /* there was a picture of this level */
    bool level_timed;    /* time is of this level */
    bool finished;       /* the level is */
    double last_time;    /* server clock of the last picture */
    bool has_clientdata; /* in this level */
    uint32_t items;
    int32_t health;
    uint32_t view_entity; /* whose eyes the recording has */
    uint32_t own_death;   /* step + 1 of the last obituary that told the recorder's death; 0 = none
                           */
    struct quake_counts counts;
    int32_t frags[NQ_SCAN_PLAYERS];
    const char *names[NQ_SCAN_PLAYERS]; /* in the file, not terminated; NULL = none */
    uint8_t name_lengths[NQ_SCAN_PLAYERS];
    struct demo_line line;    /* being printed: obituaries come in pieces */
    struct quake_lines lines; /* by step */
};

/* 0, or FORMAT_BAD for a time message that holds no finite number: the demo is damaged there. */
int nq_check_time(const struct nq_message *message, struct format_error *err) MUST_CHECK;

/* One block, as demo_family.scan has it. demo: a struct nq_file; scanner: a struct nq_scanner. */
int nq_scan(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err) MUST_CHECK;

#endif
