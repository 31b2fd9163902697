#include "engine/inspect/demo_told.h"

#include "engine/family/demo_events.h"

void demo_told_set(char to[DEMO_TOLD_TEXT], const char *text)
{
    demo_plain_text(to, DEMO_TOLD_TEXT, text);
}

void demo_told_add(struct demo_told *told, const char *name, int32_t score)
{
    if (told->num_sides < DEMO_TOLD_SIDES) {
        struct demo_told_side *side = &told->sides[told->num_sides++];
        demo_plain_text(side->name, sizeof side->name, name);
        side->score = score;
    }
}

static void put_text(struct json_writer *json, const char *key, const char *text)
{
    json_string(json, key, text[0] != '\0' ? text : NULL);
}

void demo_told_json(struct json_writer *json, const struct demo_told *told)
{
    put_text(json, "date", told->date);
    put_text(json, "server", told->server);
    put_text(json, "mod", told->mod);
    put_text(json, "mode", told->mode);
    if (told->num_sides == 0) {
        json_null(json, "result");
        return;
    }
    json_begin_array(json, "result");
    for (uint32_t i = 0; i < told->num_sides; i++) {
        json_begin_object(json, NULL);
        put_text(json, "name", told->sides[i].name);
        json_integer(json, "score", told->sides[i].score);
        json_end_object(json);
    }
    json_end_array(json);
}
