#include "engine/viewer/overlay/question.h"

#include <stdio.h>

#include "engine/text/osd_colors.h"

enum { LINE_BYTES = 256 };

static const char KEYS[] = OSD_UP OSD_DOWN " choose   Enter takes it   Esc closes";

struct layout {
    int size, line, advance;
    int left, top, width, height; /* the panel */
    int answers_top;              /* top of the first answer */
};

static void write_answer(const struct question *question, size_t answer, char line[LINE_BYTES])
{
    snprintf(line, LINE_BYTES, "%zu  %s", answer + 1, question->answers[answer]);
}

/* A title, the answers and a line of keys, with half a line around. */
static struct layout lay_out(const struct question *question, int width, int height)
{
    char line[LINE_BYTES];
    struct layout at = {.size = osd_text_size(width, height)};
    at.line = osd_line_height(at.size);
    at.advance = osd_advance(at.size);
    int widest = osd_text_width(question->title, at.size);
    const int keys = osd_text_width(KEYS, at.size);
    widest = keys > widest ? keys : widest;
    for (size_t i = 0; i < question->count; i++) {
        write_answer(question, i, line);
        const int wide = osd_text_width(line, at.size);
        widest = wide > widest ? wide : widest;
    }
    at.width = widest + 2 * at.advance;
    at.height = ((int)question->count + 4) * at.line;
    at.left = (width - at.width) / 2;
    at.left = at.left < 0 ? 0 : at.left;
    at.top = (height - at.height) / 2;
    at.top = at.top < 0 ? 0 : at.top;
    at.answers_top = at.top + at.line * 2;
    return at;
}

void question_open(struct question *question, const char *title)
{
    *question = (struct question){.shown = true};
    snprintf(question->title, sizeof(question->title), "%s", title);
}

void question_add(struct question *question, const char *answer)
{
    if (question->count < QUESTION_ANSWERS) {
        question->answers[question->count++] = answer;
    }
}

void question_move(struct question *question, int step)
{
    if (step > 0 && question->selected + 1 < question->count) {
        question->selected++;
    } else if (step < 0 && question->selected > 0) {
        question->selected--;
    }
}

bool question_at(const struct question *question, int width, int height, int x, int y,
                 size_t *answer)
{
    const struct layout at = lay_out(question, width, height);
    const int row = y < at.answers_top ? -1 : (y - at.answers_top) / at.line;
    if (x < at.left || x >= at.left + at.width || row < 0 || row >= (int)question->count) {
        return false;
    }
    *answer = (size_t)row;
    return true;
}

void question_draw(const struct question *question, const struct osd_canvas *canvas)
{
    const struct layout at = lay_out(question, canvas->width, canvas->height);
    const int x = at.left + at.advance;
    char line[LINE_BYTES];
    osd_fill(canvas, at.left, at.top, at.width, at.height, OSD_LIST_GROUND, OSD_LIST_ALPHA);
    osd_label(canvas, x, at.top + at.line / 2, at.size, LIST_CURRENT_COLOR, question->title);
    for (size_t i = 0; i < question->count; i++) {
        const int y = at.answers_top + (int)i * at.line;
        if (i == question->selected) {
            osd_fill(canvas, at.left, y, at.width, at.line, OSD_CHOICE_GROUND, 255);
        }
        write_answer(question, i, line);
        osd_label(canvas, x, y + (at.line - at.size) / 2, at.size,
                  i == question->selected ? CHOICE_TEXT_COLOR : LIST_TEXT_COLOR, line);
    }
    osd_label(canvas, x, at.top + at.height - at.line - at.line / 4, at.size, LIST_DIM_COLOR, KEYS);
}
