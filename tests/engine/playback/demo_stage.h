/* NetQuake demos written block by block for tests of the timeline, and timelines of them. */
#ifndef TESTS_ENGINE_PLAYBACK_DEMO_STAGE_H
#define TESTS_ENGINE_PLAYBACK_DEMO_STAGE_H

#include "engine/playback/timeline.h"
#include "tests/support/nq_demo.h"

void demo_stage_begin(struct nq_demo *m, int32_t protocol);
void demo_stage_add(struct nq_demo *m, struct nq_message message);
void demo_stage_end_block(struct nq_demo *m);
void demo_stage_add_signon(struct nq_demo *m, uint8_t number);
void demo_stage_add_serverinfo(struct nq_demo *m, const char *level);
/* Three blocks: the level, then the second and third signon. */
void demo_stage_add_level(struct nq_demo *m, const char *level);
void demo_stage_add_entity(struct nq_demo *m, uint16_t number, double x);
/* A block with a time, and the recorder farther along x. */
void demo_stage_add_update(struct nq_demo *m, double time);
void demo_stage_add_disconnect(struct nq_demo *m);

/* With key frames, indexed when it returns. Asserts that all goes well. */
struct timeline *demo_stage_open_bytes(const uint8_t *data, size_t size);
struct timeline *demo_stage_open_demo(const struct nq_demo *m);

bool demo_stage_is_damaged(const struct timeline *timeline);
/* The timeline's damage; fails if there is none. */
struct format_error demo_stage_damage_of(const struct timeline *timeline);

#endif
