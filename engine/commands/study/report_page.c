#include "engine/commands/study/report_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/events/event_text.h"
#include "engine/family/demo_family.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/map/map_draw.h"
#include "engine/text/osd.h"
#include "formats/base/terminal_text.h"

#define LINK_LEAD 3.0 /* seconds that a link begins before its moment */

enum { TEXT = 512, MAP_WIDTH = 1200, MAP_HEIGHT = 900, EVENTS_LISTED = 2000 };

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] != '\0' ? slash + 1 : path;
}

/* --- head and facts -----------------------------------------------------------------------------
 */

/* "dm3, dm6 and 2 more" */
static void list_levels(char *text, size_t size, const struct demo_stats *stats)
{
    enum { SHOWN = 4 };
    char name[64];
    size_t length = 0, shown = 0;
    text[0] = '\0';
    for (size_t i = 0; i < stats->level_count && shown < SHOWN && length < size; i++) {
        if (demo_level_file(&stats->levels[i], name, sizeof name)) {
            const int more =
                snprintf(text + length, size - length, "%s%s", shown > 0 ? ", " : "", name);
            length += more > 0 ? (size_t)more : 0;
            shown++;
        }
    }
    if (stats->level_count > SHOWN && length < size) {
        snprintf(text + length, size - length, " and %zu more", stats->level_count - SHOWN);
    }
}

void report_page_begin(struct byte_writer *out, const struct report_content *content)
{
    char levels[TEXT], subtitle[TEXT + 64], name[TEXT];
    list_levels(levels, sizeof levels, content->stats);
    terminal_text(name, sizeof name, file_of(content->name));
    snprintf(subtitle, sizeof subtitle, "%s%s%s", content->demo->family->title,
             levels[0] != '\0' ? ", " : "", levels);
    page_begin(out, name, subtitle);
}

void report_page_facts(struct byte_writer *out, const struct report_content *content)
{
    const struct demo_stats *stats = content->stats;
    const char *protocol = content->demo->family->inspector->protocol_name(stats);
    char text[TEXT], time[OSD_TIME];
    page_facts_begin(out);
    page_fact(out, "game", content->demo->family->title);
    snprintf(text, sizeof text, "%d%s%s%s", (int)stats->protocol, protocol ? " (" : "",
             protocol ? protocol : "", protocol ? ")" : "");
    page_fact(out, "protocol", text);
    list_levels(text, sizeof text, stats);
    page_fact(out, stats->level_count > 1 ? "levels" : "level", text);
    osd_format_time(time, stats->playing, 1);
    page_fact(out, "length", time);
    page_fact(out, "date", stats->told.date);
    page_fact(out, "server", stats->told.server);
    page_fact(out, "mod", stats->told.mod);
    page_fact(out, "engine", stats->engine);
    if (stats->code < 0) {
        snprintf(text, sizeof text, "damaged at byte %zu: %.200s", stats->error.offset,
                 stats->error.what);
        page_fact(out, "state", text);
    }
    page_facts_end(out);
}

/* --- the level ----------------------------------------------------------------------------------
 */

static int put_map(struct byte_writer *out, const struct report_content *content,
                   enum map_heat_of heat, const char *prefix, const char *caption)
{
    const bool of_heat = heat != MAP_HEAT_NONE;
    const struct map_picture picture = {.level = content->level,
                                        .record = content->record,
                                        .title = content->record->level,
                                        .subtitle = caption,
                                        .width = MAP_WIDTH,
                                        .height = MAP_HEIGHT,
                                        .items = !of_heat,
                                        .paths = !of_heat,
                                        .kills = !of_heat,
                                        .heat = heat};
    const struct drawing_svg form = {.theme = DRAWING_AUTO, .embedded = true, .prefix = prefix};
    struct drawing *drawing = map_draw(&picture);
    struct byte_writer svg = {0};
    const int code = drawing ? drawing_write_svg(drawing, &form, &svg) : FORMAT_MEMORY;
    if (code == 0) {
        page_drawing(out, &svg, NULL);
    }
    drawing_free(drawing);
    byte_writer_free(&svg);
    return code;
}

