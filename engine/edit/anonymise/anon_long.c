#include "engine/edit/anonymise/anon_long.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/bytes.h"

struct part {
    uint32_t level, whole;
    int32_t sequence;
    size_t begin, size; /* in the text */
    bool last;
};

struct whole {
    uint32_t index;
    size_t begin; /* in texts */
};

struct anon_long {
    struct part *parts; /* by level and sequence */
    size_t num_parts, room_parts;
    struct whole *wholes;
    size_t num_wholes, room_wholes;
    struct byte_writer texts; /* each with a NUL, but the last while parts are added */
    uint32_t level;
    bool open; /* the last text goes on */
    struct anon_long_whole found;
};

struct anon_long *anon_long_create(void)
{
    return calloc(1, sizeof(struct anon_long));
}

void anon_long_free(struct anon_long *parts)
{
    if (parts) {
        free(parts->parts);
        free(parts->wholes);
        byte_writer_free(&parts->texts);
        free(parts);
    }
}

static void end_text(struct anon_long *parts)
{
    if (parts->num_parts > 0) {
        parts->parts[parts->num_parts - 1].last = true;
    }
    parts->open = false;
}

void anon_long_level(struct anon_long *parts)
{
    end_text(parts);
    parts->level++;
}

/* Texts lie one behind the other, with a NUL behind each that a next part moves on. */
static void append_text(struct anon_long *parts, const char *text)
{
    byte_writer_string(&parts->texts, text);
}

static int begin_text(struct anon_long *parts, uint32_t index)
{
    end_text(parts);
    if (array_reserve(&parts->wholes, &parts->room_wholes, parts->num_wholes + 1,
                      sizeof(*parts->wholes)) < 0) {
        return FORMAT_MEMORY;
    }
    parts->wholes[parts->num_wholes++] = (struct whole){index, parts->texts.size};
    parts->open = true;
    return 0;
}

int anon_long_add(struct anon_long *parts, int32_t sequence, char digit, uint32_t index,
                  const char *text)
{
    const bool begins = digit == '0' || !parts->open;
    if (array_reserve(&parts->parts, &parts->room_parts, parts->num_parts + 1,
                      sizeof(*parts->parts)) < 0 ||
        (begins && begin_text(parts, index) < 0)) {
        return FORMAT_MEMORY;
    }
    const size_t whole = parts->num_wholes - 1;
    parts->texts.size -= begins ? 0 : 1; /* the NUL */
    const size_t begin = parts->texts.size - parts->wholes[whole].begin;
    append_text(parts, text);
    if (parts->texts.failed) {
        return FORMAT_MEMORY;
    }
    parts->parts[parts->num_parts++] = (struct part){.level = parts->level,
                                                     .whole = (uint32_t)whole,
                                                     .sequence = sequence,
                                                     .begin = begin,
                                                     .size = strlen(text)};
    if (digit == '2') {
        end_text(parts);
    }
    return 0;
}

void anon_long_begin(struct anon_long *parts)
{
    end_text(parts);
    parts->level = 0;
}

static const struct part *find_part(const struct anon_long *parts, int32_t sequence)
{
    size_t low = 0, high = parts->num_parts;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct part *part = &parts->parts[middle];
        if (part->level < parts->level ||
            (part->level == parts->level && part->sequence < sequence)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < parts->num_parts && parts->parts[low].level == parts->level &&
                   parts->parts[low].sequence == sequence
               ? &parts->parts[low]
               : NULL;
}

const struct anon_long_whole *anon_long_get(struct anon_long *parts, size_t i)
{
    if (i >= parts->num_wholes) {
        return NULL;
    }
    parts->found = (struct anon_long_whole){
        parts->wholes[i].index, (const char *)parts->texts.data + parts->wholes[i].begin};
    return &parts->found;
}

const struct anon_long_whole *anon_long_whole(struct anon_long *parts, int32_t sequence)
{
    const struct part *part = find_part(parts, sequence);
    return part ? anon_long_get(parts, part->whole) : NULL;
}

size_t anon_long_part(struct anon_long *parts, int32_t sequence, size_t size, size_t *part_size)
{
    const struct part *part = find_part(parts, sequence);
    const size_t begin = !part ? size : part->begin < size ? part->begin : size;
    const size_t left = size - begin;
    *part_size = !part ? 0 : part->last || left < part->size ? left : part->size;
    return begin;
}
