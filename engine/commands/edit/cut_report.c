#include "engine/commands/edit/cut_report.h"

#include "formats/base/json.h"

static void write_change(struct json_writer *json, const struct edit_change *change)
{
    json_begin_object(json, NULL);
    json_integer(json, "offset", (int64_t)change->offset);
    json_string(json, "what", edit_change_name(change->kind));
    json_end_object(json);
}

static void write_part(struct json_writer *json, const struct cut_part *part, bool whole)
{
    const struct edit_range *range = &part->range;
    json_begin_object(json, NULL);
    if (!whole) {
        json_number(json, "from", part->from);
        json_number(json, "to", part->to);
        json_number(json, "lead", part->lead);
        json_integer(json, "first_block", range->first_step);
        json_integer(json, "last_block", range->last_step);
        json_integer(json, "first_offset", (int64_t)range->first);
        json_integer(json, "last_offset", (int64_t)range->last);
        json_integer(json, "updates", range->updates);
    }
    json_integer(json, "written", part->report.steps);
    json_integer(json, "start_state", part->report.start_steps);
    json_begin_array(json, "changes");
    for (size_t i = 0; i < part->report.num_changes; i++) {
        write_change(json, &part->report.changes[i]);
    }
    json_end_array(json);
    json_end_object(json);
}

void cut_report_json(FILE *out, const char *demo, const char *path,
                     const struct edit_cutter *cutter, const struct cut_part *parts, size_t count,
                     bool whole, size_t bytes, const uint64_t *chat)
{
    struct json_writer json = {.out = out};
    json_begin_object(&json, NULL);
    json_string(&json, "demo", demo);
    json_string(&json, "family", cutter->family->name);
    json_string(&json, "file", path);
    json_integer(&json, "bytes", (int64_t)bytes);
    if (chat) {
        json_integer(&json, "chat_removed", (int64_t)*chat);
    }
    json_begin_array(&json, "parts");
    for (size_t i = 0; i < count; i++) {
        write_part(&json, &parts[i], whole);
    }
    json_end_array(&json);
    json_end_object(&json);
    fputc('\n', out);
}
