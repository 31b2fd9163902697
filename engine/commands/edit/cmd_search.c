/* quakereel search: finds moments in demos. */
#include <stdio.h>
#include <stdlib.h>

#include "assets/platform.h"
#include "engine/capture/picture.h"
#include "engine/commands/batch/batch_demo.h"
#include "engine/commands/batch/demo_batch.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/commands/edit/search_cut.h"
#include "engine/commands/edit/search_sheet.h"
#include "engine/commands/edit/search_text.h"
#include "engine/commands/text_output.h"
#include "engine/edit/search/search.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/terminal_text.h"

/* What was found in a demo. */
struct found {
    struct batch_demo reading;
    uint32_t missing; /* patterns that the family does not have, as bits */
    struct search_hits hits;
};

struct searching {
    const struct options *options;
    struct search_terms terms;
    FILE *out;
    struct json_writer *json; /* NULL: for people */
    struct search_cut cut;
    struct search_sheet sheet;
    size_t hits;
    bool good; /* so far */
};

/* --- reading, on any thread ---------------------------------------------------------------------
 */

static void search_one(struct found *found, const struct search_terms *asked)
{
    struct batch_demo *reading = &found->reading;
    const struct demo *demo = &reading->source.demo;
    struct search_terms terms = *asked;
    terms.patterns &= search_patterns_of(demo->family);
    found->missing = asked->patterns & ~terms.patterns;
    if (terms.patterns != 0) {
        batch_demo_end(reading, search_demo(demo, &terms, &found->hits, &reading->error));
    }
}

static void *read_one(void *context, const char *name)
{
    const struct searching *searching = context;
    struct found *found = calloc(1, sizeof(*found));
    if (!found) {
        return NULL;
    }
    if (batch_demo_begin(&found->reading, name, &searching->options->player.search, false)) {
        search_one(found, &searching->terms);
    }
    return found;
}

static void free_one(void *read)
{
    struct found *found = read;
    if (found) {
        search_hits_free(&found->hits);
        batch_demo_free(&found->reading);
        free(found);
    }
}

/* --- telling ------------------------------------------------------------------------------------
 */

static void print_json_hit(struct json_writer *json, const struct search_hit *hit)
{
    const struct search_pattern_info *info = search_pattern_info(hit->pattern);
    json_begin_object(json, NULL);
    json_string(json, "pattern", info->name);
    json_number(json, "start", hit->start);
    json_number(json, "end", hit->end);
    json_integer_if(json, "player", hit->player >= 0, hit->player);
    json_string(json, "name", hit->name[0] ? hit->name : NULL);
    if (info->unit) {
        if (hit->value >= 0.0) {
            json_number(json, "value", hit->value);
        } else {
            json_null(json, "value");
        }
        json_string(json, "unit", info->unit);
    }
    json_string(json, "text", hit->text);
    json_end_object(json);
}

/* With --cut writes the parts around the hits, too. */
static void cut_hits(struct searching *searching, const struct found *found)
{
    if (searching->options->find.cut && found->reading.opened &&
        found->reading.source.demo.code == 0 &&
        search_cut_hits(&searching->cut, &found->reading.source, &found->hits) != EXIT_GOOD) {
        searching->good = false;
    }
}

static void print_json(struct searching *searching, const struct found *found)
{
    struct json_writer *json = searching->json;
    json_begin_object(json, NULL);
    json_string(json, "file", found->reading.name);
    json_string(json, "family", batch_demo_family(&found->reading));
    json_begin_array(json, "hits");
    for (size_t i = 0; i < found->hits.count; i++) {
        print_json_hit(json, &found->hits.items[i]);
    }
    json_end_array(json);
    cut_hits(searching, found);
    json_bool(json, "complete", found->reading.code == 0 && !found->hits.dropped);
    json_end_object(json);
}

static void print_hits(FILE *out, const struct found *found)
{
    char name[1024];
    terminal_text(name, sizeof(name), found->reading.name);
    for (size_t i = 0; i < found->hits.count; i++) {
        const struct search_hit *hit = &found->hits.items[i];
        char text[SEARCH_TEXT + 2 * SEARCH_NAME];
        search_text(text, sizeof(text), hit);
        fprintf(out, "%s: %.3f", name, hit->start);
        if (hit->end > hit->start) {
            fprintf(out, "-%.3f", hit->end);
        }
        fprintf(out, " s: %s\n", text);
    }
}

static void tell_missing(const struct found *found)
{
    for (int i = 0; i < SEARCH_PATTERNS; i++) {
        if ((found->missing >> i & 1) != 0) {
            report_error("%s: demos of %s are not searched for %s", found->reading.name,
                         found->reading.source.demo.family->title,
                         search_pattern_info((enum search_pattern)i)->name);
        }
    }
}

