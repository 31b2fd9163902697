/* Statistics of a match as KTX tells them in a .mvd's hidden blocks: JSON at the match's end, and
 * each hit as it happens.
 *
 * Source: KTX's output in real demos (version 3). Unknown members are skipped, missing ones are 0.
 * Numbers beyond KTX_MOST are limited to it. */
#ifndef FORMATS_QUAKEWORLD_KTX_STATS_H
#define FORMATS_QUAKEWORLD_KTX_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { KTX_PLAYERS = 32, KTX_NAME = 32, KTX_MOST = 1000000 };

enum ktx_weapon { KTX_SG, KTX_SSG, KTX_NG, KTX_SNG, KTX_GL, KTX_RL, KTX_LG, KTX_WEAPONS };
enum ktx_item { KTX_GREEN_ARMOR, KTX_YELLOW_ARMOR, KTX_RED_ARMOR, KTX_MEGAHEALTH, KTX_ITEMS };

struct ktx_player {
    char name[KTX_NAME], team[KTX_NAME]; /* Quake's glyphs, NUL-terminated, cut */
    int32_t frags, kills, deaths, suicides, team_kills;
    int32_t damage_given, damage_taken;
    int32_t control; /* percent of the time with the best of weapons, health and armour */
    int32_t attacks[KTX_WEAPONS], hits[KTX_WEAPONS];
    int32_t took[KTX_ITEMS];
};

struct ktx_stats {
    int32_t duration; /* seconds */
    uint32_t num_players;
    struct ktx_player players[KTX_PLAYERS]; /* further ones are left out */
};

/* Reads the JSON. Returns 0 or FORMAT_BAD: it is none, is cut, or too deep; fills *stats in any
 * case. */
int ktx_stats_read(struct ktx_stats *stats, const uint8_t *text, size_t size) MUST_CHECK;

struct ktx_match {
    size_t offset; /* of the block that completes it, in the file */
    struct ktx_stats stats;
};

struct ktx_hit {
    size_t offset;            /* of its block */
    uint8_t attacker, victim; /* slots, 0..31 */
    int16_t points;           /* above 0 */
};

struct ktx_told { /* start from {0}; free with ktx_told_free. Both by rising offset. */
    struct ktx_match *matches;
    struct ktx_hit *hits; /* of one player by another */
    uint32_t num_matches, num_hits;
    size_t room_matches, room_hits;
};

enum { KTX_MATCHES = 64, KTX_HITS = 1 << 20 /* more are left out */ };

/* Reads all hidden blocks of a .mvd up to its damage. Returns 0 or FORMAT_MEMORY. */
int ktx_told_read(struct ktx_told *told, const uint8_t *data, size_t size) MUST_CHECK;
void ktx_told_free(struct ktx_told *told);

#endif
