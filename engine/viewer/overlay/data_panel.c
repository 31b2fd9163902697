#include "engine/viewer/overlay/data_panel.h"

#include <stdio.h>
#include <string.h>

#define PANEL_COLOR 0x00101214u
#define TITLE_COLOR 0x00e8a33du
#define TEXT_COLOR 0x00f0f0f0u

enum { PANEL_ALPHA = 224, PLACES_SHOWN = 7, COLUMNS_MOST = 96 };

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

static void add(char text[DATA_PANEL_BYTES], const char *line)
{
    const size_t used = strlen(text);
    snprintf(text + used, DATA_PANEL_BYTES - used, "%s%s", used ? "\n" : "", line);
}

static void add_places(char text[DATA_PANEL_BYTES], const char *places)
{
    char line[256];
    int count = 0;
    add(text, "Looked in:");
    for (const char *place = places, *end; *place != '\0'; place = end, count++) {
        const size_t length = strcspn(place, "\n");
        end = place + length + (place[length] == '\n');
        if (count < PLACES_SHOWN) {
            snprintf(line, sizeof(line), "  %.*s", length > 240 ? 240 : (int)length, place);
            add(text, line);
        }
    }
    if (count > PLACES_SHOWN) {
        snprintf(line, sizeof(line), "  and %d more place%s", count - PLACES_SHOWN,
                 count - PLACES_SHOWN == 1 ? "" : "s");
        add(text, line);
    }
}

void data_panel_text(const struct data_panel *panel, char text[DATA_PANEL_BYTES])
{
    char line[512], count[80];
    const bool named = panel->level[0] != '\0';
    text[0] = '\0';
    add(text, panel->basedir ? "This level is not in the game data" : "No Quake game data found");
    data_panel_count(count, sizeof(count), panel->models, panel->skins);
    snprintf(line, sizeof(line), "%s%s%s %s missing: placeholders stand in.",
             named ? panel->level : "The level", count[0] ? ", " : "", count,
             count[0] ? "are" : "is");
    add(text, line);
    add(text, "");
    if (panel->basedir) {
        snprintf(line, sizeof(line), "The game data is %.200s", panel->basedir);
        add(text, line);
        add(text, "");
        add(text, "Put the level's .bsp into id1/maps there, or drop a Quake folder that has it "
                  "here.");
    } else {
        add_places(text, panel->places);
        add(text, "");
        add(text, "Drop your Quake folder here: the one with id1 in it.");
    }
    add(text, "Esc hides this.");
}

/* How many lines there are, and the longest one's characters. */
static int measure(const char *text, size_t *widest)
{
    int lines = 0;
    *widest = 0;
    for (const char *p = text;; lines++) {
        const size_t length = strcspn(p, "\n");
        *widest = length > *widest ? length : *widest;
        if (p[length] == '\0') {
            return lines + 1;
        }
        p += length + 1;
    }
}

void data_panel_draw(const struct data_panel *panel, const struct osd_canvas *canvas, int top)
{
    char text[DATA_PANEL_BYTES];
    const int size = osd_text_size(canvas->width, canvas->height);
    const int pad = size;
    const int line_height = osd_line_height(size);
    const int room = (canvas->width - 4 * pad) / osd_advance(size);
    size_t widest;
    data_panel_text(panel, text);
    const int lines = measure(text, &widest);
    size_t columns = room > 1 ? (size_t)room : 1;
    columns = columns < COLUMNS_MOST ? columns : COLUMNS_MOST;
    widest = widest < columns ? widest : columns;
    const int width = (int)widest * osd_advance(size) + 2 * pad;
    const int height = lines * line_height + 2 * pad;
    const int x = (canvas->width - width) / 2;
    int y = (canvas->height - height) / 3;
    y = y < top + pad / 2 ? top + pad / 2 : y;
    osd_fill(canvas, x, y, width, height, PANEL_COLOR, PANEL_ALPHA);
    y += pad;
    char line[COLUMNS_MOST + 1];
    for (const char *p = text; y < canvas->height; y += line_height) {
        const size_t length = strcspn(p, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)(length < columns ? length : columns), p);
        if (length > columns) {
            line[columns - 1] = OSD_ELLIPSIS[0];
        }
        osd_label(canvas, x + pad, y, size, p == text ? TITLE_COLOR : TEXT_COLOR, line);
        if (p[length] == '\0') {
            break;
        }
        p += length + 1;
    }
}
