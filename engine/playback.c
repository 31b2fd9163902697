#include "engine/playback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_FRAME_BLOCKS = 256,                 /* a key frame about every four seconds of play */
    KEY_FRAME_BUDGET = 64 * 1024 * 1024     /* bytes of state copies; spacing doubles beyond */
};

/* Time steps of a demo that has no clock at all (no serverinfo, only text). */
#define CLOCKLESS_STEP 0.1

struct update {
    uint32_t block;
    double time;
    double gap; /* the server's seconds since the update before; play skips what is too long */
};

struct key_frame {
    uint32_t next_block; /* the state is the one before this block */
    struct nq_state *state;
};

struct playback {
    struct dem_file dem;
    struct nq_protocol protocol; /* as the first block finds it */
    uint64_t *block_offsets;
    uint32_t num_blocks, cap_blocks;
    struct update *updates;
    uint32_t num_updates, cap_updates;
    struct format_error damage;
    bool damaged;

    struct nq_state *state;
    uint32_t next_block; /* the first block not yet applied to state */
    double fraction;     /* of the picture: see nq_scene_build */

    struct key_frame *key_frames; /* by rising block, [0] is the beginning */
    uint32_t num_key_frames, cap_key_frames;
    uint32_t key_spacing;
    size_t key_bytes;
};

/* What the index keeps of one block's messages. */
struct block_summary {
    bool has_time, level_change, entities, disconnect;
    uint8_t signon; /* 0 = none */
    double server_time;
};

static bool grow(void **array, uint32_t *capacity, uint32_t count, size_t element)
{
    if (count < *capacity) {
        return true;
    }
    uint32_t want = *capacity ? *capacity * 2 : 1024;
    void *grown = realloc(*array, (size_t)want * element);
    if (!grown) {
        return false;
    }
    *array = grown;
    *capacity = want;
    return true;
}

static int summarise(struct nq_protocol *protocol, const struct dem_block *block,
                     struct block_summary *summary, struct format_error *err)
{
    struct nq_message message;
    size_t pos = 0;
    int status;
    *summary = (struct block_summary){0};
    while ((status = nq_message_decode(protocol, block->messages, block->size, &pos, &message,
                                       err)) > 0) {
        nq_protocol_follow(protocol, &message);
        if (message.id >= NQ_ENTITY_UPDATE) {
            summary->entities = true;
        } else if (message.id == NQ_TIME) {
            if (!isfinite(message.u.time)) {
                return format_fail(err, FORMAT_BAD, message.offset, "time is not a number");
            }
            summary->has_time = true;
            summary->server_time = (double)message.u.time;
        } else if (message.id == NQ_SERVERINFO) {
            summary->level_change = true;
        } else if (message.id == NQ_SIGNONNUM) {
            summary->signon = message.u.signonnum;
        } else if (message.id == NQ_DISCONNECT) {
            summary->disconnect = true;
            break;
        }
    }
    return status < 0 ? status : 0;
}

/* The client draws once the server has sent the third signon and then a first entity. */
static bool add_update(struct playback *p, uint32_t block, double step, double gap)
{
    void *updates = p->updates;
    if (!grow(&updates, &p->cap_updates, p->num_updates, sizeof(*p->updates))) {
        return false;
    }
    p->updates = updates;
    double time = p->num_updates ? p->updates[p->num_updates - 1].time + step : 0.0;
    p->updates[p->num_updates++] = (struct update){block, time, gap};
    return true;
}

static void note_damage(struct playback *p, const struct format_error *err, size_t base)
{
    p->damaged = true;
    p->damage = *err;
    p->damage.offset += base;
}

