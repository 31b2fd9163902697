/* What a demo tells of the match in it: when, where, by which rules, and how it ended. */
#ifndef ENGINE_INSPECT_DEMO_TOLD_H
#define ENGINE_INSPECT_DEMO_TOLD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/json.h"

enum { DEMO_TOLD_TEXT = 96, DEMO_TOLD_NAME = 64, DEMO_TOLD_SIDES = 8 };

/* A team, or a player; name: "" = not told. */
struct demo_told_side {
    char name[DEMO_TOLD_NAME];
    int32_t score;
};

struct demo_told {             /* plain ASCII; "" = not told */
    char date[DEMO_TOLD_TEXT]; /* "2024-06-16 17:19:39", as demo_date.h has it */
    char server[DEMO_TOLD_TEXT];
    char mod[DEMO_TOLD_TEXT];  /* with its version where that is told: "KTX 1.44" */
    char mode[DEMO_TOLD_TEXT]; /* "duel", "Capture the Flag" */
    uint32_t num_sides;        /* 0 = the demo does not tell how it ended */
    struct demo_told_side sides[DEMO_TOLD_SIDES];
};

/* Copies text as plain ASCII, without colours and glyphs of Quake, cut. */
void demo_told_set(char to[DEMO_TOLD_TEXT], const char *text);
/* A side and its score; further ones than DEMO_TOLD_SIDES are left out. */
void demo_told_add(struct demo_told *told, const char *name, int32_t score);
/* The keys date, server, mod, mode and result: null where nothing is told. */
void demo_told_json(struct json_writer *json, const struct demo_told *told);

#endif
