#include "engine/viewer/overlay/data_panel.h"

#include <stdio.h>
#include <string.h>

#include "engine/viewer/overlay/panel.h"

enum { PLACES_SHOWN = 7 };

void data_panel_count(char *text, size_t size, unsigned models, unsigned skins)
{
    char first[32] = "", second[32] = "";
    if (models > 0) {
        snprintf(first, sizeof(first), "%u model%s", models, models == 1 ? "" : "s");
    }
    if (skins > 0) {
        snprintf(second, sizeof(second), "%u skin%s", skins, skins == 1 ? "" : "s");
    }
    snprintf(text, size, "%s%s%s", first, models && skins ? " and " : "", second);
}

static void append_line(char text[DATA_PANEL_BYTES], const char *line)
{
    const size_t used = strlen(text);
    snprintf(text + used, DATA_PANEL_BYTES - used, "%s%s", used ? "\n" : "", line);
}

static void add_places(char text[DATA_PANEL_BYTES], const char *places)
{
    char line[256];
    int count = 0;
    append_line(text, "Looked in:");
    for (const char *place = places, *end; *place != '\0'; place = end, count++) {
        const size_t length = strcspn(place, "\n");
        end = place + length + (place[length] == '\n');
        if (count < PLACES_SHOWN) {
            snprintf(line, sizeof(line), "  %.*s", length > 240 ? 240 : (int)length, place);
            append_line(text, line);
        }
    }
    if (count > PLACES_SHOWN) {
        snprintf(line, sizeof(line), "  and %d more place%s", count - PLACES_SHOWN,
                 count - PLACES_SHOWN == 1 ? "" : "s");
        append_line(text, line);
    }
}

void data_panel_text(const struct data_panel *panel, char text[DATA_PANEL_BYTES])
{
    char line[512], count[80];
    const bool named = panel->level[0] != '\0';
    text[0] = '\0';
    append_line(text, panel->basedir  ? "This level is not in the game data"
                      : panel->quake3 ? "No Quake III game data found"
                                      : "No Quake game data found");
    data_panel_count(count, sizeof(count), panel->models, panel->skins);
    snprintf(line, sizeof(line), "%s%s%s %s missing: placeholders stand in.",
             named ? panel->level : "The level", count[0] ? ", " : "", count,
             count[0] ? "are" : "is");
    append_line(text, line);
    append_line(text, "");
    if (panel->basedir) {
        snprintf(line, sizeof(line), "The game data is %.200s", panel->basedir);
        append_line(text, line);
        append_line(text, "");
        append_line(
            text, panel->quake3
                      ? "Put the pk3 with the level into baseq3 there (OpenArena: baseoa), or drop "
                        "a folder that has it here."
                      : "Put the level's .bsp into id1/maps there, or drop a Quake folder that has "
                        "it here.");
    } else {
        add_places(text, panel->places);
        append_line(text, "");
        append_line(text, panel->quake3
                              ? "Drop your Quake III folder here: the one with baseq3 in it, or "
                                "OpenArena's with baseoa."
                              : "Drop your Quake folder here: the one with id1 in it.");
    }
    if (panel->hides[0] != '\0') {
        snprintf(line, sizeof(line), "%s hides this.", panel->hides);
        append_line(text, line);
    }
}

void data_panel_draw(const struct data_panel *panel, const struct osd_canvas *canvas, int top,
                     int bottom)
{
    char text[DATA_PANEL_BYTES];
    data_panel_text(panel, text);
    panel_draw(canvas, text, top, bottom);
}
