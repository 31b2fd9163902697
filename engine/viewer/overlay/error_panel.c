#include "engine/viewer/overlay/error_panel.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/terminal_text.h"

/* Longer names lose their beginning: the end of a path matters more. */
enum { NAME_CHARS = 60, TEXT_MAX = 300 };

static void append_line(char text[ERROR_PANEL_BYTES], const char *line)
{
    const size_t used = strlen(text);
    snprintf(text + used, ERROR_PANEL_BYTES - used, "%s%s", used ? "\n" : "", line);
}

static void add_fact(char text[ERROR_PANEL_BYTES], const char *word, const char *fact)
{
    char line[TEXT_MAX + 16], shown[TEXT_MAX];
    if (fact[0] != '\0') {
        terminal_text(shown, sizeof(shown), fact);
        snprintf(line, sizeof(line), "%-10s%s", word, shown);
        append_line(text, line);
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] != '\0' ? slash + 1 : path;
}

void error_panel_text(const struct error_panel *panel, char text[ERROR_PANEL_BYTES])
{
    char line[TEXT_MAX + 32], shown[TEXT_MAX];
    const char *name = base_name(panel->name);
    const size_t length = strlen(name);
    text[0] = '\0';
    terminal_text(shown, sizeof(shown), name + (length > NAME_CHARS ? length - NAME_CHARS : 0));
    snprintf(line, sizeof(line), "Cannot show %s%s", length > NAME_CHARS ? "..." : "", shown);
    append_line(text, line);
    terminal_text(shown, sizeof(shown), panel->reason);
    if (shown[0] >= 'a' && shown[0] <= 'z') {
        shown[0] = (char)(shown[0] - 'a' + 'A');
    }
    append_line(text, shown);
    if (name != panel->name || panel->kind[0] != '\0') {
        append_line(text, "");
    }
    add_fact(text, "File", name != panel->name ? panel->name : "");
    add_fact(text, "Demo", panel->kind);
    add_fact(text, "Level", panel->level);
    add_fact(text, "Length", panel->length);
    add_fact(text, "Players", panel->players);
    append_line(text, "");
    append_line(text, panel->advice);
}
