#include "engine/edit/edit_merge.h"

#include "engine/edit/quake3/q3_cut.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"

static const struct q3_gamestate *merge_gamestate(void *context,
                                                  const struct q3_gamestate *gamestate,
                                                  const struct q3_frames *frames)
{
    q3_merger_gamestate(context, frames);
    return gamestate;
}

static const struct q3_snapshot *merge_snapshot(void *context, const struct q3_gamestate *gamestate,
                                                const struct q3_frames *frames,
                                                const struct q3_snapshot *snapshot)
{
    return q3_merger_snapshot(context, gamestate, frames, snapshot);
}

/* Adds the others. Returns as edit_merge. */
static int add_demos(struct q3_merger *merger, const struct demo *const *demos, uint32_t count,
                     uint32_t *bad, struct format_error *err)
{
    const struct q3_file *first = demos[0]->file;
    for (*bad = 0; *bad < count; ++*bad) {
        const struct q3_file *file = demos[*bad]->file;
        if (demos[*bad]->family != &quake3_family) {
            return format_fail(err, FORMAT_UNKNOWN, 0, "only Quake III demos can be merged");
        }
        if (file->protocol != first->protocol) {
            return format_fail(err, FORMAT_UNKNOWN, 0, "protocol %d, but the first demo has %d",
                               file->protocol->number, first->protocol->number);
        }
        const int code = *bad > 0 ? q3_merger_add(merger, file->data, file->size) : 0;
        if (code < 0) {
            return code == FORMAT_MEMORY
                       ? format_fail(err, code, 0, "out of memory")
                       : format_fail(err, code, 0, "more than %d demos", Q3_MERGER_DEMOS + 1);
        }
    }
    *bad = 0;
    return 0;
}

static int check_others(const struct edit_merge_report *report, uint32_t count, uint32_t *bad,
                        struct format_error *err)
{
    for (uint32_t i = 1; i < count; i++) {
        if (report->others[i - 1].snapshots == 0) {
            *bad = i;
            return format_fail(err, FORMAT_BAD, 0,
                               "no snapshot is of the first demo's level and times, as those of "
                               "one match are");
        }
    }
    return 0;
}

static int merge_quake3(struct q3_merger *merger, const struct demo *const *demos, uint32_t count,
                        struct byte_writer *out, struct edit_merge_report *report, uint32_t *bad,
                        struct format_error *err)
{
    const struct q3_file *first = demos[0]->file;
    const int protocol = first->protocol->number;
    const struct q3_rewriter rewriter = {.context = merger,
                                         .gamestate = merge_gamestate,
                                         .snapshot = merge_snapshot,
                                         .frames = q3_merger_frames(merger)};
    const int code = q3_cut_rewritten(first->data, first->size, protocol, protocol, &rewriter, out,
                                      &report->edit, err);
    for (uint32_t i = 1; i < count; i++) {
        report->others[i - 1] = *q3_merger_report(merger, i - 1);
    }
    return code < 0 ? code : check_others(report, count, bad, err);
}

int edit_merge(const struct demo *const *demos, uint32_t count, struct byte_writer *out,
               struct edit_merge_report *report, uint32_t *bad, struct format_error *err)
{
    struct q3_merger *merger = NULL;
    *report = (struct edit_merge_report){0};
    *bad = 0;
    if (demos[0]->family == &quake3_family) {
        const struct q3_file *first = demos[0]->file;
        merger = q3_merger_create(first->protocol->number);
        if (!merger) {
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
    }
    int code = add_demos(merger, demos, count, bad, err);
    if (code == 0) {
        code = merge_quake3(merger, demos, count, out, report, bad, err);
    }
    q3_merger_free(merger);
    return code;
}
