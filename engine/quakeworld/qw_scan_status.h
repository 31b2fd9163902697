/* The players' status of a .mvd while it is scanned: views, life, powerups, flags, scores. */
#ifndef ENGINE_QUAKEWORLD_QW_SCAN_STATUS_H
#define ENGINE_QUAKEWORLD_QW_SCAN_STATUS_H

#include "engine/family/demo_status.h"
#include "formats/quakeworld/qw_message.h"

struct qw_scanner;

struct qw_scan_status {  /* start from zeros */
    uint32_t views;      /* bit n: slot n had a playerinfo since the last update */
    uint32_t told_views; /* before that one */
    uint16_t flags[DEMO_STATUS_PLAYERS];
    uint8_t effects[DEMO_STATUS_PLAYERS];
    struct demo_status told[DEMO_STATUS_PLAYERS];
};

/* A new level: nobody is seen. */
void qw_scan_status_begin(struct qw_scan_status *status);
void qw_scan_status_see(struct qw_scan_status *status, const struct qw_mvd_playerinfo *info);
/* At an update of a .mvd: adds what is not as it was told. Returns 0 or FORMAT_MEMORY. */
int qw_scan_status_tell(struct qw_scanner *scanner, struct demo_statuses *statuses) MUST_CHECK;

#endif