/* One pass over the file: where blocks are, and which of them are drawn when. */
static int build_index(struct playback *p)
{
    struct nq_protocol protocol = p->protocol;
    struct dem_block block;
    struct format_error err;
    struct block_summary summary;
    size_t pos = p->dem.first_block;
    uint8_t signon = 0;
    double last_time = 0.0;
    bool new_level = true;
    int status;
    while ((status = dem_next_block(&p->dem, &pos, &block, &err)) > 0) {
        if (summarise(&protocol, &block, &summary, &err) < 0) {
            note_damage(p, &err, block.offset + DEM_BLOCK_HEADER);
            break;
        }
        void *offsets = p->block_offsets;
        if (!grow(&offsets, &p->cap_blocks, p->num_blocks, sizeof(*p->block_offsets))) {
            return FORMAT_MEMORY;
        }
        p->block_offsets = offsets;
        uint32_t index = p->num_blocks++;
        p->block_offsets[index] = block.offset;
        if (summary.disconnect) {
            break;
        }
        if (summary.level_change) {
            signon = 0;
            new_level = true;
        }
        signon = summary.signon ? summary.signon : signon;
        bool drawn = summary.has_time && signon >= 3;
        if (drawn) {
            double gap = new_level ? PLAYBACK_MAX_GAP : summary.server_time - last_time;
            double step = fmin(fmax(gap, 0.0), PLAYBACK_MAX_GAP);
            last_time = summary.server_time;
            new_level = false;
            if (!add_update(p, index, step, gap)) {
                return FORMAT_MEMORY;
            }
        }
    }
    if (status < 0) {
        note_damage(p, &err, 0);
    }
    return 0;
}

