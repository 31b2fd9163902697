#include "engine/viewer/overlay/prompt.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"

void prompt_open(struct prompt *prompt)
{
    prompt->shown = true;
    prompt->text[0] = prompt->wrong[0] = '\0';
    prompt->recalled = 0;
}

void prompt_type(struct prompt *prompt, char character)
{
    const size_t length = strlen(prompt->text);
    if (character >= ' ' && character < 0x7f && length + 1 < sizeof(prompt->text)) {
        prompt->text[length] = character;
        prompt->text[length + 1] = '\0';
        prompt->wrong[0] = '\0';
    }
}

void prompt_erase(struct prompt *prompt)
{
    const size_t length = strlen(prompt->text);
    if (length > 0) {
        prompt->text[length - 1] = '\0';
        prompt->wrong[0] = '\0';
    }
}

void prompt_recall(struct prompt *prompt, int step)
{
    if (step > 0 && prompt->recalled < prompt->num_history) {
        prompt->recalled++;
    } else if (step < 0 && prompt->recalled > 0) {
        prompt->recalled--;
    } else {
        return;
    }
    prompt->wrong[0] = '\0';
    if (prompt->recalled == 0) {
        prompt->text[0] = '\0';
    } else {
        memcpy(prompt->text, prompt->history[prompt->num_history - prompt->recalled], PROMPT_TEXT);
    }
}

void prompt_accept(struct prompt *prompt)
{
    size_t place = 0;
    while (place < prompt->num_history && strcmp(prompt->history[place], prompt->text) != 0) {
        place++;
    }
    if (place == prompt->num_history && place < PROMPT_HISTORY) {
        prompt->num_history++;
    } else { /* the same text, or the oldest one, goes */
        place = place == PROMPT_HISTORY ? 0 : place;
        memmove(prompt->history[place], prompt->history[place + 1],
                (prompt->num_history - place - 1) * sizeof(prompt->history[0]));
    }
    memcpy(prompt->history[prompt->num_history - 1], prompt->text, PROMPT_TEXT);
    prompt->shown = false;
}

void prompt_draw(const struct prompt *prompt, const struct osd_canvas *canvas, const char *title,
                 int bottom)
{
    const int size = osd_text_size(canvas->width, canvas->height);
    const int line = osd_line_height(size), pad = size / 2;
    const bool is_wrong = prompt->wrong[0] != '\0';
    char text[PROMPT_TEXT + 2];
    snprintf(text, sizeof(text), "%s_", prompt->text);
    const int title_width = osd_text_width(title, size);
    int width = title_width + size / 2 + osd_text_width(text, size);
    const int wrong_width = osd_text_width(prompt->wrong, size);
    width = is_wrong && wrong_width > width ? wrong_width : width;
    width = width < canvas->width / 3 ? canvas->width / 3 : width;
    width = width + 2 * pad > canvas->width ? canvas->width - 2 * pad : width;
    const int height = line * (is_wrong ? 2 : 1) + 2 * pad;
    const int x = (canvas->width - width) / 2, y = bottom - height - line;
    osd_fill(canvas, x - pad, y, width + 2 * pad, height, OSD_PROMPT_GROUND, OSD_PROMPT_ALPHA);
    osd_label(canvas, x, y + pad, size, PROMPT_TITLE_COLOR, title);
    osd_label(canvas, x + title_width + size / 2, y + pad, size, PROMPT_TEXT_COLOR, text);
    osd_label(canvas, x, y + pad + line, size, PROMPT_WRONG_COLOR, prompt->wrong);
}