static void tell_one(void *context, void *read)
{
    struct searching *searching = context;
    const struct found *found = read;
    if (searching->json) {
        print_json(searching, found);
    } else {
        print_hits(searching->out, found);
        cut_hits(searching, found);
    }
    searching->hits += found->hits.count;
    if (searching->options->find.sheet && found->reading.opened &&
        found->reading.source.demo.code == 0 &&
        search_sheet_add(&searching->sheet, found->reading.name, &found->hits) < 0) {
        report_error("%s: out of memory", found->reading.name);
        searching->good = false;
    }
    (void)!fflush(searching->out); /* in order, when both go to the same terminal or file */
    tell_missing(found);
    if (found->hits.dropped) {
        report_error("%s: more than %d hits; the later ones are left out", found->reading.name,
                     (int)SEARCH_MAX_HITS);
    }
    searching->good &= batch_demo_report(&found->reading);
}

/* --- the command --------------------------------------------------------------------------------
 */

static struct search_terms read_terms(const struct options *options)
{
    const struct find_options *find = &options->find;
    struct search_terms terms = {.frags = (uint32_t)find->frags,
                                 .within = find->within,
                                 .alive = find->alive,
                                 .by = find->by,
                                 .chat = find->chat,
                                 .pickups = find->pickups,
                                 .rails = (uint32_t)find->rails,
                                 .flick = find->flick,
                                 .flick_speed = find->flick_speed,
                                 .mid_air = find->mid_air,
                                 .air_time = find->air_time,
                                 .flag_run = find->flag_run,
                                 .speed = find->speed,
                                 .player = find->player};
    for (int i = 0; i < SEARCH_PATTERNS; i++) {
        const char *option = search_pattern_info((enum search_pattern)i)->name;
        terms.patterns |= options_given(options, option) ? 1u << i : 0;
    }
    return terms;
}

static int search_all(struct searching *searching, const struct demo_list *demos)
{
    const struct options *options = searching->options;
    const int threads = options->find.threads ? options->find.threads : platform_cpu_count();
    const struct demo_work work = {searching, read_one, tell_one, free_one};
    struct json_writer json = {.out = searching->out};
    const bool is_list = options->find.json && demos->count > 1;
    searching->json = options->find.json ? &json : NULL;
    searching->cut =
        (struct search_cut){.options = options, .out = searching->out, .json = searching->json};
    if (is_list) {
        json_begin_array(&json, NULL);
    }
    if (demo_batch_work((const char *const *)demos->names, demos->count, threads, &work) < 0) {
        report_error("out of memory");
        searching->good = false;
    }
    if (is_list) {
        json_end_array(&json);
    }
    if (options->find.json) {
        putc('\n', searching->out);
    }
    if (options->find.sheet && search_sheet_write(&searching->sheet, options) != EXIT_GOOD) {
        searching->good = false;
    }
    search_sheet_free(&searching->sheet);
    return searching->good && searching->hits > 0 ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int search_listed(struct searching *searching)
{
    const struct options *options = searching->options;
    struct demo_list demos;
    struct text_output out;
    const int listed = demo_arguments_all(&demos, options);
    int status = demos.count > 0 ? EXIT_GOOD : EXIT_BAD_INPUT;
    if (status == EXIT_GOOD && options->find.sheet) {
        status = command_check_output(options, options->find.sheet);
    }
    if (status == EXIT_GOOD) {
        status = text_output_open(&out, options);
    }
    if (status == EXIT_GOOD) {
        searching->out = out.stream;
        status = search_all(searching, &demos);
        status = text_output_close(&out, status == EXIT_GOOD ? listed : status);
    }
    demo_list_free(&demos);
    return status;
}

static int check_options(const struct options *options, const struct search_terms *terms)
{
    struct options folder = *options;
    folder.out = options->find.cut;
    if (terms->patterns == 0) {
        return command_refuse(COMMAND_SEARCH, "nothing to search for (--frags, --chat, ...)");
    }
    if (folder.out && !edit_output_is_folder(&folder)) {
        return command_refuse(COMMAND_SEARCH, "--cut %s: no folder; a name that ends in / is one",
                              folder.out);
    }
    if (options->find.sheet && !picture_may_be_named(options->find.sheet)) {
        return command_refuse(COMMAND_SEARCH, "--sheet %s: pictures are PNG; name it FILE.png",
                              options->find.sheet);
    }
    return EXIT_GOOD;
}

int cmd_search(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_SEARCH, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    struct searching searching = {.options = &options, .terms = read_terms(&options), .good = true};
    status = check_options(&options, &searching.terms);
    if (status == EXIT_GOOD) {
        status = search_listed(&searching);
    }
    options_free(&options);
    return status;
}
