#include "engine/edit/subtitle/edit_subtitle.h"

#include "engine/edit/edit_cut.h"
#include "engine/edit/subtitle/subtitle_pass.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"

static int run_pass(struct subtitle_pass *p, const struct demo *demo, struct format_error *err)
{
    const size_t begin = p->out->size;
    int code = 0;
    p->failed = subtitle_pass_begin(p, demo) < 0;
    if (!p->failed) {
        code = demo->family == &netquake_family ? nq_subtitle(p, demo, err)
               : demo->family == &quake3_family ? q3_subtitle(p, demo, err)
                                                : qw_subtitle(p, demo, err);
    }
    subtitle_pass_end(p);
    edit_drop_head(demo, begin, p->out);
    if (p->failed || p->out->failed) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    return code;
}

int edit_subtitle_add(const struct demo *demo, const struct subtitles *subtitles,
                      struct byte_writer *out, struct subtitle_report *report,
                      struct format_error *err)
{
    struct subtitle_pass pass = {
        .action = SUBTITLE_ADD, .subtitles = subtitles, .report = report, .out = out};
    *report = (struct subtitle_report){0};
    return run_pass(&pass, demo, err);
}

int edit_subtitle_remove(const struct demo *demo, const struct subtitles *only,
                         struct byte_writer *out, struct subtitle_report *report,
                         struct format_error *err)
{
    struct subtitle_pass pass = {
        .action = SUBTITLE_REMOVE, .subtitles = only, .report = report, .out = out};
    *report = (struct subtitle_report){0};
    return run_pass(&pass, demo, err);
}

int edit_subtitle_list(const struct demo *demo, struct subtitle_list *list,
                       struct format_error *err)
{
    struct byte_writer unused = {0};
    struct subtitle_report report = {0};
    struct subtitle_pass pass = {
        .action = SUBTITLE_LIST, .report = &report, .list = list, .out = &unused};
    const int code = run_pass(&pass, demo, err);
    byte_writer_free(&unused);
    return code;
}
