/* Snapshots of one recording of a Quake III match with the entities that other recordings of it
 * have at that server time: players, missiles and items that the first recorder did not see.
 *
 * Recordings are of one match where the sv_serverid of their systeminfo, which ascends with levels
 * and map restarts, and the checksum feed of their gamestates, a random number of each level, are
 * the same. Where a server tells no sv_serverid, the number of gamestates so far takes its place.
 * Servers do not send each client a snapshot at each time: another recording adds its newest
 * snapshot that is not later and at most Q3_MERGER_AGE older. Entities of the first recording stay
 * as they are. The recorder of another one is not among its entities and is made one (source: the
 * original's bg_misc). A merged snapshot has at most 256 entities, which is what the original's
 * client game takes: the first recording's, then those of the others in their order.
 *
 * Not thread-safe. 10 MB, and 10 MB for each of the others, of which demos touch a few hundred
 * KB. */
#ifndef ENGINE_EDIT_Q3_MERGER_H
#define ENGINE_EDIT_Q3_MERGER_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/quake3/q3_snapshot.h"

enum {
    Q3_MERGER_AGE = 100, /* ms */
    Q3_MERGER_DEMOS = 64 /* other recordings at most */
};

struct q3_merger;

/* What another recording gave so far. */
struct q3_merger_report {
    uint32_t snapshots; /* of the first recording, to which it had one */
    uint32_t entities;  /* it added, counted in each snapshot */
    int code;           /* 0; negative: it is damaged, and was used up to there */
    struct format_error err;
};

/* Returns NULL if out of memory or the protocol is unknown. */
struct q3_merger *q3_merger_create(int protocol);
void q3_merger_free(struct q3_merger *merger);

/* Adds another recording of the protocol; its bytes must outlive the merger. Returns 0,
 * FORMAT_MEMORY, or FORMAT_BAD for more than Q3_MERGER_DEMOS. */
int q3_merger_add(struct q3_merger *merger, const uint8_t *data, size_t size) MUST_CHECK;

/* The first recording has a gamestate, whose baselines are in frames. */
void q3_merger_gamestate(struct q3_merger *merger, const struct q3_frames *frames);

/* The newest snapshot of frames, with what the others have. gamestate: as it is then. The result is
 * one of q3_merger_frames. */
const struct q3_snapshot *q3_merger_snapshot(struct q3_merger *merger,
                                             const struct q3_gamestate *gamestate,
                                             const struct q3_frames *frames,
                                             const struct q3_snapshot *snapshot);

/* The merged states. A snapshot of the first recording's frames is at the same index here. */
const struct q3_frames *q3_merger_frames(const struct q3_merger *merger);

/* Of the recording that was added as the i-th, from 0. */
const struct q3_merger_report *q3_merger_report(const struct q3_merger *merger, uint32_t i);

#endif
