/* A synthetic Quake III demo with two levels: in the first one the recorder plays, in the second
 * one they are a spectator. It has chat, scores, deaths, pickups, flags, teams, a restart, a gap in
 * the server's time, a lost message, and areas that are not visible.
 *
 * First level: 40 snapshots 50 ms apart from server time 10 s, with 3 s between numbers 29 and 30.
 * Second level: 21 snapshots from server time 500 ms, with a message lost before number 5. A
 * snapshot's sequence is its block's number + 11, after the lost one + 12. */
#ifndef TESTS_SUPPORT_Q3_MATCH_H
#define TESTS_SUPPORT_Q3_MATCH_H

#include "engine/family/demo_events.h"
#include "tests/support/q3_demo.h"

enum {
    Q3_MATCH_FIRST = 40, /* snapshots of the first level; the gamestate is block 0 */
    Q3_MATCH_SECOND = 21,
    Q3_MATCH_UPDATES = Q3_MATCH_FIRST + Q3_MATCH_SECOND,
    Q3_MATCH_LOST = 5, /* snapshot of the second level behind the lost message */
    Q3_MATCH_SEQUENCE = 11,
    Q3_MATCH_RECORDER = 2, /* slots of the players */
    Q3_MATCH_ANARKI = 0,
    Q3_MATCH_WATCHER = 5,
    Q3_MATCH_ITEM = 64, /* entities */
    Q3_MATCH_MOVER = 65,
    Q3_MATCH_MISSILE = 66,
    Q3_MATCH_COMMANDS = 16, /* server commands; a repeated one counts once */
    Q3_MATCH_LONG = 700     /* a configstring of the second level that comes in three parts */
};

#define Q3_MATCH_LENGTH 3.4 /* seconds of play; 5.9 s of server time */
#define Q3_MATCH_LONG_TEXT "one two three"

/* All protocols of which demos are known. */
static const int q3_match_protocols[] = {43, 48, 66, 67, 68, 70, 71, 73, 90, 91};
enum { Q3_MATCH_PROTOCOLS = sizeof(q3_match_protocols) / sizeof(q3_match_protocols[0]) };

struct q3_match_event {
    double time;
    enum demo_event_kind kind;
    const char *text;
};
/* The events that the timeline must have; DEMO_EVENT_FLAG not in protocol 43. Ends with a NULL
 * text. */
extern const struct q3_match_event q3_match_events[];

/* Times of a snapshot; snapshots are numbered through both levels. */
double q3_match_time(uint32_t update);         /* seconds of play */
int32_t q3_match_server_time(uint32_t update); /* ms */
uint32_t q3_match_block(uint32_t update);

/* For q3_demo_free. */
struct q3_demo *q3_match_write(int protocol);

#endif
