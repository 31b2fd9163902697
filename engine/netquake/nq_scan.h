/* Reading a NetQuake demo without simulating it: when pictures are drawn, and what happens. */
#ifndef ENGINE_NETQUAKE_NQ_SCAN_H
#define ENGINE_NETQUAKE_NQ_SCAN_H

#include "engine/family/demo_family.h"
#include "engine/quake/demo_words.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

/* Gaps of the server's clock count no longer than this, as the original client skips them. */
#define NQ_MAX_GAP 0.1

enum { NQ_SCAN_PLAYERS = 256 };

struct nq_scanner { /* start from zeros */
    bool begun;
    struct nq_protocol protocol;
    uint32_t step;   /* number of the block being read */
    bool serverinfo; /* seen: what comes before one is the middle of a game */
    uint8_t signon;
    bool same_level;     /* there was a picture of this level */
    double last_time;    /* server clock of the last picture */
    bool has_clientdata; /* of this level */
    uint32_t items;
    int32_t health;
    int32_t secrets, total_secrets, kills, total_kills;
    int32_t frags[NQ_SCAN_PLAYERS];
    const char *names[NQ_SCAN_PLAYERS]; /* in the file; NULL = none */
    /* The line being printed and the last whole one: obituaries come in pieces. */
    struct demo_line line;
    char last_line[DEMO_LINE_BYTES];
    uint32_t last_line_step;
};

/* One block, as demo_family.scan has it. items_optional: see nq_detect_items_optional. */
int nq_scan(const struct dem_file *dem, bool items_optional, struct nq_scanner *scanner,
            size_t *pos, struct demo_step *step, struct demo_events *events,
            struct format_error *err) MUST_CHECK;

#endif