/* A demo without a level still has text to show: every block is a moment. */
static int index_without_level(struct playback *p)
{
    for (uint32_t i = 0; i < p->num_blocks; i++) {
        if (!add_update(p, i, CLOCKLESS_STEP, CLOCKLESS_STEP)) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

int playback_open(struct playback **playback, const uint8_t *data, size_t size,
                  struct format_error *err)
{
    *playback = NULL;
    struct playback *p = calloc(1, sizeof(*p));
    if (!p) {
        return format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    int status = dem_open(&p->dem, data, size, err);
    if (status < 0) {
        goto fail;
    }
    p->protocol = (struct nq_protocol){.version = NQ_PROTOCOL_15,
                                       .items_optional = nq_detect_items_optional(&p->dem)};
    p->key_spacing = KEY_FRAME_BLOCKS;
    status = build_index(p);
    if (status == 0 && p->num_updates == 0) {
        status = index_without_level(p);
    }
    if (status == 0) {
        p->state = nq_state_create();
        status = p->state ? 0 : FORMAT_MEMORY;
    }
    if (status < 0) {
        format_fail(err, status, 0, "no memory for the index");
        goto fail;
    }
    if (p->num_updates == 0) {
        status = p->damaged ? format_fail(err, FORMAT_BAD, p->damage.offset, "%s", p->damage.what)
                            : format_fail(err, FORMAT_BAD, size, "there is no block in this demo");
        goto fail;
    }
    *playback = p;
    return 0;
fail:
    playback_close(p);
    return status;
}

void playback_close(struct playback *p)
{
    if (!p) {
        return;
    }
    for (uint32_t i = 0; i < p->num_key_frames; i++) {
        nq_state_destroy(p->key_frames[i].state);
    }
    free(p->key_frames);
    nq_state_destroy(p->state);
    free(p->block_offsets);
    free(p->updates);
    free(p);
}

double playback_length(const struct playback *p)
{
    return p->updates[p->num_updates - 1].time;
}

uint32_t playback_num_updates(const struct playback *p)
{
    return p->num_updates;
}

uint32_t playback_num_blocks(const struct playback *p)
{
    return p->num_blocks;
}

double playback_update_time(const struct playback *p, uint32_t update)
{
    return p->updates[update].time;
}

uint32_t playback_update_block(const struct playback *p, uint32_t update)
{
    return p->updates[update].block;
}

uint32_t playback_update_at(const struct playback *p, double time)
{
    uint32_t low = 0;
    uint32_t high = p->num_updates;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (p->updates[middle].time <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct format_error *playback_damage(const struct playback *p)
{
    return p->damaged ? &p->damage : NULL;
}

/* Halves the key frames once their copies outgrow the budget. */
static void thin_key_frames(struct playback *p)
{
    uint32_t kept = 0;
    p->key_spacing *= 2;
    p->key_bytes = 0;
    for (uint32_t i = 0; i < p->num_key_frames; i++) {
        if (p->key_frames[i].next_block % p->key_spacing == 0) {
            p->key_bytes += nq_state_size(p->key_frames[i].state);
            p->key_frames[kept++] = p->key_frames[i];
        } else {
            nq_state_destroy(p->key_frames[i].state);
        }
    }
    p->num_key_frames = kept;
}

/* Called before each block; key frames are kept where play passes for the first time. */
static int keep_key_frame(struct playback *p)
{
    bool known = p->num_key_frames > 0 &&
                 p->key_frames[p->num_key_frames - 1].next_block >= p->next_block;
    if (p->next_block % p->key_spacing != 0 || known) {
        return 0;
    }
    void *frames = p->key_frames;
    if (!grow(&frames, &p->cap_key_frames, p->num_key_frames, sizeof(*p->key_frames))) {
        return FORMAT_MEMORY;
    }
    p->key_frames = frames;
    struct key_frame *frame = &p->key_frames[p->num_key_frames];
    *frame = (struct key_frame){p->next_block, NULL};
    int status = nq_state_copy(&frame->state, p->state);
    if (status < 0) {
        return status;
    }
    p->num_key_frames++;
    p->key_bytes += nq_state_size(frame->state);
    if (p->key_bytes > KEY_FRAME_BUDGET) {
        thin_key_frames(p);
    }
    return 0;
}

static struct dem_block block_at(const struct playback *p, uint32_t index)
{
    struct dem_block block = {0};
    size_t pos = (size_t)p->block_offsets[index];
    if (dem_next_block(&p->dem, &pos, &block, NULL) <= 0) {
        block.size = 0; /* the index holds good blocks only */
    }
    return block;
}

/* Back to the last key frame that does not lie behind block. */
static int restore(struct playback *p, uint32_t block)
{
    uint32_t i = p->num_key_frames;
    while (i > 0 && p->key_frames[i - 1].next_block > block) {
        i--;
    }
    if (i > 0) {
        p->next_block = p->key_frames[i - 1].next_block;
        return nq_state_copy(&p->state, p->key_frames[i - 1].state);
    }
    nq_state_destroy(p->state);
    p->state = nq_state_create();
    p->next_block = 0;
    return p->state ? 0 : FORMAT_MEMORY;
}

int playback_go_block(struct playback *p, uint32_t block)
{
    p->fraction = 1.0;
    if (block >= p->num_blocks) {
        return FORMAT_MISSING;
    }
    if (block + 1 < p->next_block) {
        int status = restore(p, block);
        if (status < 0) {
            return status;
        }
    }
    while (p->next_block <= block) {
        int status = keep_key_frame(p);
        if (status < 0) {
            return status;
        }
        struct dem_block data = block_at(p, p->next_block);
        struct format_error err;
        status = nq_state_apply_block(&p->state, &p->dem, &data, p->next_block, &err);
        p->next_block++;
        if (status == FORMAT_MEMORY) {
            return status;
        }
        if (status < 0 && !p->damaged) {
            note_damage(p, &err, 0); /* the state refuses what the decoder could read: play on */
        }
    }
    return 0;
}

int playback_go_update(struct playback *p, uint32_t update)
{
    return update < p->num_updates ? playback_go_block(p, p->updates[update].block)
                                   : FORMAT_MISSING;
}

int playback_go_time(struct playback *p, double time, bool interpolate)
{
    uint32_t update = playback_update_at(p, time);
    double start = p->updates[update].time;
    if (!interpolate || time <= start || update + 1 >= p->num_updates) {
        return playback_go_update(p, update);
    }
    const struct update *next = &p->updates[update + 1];
    int status = playback_go_update(p, update + 1);
    p->fraction = 1.0 - (next->time - time) / next->gap; /* next->time > start: no gap of 0 */
    return status;
}

const struct nq_state *playback_state(const struct playback *p)
{
    return p->state;
}

int playback_scene(const struct playback *p, struct scene *scene,
                   const struct scene_options *options, struct gamedata *data)
{
    return nq_scene_build(scene, p->state, &p->dem, p->fraction, options, data);
}

void playback_parse_only(const struct playback *p, uint32_t update)
{
    uint32_t first = update ? p->updates[update - 1].block + 1 : 0;
    struct nq_protocol protocol = p->protocol;
    struct nq_message message;
    for (uint32_t i = first; i <= p->updates[update].block; i++) {
        struct dem_block block = block_at(p, i);
        size_t pos = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &pos, &message, NULL) > 0) {
            nq_protocol_follow(&protocol, &message);
        }
    }
}
