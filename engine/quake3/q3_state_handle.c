#include "engine/quake3/q3_state_handle.h"

#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_state_pack.h"
#include "engine/quake3/update/q3_state_apply.h"

/* live and words stay allocated; is_live and is_packed tell which are valid: at least one. */
struct q3_state_handle {
    const struct q3_protocol *protocol;
    const struct q3_game *game;
    bool is_live, is_packed;
    struct q3_state *live;
    uint32_t *words;
    size_t num_words, room; /* allocated words */
};

static struct q3_state_handle *create_empty(const struct q3_protocol *protocol)
{
    struct q3_state_handle *s = calloc(1, sizeof(*s));
    if (s) {
        s->protocol = protocol;
        s->game = q3_game_of(protocol->number);
    }
    return s;
}

struct q3_state_handle *q3_state_handle_create(const struct q3_protocol *protocol)
{
    struct q3_state_handle *s = create_empty(protocol);
    if (!s) {
        return NULL;
    }
    s->live = calloc(1, sizeof(*s->live));
    if (!s->live) {
        free(s);
        return NULL;
    }
    q3_state_start(s->live);
    s->is_live = true;
    return s;
}

void q3_state_handle_destroy(struct q3_state_handle *s)
{
    if (s) {
        free(s->live);
        free(s->words);
        free(s);
    }
}

/* False also if most of the room would stay empty. */
static bool fits(const struct q3_state_handle *s, size_t num_words)
{
    return num_words <= s->room && num_words >= s->room / 4;
}

static bool make_room(struct q3_state_handle *s, size_t num_words)
{
    if (!fits(s, num_words)) {
        free(s->words);
        s->words = malloc(num_words * sizeof(*s->words));
        s->room = s->words ? num_words : 0;
    }
    s->num_words = num_words;
    return s->words != NULL;
}

int q3_state_handle_copy(struct q3_state_handle **to, const struct q3_state_handle *from)
{
    struct q3_state_handle *s = *to ? *to : create_empty(from->protocol);
    if (!s) {
        return FORMAT_MEMORY;
    }
    *to = s;
    if (s == from) {
        return 0;
    }
    s->is_live = s->is_packed = false;
    /* The room is that of another state, mostly large enough: no need to count first. */
    const size_t num_words =
        from->is_packed ? from->num_words : q3_state_pack(from->live, s->words, s->room);
    const bool done = !from->is_packed && fits(s, num_words);
    if (!make_room(s, num_words)) {
        return FORMAT_MEMORY;
    }
    if (from->is_packed) {
        memcpy(s->words, from->words, num_words * sizeof(*s->words));
    } else if (!done) {
        (void)q3_state_pack(from->live, s->words, num_words);
    }
    s->is_packed = true;
    return 0;
}

size_t q3_state_handle_size(const struct q3_state_handle *s)
{
    const size_t num_words = s->is_packed ? s->num_words
                             : s->is_live ? q3_state_pack_size(s->live)
                                          : 0;
    return sizeof(*s) + num_words * sizeof(*s->words);
}

uint64_t q3_state_handle_hash(const struct q3_state_handle *s)
{
    if (s->is_packed) {
        return q3_state_pack_hash_words(s->words, s->num_words);
    }
    return s->is_live ? q3_state_pack_hash(s->live) : 0;
}

static bool unpack_state(struct q3_state_handle *s)
{
    if (s->is_live) {
        return true;
    }
    if (!s->live) {
        s->live = calloc(1, sizeof(*s->live));
    }
    if (!s->live || !s->is_packed) {
        return false;
    }
    q3_state_unpack(s->live, s->game, s->words);
    s->is_live = true;
    return true;
}

int q3_state_handle_apply(struct q3_state_handle *s, const struct dm3_block *block, bool *updated,
                          struct format_error *err)
{
    *updated = false;
    if (!unpack_state(s)) {
        return format_fail(err, FORMAT_MEMORY, block->offset, "out of memory");
    }
    s->is_packed = false;
    return q3_state_apply(s->live, s->protocol, block, updated, err);
}

const struct q3_state *q3_state_handle_open(const struct q3_state_handle *s)
{
    /* Unpacking changes how the state is kept, not what it is. */
    struct q3_state_handle *same = (struct q3_state_handle *)(uintptr_t)s;
    return unpack_state(same) ? s->live : NULL;
}

const struct q3_game *q3_state_handle_game(const struct q3_state_handle *s)
{
    return s->game;
}
