#include "engine/edit/edit_report.h"

#include <stdlib.h>

#include "formats/base/arrays.h"

int edit_report_add(struct edit_report *report, enum edit_change_kind kind, size_t offset)
{
    if (array_reserve(&report->changes, &report->cap_changes, report->num_changes + 1,
                      sizeof(*report->changes)) < 0) {
        return FORMAT_MEMORY;
    }
    report->changes[report->num_changes++] = (struct edit_change){kind, offset};
    return 0;
}

size_t edit_report_count(const struct edit_report *report, enum edit_change_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < report->num_changes; i++) {
        count += report->changes[i].kind == kind;
    }
    return count;
}

const char *edit_change_name(enum edit_change_kind kind)
{
    static const char *const names[EDIT_CHANGE_KINDS] = {[EDIT_EMPTY] = "empty block",
                                                         [EDIT_RECONNECT] = "reconnect",
                                                         [EDIT_DOWNLOAD] = "download",
                                                         [EDIT_VOICE] = "voice",
                                                         [EDIT_NO_BASE] =
                                                             "snapshot without its base",
                                                         [EDIT_SPLIT] = "long block split",
                                                         [EDIT_LONG] = "block too long"};
    return names[kind];
}

void edit_report_free(struct edit_report *report)
{
    free(report->changes);
    *report = (struct edit_report){0};
}
