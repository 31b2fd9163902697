/* quakereel events: what happens in demos. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/batch/batch_demo.h"
#include "engine/commands/batch/demo_batch.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/study/study_demos.h"
#include "engine/events/event_list.h"
#include "engine/events/event_player.h"
#include "engine/events/event_text.h"
#include "engine/events/level_names.h"
#include "engine/report/report.h"
#include "formats/base/terminal_text.h"

/* What was read of a demo. */
struct told {
    struct batch_demo reading;
    struct event_list list;
};

struct telling {
    const struct options *options;
    uint32_t kinds;
    bool several; /* demos */
    FILE *out;
    struct csv_writer csv;
    bool good; /* so far */
};

/* --- reading, on any thread ---------------------------------------------------------------------
 */

static void read_events(struct told *told, uint32_t kinds)
{
    struct batch_demo *reading = &told->reading;
    const struct events_sink sink = {/* The event of the level is needed for names of places. */
                                     .event = event_list_add,
                                     .context = &told->list,
                                     .kinds = kinds | 1u << GAME_EVENT_LEVEL};
    int code = events_read(&reading->source.demo, &sink, &reading->error);
    if (told->list.status < 0) {
        code = format_fail(&reading->error, FORMAT_MEMORY, 0, "out of memory");
    }
    batch_demo_end(reading, code);
}

static void *read_one(void *context, const char *name)
{
    const struct telling *telling = context;
    const struct options *options = telling->options;
    struct told *told = calloc(1, sizeof *told);
    if (!told) {
        return NULL;
    }
    if (batch_demo_begin(&told->reading, name, &options->player.search, options->events.places)) {
        read_events(told, telling->kinds);
    }
    return told;
}

static void free_one(void *read)
{
    struct told *told = read;
    if (told) {
        event_list_free(&told->list);
        batch_demo_free(&told->reading);
        free(told);
    }
}

/* --- telling ------------------------------------------------------------------------------------
 */

static void print_text(const struct telling *telling, const struct told *told,
                       const struct game_event *event, const struct event_places *places)
{
    char name[1024], line[EVENT_LINE];
    event_text_line(line, sizeof line, event);
    if (telling->several) {
        terminal_text(name, sizeof name, told->reading.name);
        fprintf(telling->out, "%s: ", name);
    }
    fprintf(telling->out, "%9.3f %s", event->time, line);
    const char *place = event->other.slot >= 0 && places->other[0] ? places->other : places->player;
    fprintf(telling->out, "%s%s%s\n", place[0] ? " at " : "", place, event->derived ? " *" : "");
}

static void print_event(struct telling *telling, const struct told *told,
                        const struct game_event *event, const struct event_places *places)
{
    if (telling->options->events.json) {
        struct json_writer json = {.out = telling->out};
        event_text_json(&json, event, places);
        putc('\n', telling->out);
    } else if (telling->options->events.csv) {
        event_text_csv(&telling->csv, told->reading.name, event, places);
    } else {
        print_text(telling, told, event, places);
    }
}

static void print_events(struct telling *telling, const struct told *told,
                         struct level_names *names)
{
    const char *who = telling->options->events.player;
    for (size_t i = 0; i < told->list.count; i++) {
        const struct game_event event = event_list_get(&told->list, i);
        struct event_places places = {"", ""};
        if (names && event.kind == GAME_EVENT_LEVEL && level_names_set(names, event.text) < 0) {
            telling->good = false;
            report_error("%s: out of memory", told->reading.name);
        }
        if ((telling->kinds >> event.kind & 1) == 0 || (who && !event_has_player(&event, who))) {
            continue;
        }
        if (names) {
            places = level_names_of(names, &event);
        }
        print_event(telling, told, &event, &places);
    }
}

/* The object of a demo, in front of its events. */
static void print_demo(const struct telling *telling, const struct told *told)
{
    struct json_writer json = {.out = telling->out};
    json_begin_object(&json, NULL);
    json_string(&json, "kind", "demo");
    json_integer(&json, "schema", EVENT_SCHEMA);
    json_string(&json, "file", told->reading.name);
    json_string(&json, "family", batch_demo_family(&told->reading));
    json_bool(&json, "complete", told->reading.code == 0);
    json_end_object(&json);
    putc('\n', telling->out);
}

static void tell_one(void *context, void *read)
{
    struct telling *telling = context;
    struct told *told = read;
    struct level_names *names = NULL;
    if (telling->options->events.json) {
        print_demo(telling, told);
    }
    if (told->reading.source.game.files) {
        names = level_names_create(told->reading.source.game.files);
    }
    print_events(telling, told, names);
    level_names_destroy(names);
    (void)!fflush(telling->out); /* in order, when both go to the same terminal or file */
    telling->good &= batch_demo_report(&told->reading);
}

/* --- the command --------------------------------------------------------------------------------
 */

enum {
    USUAL_KINDS = (1 << GAME_EVENT_KINDS) - 1 - (1 << GAME_EVENT_JUMP) - (1 << GAME_EVENT_LAND)
};

/* list: names, separated by commas, or "all". 0 = a name is none of a kind; *bad is it. */
static uint32_t read_kinds(const char *list, char bad[GAME_NAME])
{
    uint32_t kinds = 0;
    while (*list != '\0') {
        const size_t length = strcspn(list, ",");
        snprintf(bad, GAME_NAME, "%.*s", (int)(length < GAME_NAME ? length : GAME_NAME), list);
        const enum game_event_kind kind = game_event_kind_find(bad);
        if (kind == GAME_EVENT_KINDS && strcmp(bad, "all") != 0) {
            return 0;
        }
        kinds |= kind == GAME_EVENT_KINDS ? (uint32_t)(1 << GAME_EVENT_KINDS) - 1 : 1u << kind;
        list += length + (list[length] == ',');
    }
    return kinds;
}

static int tell_all(void *context, FILE *out, const struct demo_list *demos)
{
    struct telling *telling = context;
    const struct options *options = telling->options;
    telling->out = out;
    const int threads = options->events.threads ? options->events.threads : platform_cpu_count();
    const struct demo_work work = {telling, read_one, tell_one, free_one};
    telling->several = demos->count > 1;
    telling->csv.out = telling->out;
    if (options->events.csv) {
        event_text_csv_head(&telling->csv);
    }
    if (demo_batch_work((const char *const *)demos->names, demos->count, threads, &work) < 0) {
        report_error("out of memory");
        telling->good = false;
    }
    return telling->good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int check_options(const struct options *options, struct telling *telling)
{
    char bad[GAME_NAME] = "";
    telling->kinds = options->events.kinds ? read_kinds(options->events.kinds, bad) : USUAL_KINDS;
    if (telling->kinds == 0) {
        return command_refuse(COMMAND_EVENTS, "--kinds %s: no kind of event is named '%s'",
                              options->events.kinds, bad);
    }
    if (options->events.json && options->events.csv) {
        return command_refuse(COMMAND_EVENTS, "--json and --csv exclude each other");
    }
    return EXIT_GOOD;
}

int cmd_events(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_EVENTS, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    struct telling telling = {.options = &options, .good = true};
    status = check_options(&options, &telling);
    if (status == EXIT_GOOD) {
        status = study_demos_tell(&options, &telling, tell_all);
    }
    options_free(&options);
    return status;
}