int report_page_map(struct byte_writer *out, const struct report_content *content)
{
    if (content->record->num_tracks == 0) {
        return 0;
    }
    page_section(out, "The level from above");
    int code = put_map(out, content, MAP_HEAT_NONE, "mp",
                       content->record->num_deaths > 0 ? "Paths and deaths" : "Paths");
    if (code == 0) {
        code = put_map(out, content, MAP_HEAT_POSITIONS, "mt", "Where players spent their time");
    }
    if (code == 0 && content->record->num_fights > 1) {
        code = put_map(out, content, MAP_HEAT_FIGHTS, "mf", "Where they fought");
    }
    page_section_end(out);
    return code;
}

/* --- links --------------------------------------------------------------------------------------
 */

static void put_link(struct byte_writer *out, const struct report_content *content, double time,
                     const char *words)
{
    const struct report_options *report = &content->options->report;
    struct byte_writer address = {0};
    char clock[OSD_TIME], start[32];
    const char *page = report->page ? report->page : "quakereel.html";
    osd_format_time(clock, time, 0);
    byte_writer_bytes(&address, page, strlen(page));
    byte_writer_bytes(&address, "#demo=", 6);
    page_put_address(&address, report->demo_url ? report->demo_url : file_of(content->name));
    snprintf(start, sizeof start, "&t=%.1f", fmax(time - LINK_LEAD, 0.0));
    byte_writer_bytes(&address, start, strlen(start) + 1);
    page_link(out, address.failed ? "" : (const char *)address.data, clock, words);
    out->failed |= address.failed;
    byte_writer_free(&address);
}

void report_page_moments(struct byte_writer *out, const struct report_content *content)
{
    page_links_begin(out);
    for (uint32_t i = 0; i < content->num_moments; i++) {
        put_link(out, content, content->moments[i].time, content->moments[i].text);
    }
    page_links_end(out);
}

/* --- events -------------------------------------------------------------------------------------
 */

static void put_events(struct byte_writer *out, const struct report_content *content,
                       const char *heading, uint32_t kinds)
{
    char line[EVENT_LINE], title[64];
    size_t count = 0, listed = 0;
    for (size_t i = 0; i < content->events->count; i++) {
        count += kinds >> event_list_get(content->events, i).kind & 1;
    }
    if (count == 0) {
        return;
    }
    snprintf(title, sizeof title, "%s (%zu)", heading, count);
    page_fold(out, title);
    page_links_begin(out);
    for (size_t i = 0; i < content->events->count && listed < EVENTS_LISTED; i++) {
        const struct game_event event = event_list_get(content->events, i);
        if (kinds >> event.kind & 1) {
            event_text_line(line, sizeof line, &event);
            put_link(out, content, event.time, line);
            listed++;
        }
    }
    page_links_end(out);
    if (listed < count) {
        snprintf(title, sizeof title, "... and %zu more", count - listed);
        page_paragraph(out, title);
    }
    page_fold_end(out);
}

void report_page_events(struct byte_writer *out, const struct report_content *content)
{
    put_events(out, content, "Frags and deaths",
               1u << GAME_EVENT_FRAG | 1u << GAME_EVENT_TEAM_KILL | 1u << GAME_EVENT_SUICIDE |
                   1u << GAME_EVENT_DEATH);
    put_events(out, content, "Flags", 1u << GAME_EVENT_FLAG | 1u << GAME_EVENT_CAPTURE);
    put_events(out, content, "Powerups", 1u << GAME_EVENT_POWERUP | 1u << GAME_EVENT_POWERUP_END);
    put_events(out, content, "Monsters and secrets",
               1u << GAME_EVENT_KILL | 1u << GAME_EVENT_SECRET);
    put_events(out, content, "Levels, rounds, players",
               1u << GAME_EVENT_LEVEL | 1u << GAME_EVENT_FINISH | 1u << GAME_EVENT_ROUND |
                   1u << GAME_EVENT_TEAM | 1u << GAME_EVENT_JOIN | 1u << GAME_EVENT_LEAVE);
    put_events(out, content, "Talk", 1u << GAME_EVENT_CHAT);
}
