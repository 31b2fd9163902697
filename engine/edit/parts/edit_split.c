#include "engine/edit/parts/edit_split.h"

#include <stdlib.h>

#include "formats/base/arrays.h"

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

struct splitter {
    const struct edit_split_at *at;
    struct edit_split *split;
    size_t next_step, next_level; /* indices in at's lists */
};

/* True if the number is the next in the list, which is then behind it. */
static bool is_next(const uint32_t *list, size_t count, size_t *next, uint32_t number)
{
    bool found = false;
    while (*next < count && list[*next] <= number) {
        found |= list[(*next)++] == number;
    }
    return found;
}

/* True if a part begins with the step; *copied as in the part. */
static bool begins_part(struct splitter *s, uint32_t number, size_t offset, bool update,
                        bool *copied)
{
    const struct edit_split_at *at = s->at;
    const struct edit_split *split = s->split;
    const bool wanted = is_next(at->steps, at->num_steps, &s->next_step, number);
    const bool level = is_next(at->levels, at->num_levels, &s->next_level, number);
    *copied = level || split->count == 0;
    if (wanted || split->count == 0) {
        return true;
    }
    const struct edit_split_part *part = &split->parts[split->count - 1];
    return at->most > 0 && update && part->range.updates > 0 &&
           offset - part->range.first >= at->most;
}

static int see_step(struct splitter *s, uint32_t number, size_t offset, size_t end, bool update)
{
    struct edit_split *split = s->split;
    bool copied;
    if (begins_part(s, number, offset, update, &copied)) {
        if (array_reserve(&split->parts, &split->capacity, split->count + 1,
                          sizeof(*split->parts)) < 0) {
            return FORMAT_MEMORY;
        }
        split->parts[split->count++] = (struct edit_split_part){
            .range = {.first = offset, .first_step = number}, .copied = copied};
    }
    struct edit_split_part *part = &split->parts[split->count - 1];
    part->range.last = offset;
    part->range.last_step = number;
    part->range.updates += update;
    part->end = end;
    return 0;
}

int edit_split_find(const struct demo *demo, const struct edit_split_at *at,
                    struct edit_split *split, struct format_error *err)
{
    const struct demo_family *family = demo->family;
    const struct edit_cutter *cutter = edit_cutter_find(family);
    struct splitter s = {.at = at, .split = split};
    struct demo_reading reading = {0};
    void *scanner = demo_scanner_create(family);
    size_t pos = family->first_step(demo->file);
    int code = 1;
    uint32_t number = 0;
    *split = (struct edit_split){.cutter = cutter};
    if (!scanner) {
        return no_memory(err);
    }
    for (; code > 0 && !reading.step.last; number++) {
        const size_t offset = pos;
        split->end = offset;
        code = family->scan(demo->file, scanner, &pos, &reading, err);
        if (code > 0 && see_step(&s, number, offset, pos, reading.step.update) < 0) {
            code = no_memory(err);
        }
    }
    free(scanner);
    if (code == 0 && split->count > 0 && cutter->check_end) { /* number: the end was one, too */
        const size_t last = split->parts[split->count - 1].range.last;
        code = cutter->check_end(demo, last, pos, number - 1, err);
    }
    if (split->count > 0 && code != FORMAT_MEMORY) {
        split->parts[split->count - 1].end = demo->size; /* what is behind the end as well */
    }
    return code < 0 ? code : 0;
}

void edit_split_free(struct edit_split *split)
{
    free(split->parts);
    if (split->walk) {
        split->cutter->end_walk(split->walk);
    }
    *split = (struct edit_split){0};
}

static int write_note(const struct demo *demo, struct edit_split *split, size_t i,
                      struct byte_writer *out)
{
    const struct edit_cutter *cutter = split->cutter;
    const struct edit_split_part *part = &split->parts[i];
    const size_t begin = i == 0 ? 0 : part->range.first;
    const struct part_note note = {.part = out->size,
                                   .offset = begin,
                                   .size = part->end - begin,
                                   .demo = demo->size,
                                   .end = split->end,
                                   .before = part_hash_on(&split->before, demo->data, begin)};
    if (cutter->stop) {
        cutter->stop(demo, part->range.last, out);
    }
    return part_note_write(out, &note, demo->data + begin);
}

static int copy_part(const struct demo *demo, const struct edit_split *split, size_t i,
                     struct byte_writer *out)
{
    const struct edit_split_part *part = &split->parts[i];
    byte_writer_bytes(out, demo->data, demo->family->first_step(demo->file));
    byte_writer_bytes(out, demo->data + part->range.first, part->end - part->range.first);
    if (i + 1 < split->count) {
        split->cutter->end(demo, part->range.last, out);
        return 1;
    }
    return 0;
}

static int cut_part(const struct demo *demo, struct edit_split *split,
                    const struct edit_range *range, struct byte_writer *out,
                    struct edit_report *report, struct format_error *err)
{
    if (!split->walk) {
        split->walk = split->cutter->walk(demo);
    }
    if (!split->walk) {
        *report = (struct edit_report){0};
        return no_memory(err);
    }
    return split->cutter->cut_next(demo, split->walk, range, out, report, err);
}

int edit_split_write(const struct demo *demo, struct edit_split *split, size_t i,
                     struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    const struct edit_split_part *part = &split->parts[i];
    const struct edit_range *range = &part->range;
    const bool copied = part->copied && split->cutter->end;
    struct part_note note;
    int code = 0;
    if (copied) {
        *report = (struct edit_report){.steps = range->last_step - range->first_step + 1};
        report->steps += (uint32_t)copy_part(demo, split, i, out);
    } else {
        code = cut_part(demo, split, range, out, report, err);
    }
    /* A note at the end of the demo is not that of the copy. */
    if (code != FORMAT_MEMORY && out->size > 0 && !out->failed &&
        (!copied || part_note_read(out->data, out->size, &note)) &&
        write_note(demo, split, i, out) < 0) {
        return no_memory(err);
    }
    return out->failed ? no_memory(err) : code;
}
