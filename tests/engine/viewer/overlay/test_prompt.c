/* The line that asks for a text: typing, mistakes, history, and where it is drawn. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/overlay/prompt.h"

static void type(struct prompt *prompt, const char *text)
{
    for (; *text; text++) {
        prompt_type(prompt, *text);
    }
}

Test(prompt, takes_what_is_typed)
{
    struct prompt prompt = {0};
    prompt_open(&prompt);
    cr_expect(prompt.shown);
    type(&prompt, "frag\n\t\xe4 3~");
    cr_expect_str_eq(prompt.text, "frag 3~", "printable ASCII alone");
    snprintf(prompt.wrong, sizeof(prompt.wrong), "no");
    prompt_erase(&prompt);
    cr_expect_str_eq(prompt.text, "frag 3");
    cr_expect_str_eq(prompt.wrong, "", "another text may be right");
    for (int i = 0; i < 2 * PROMPT_TEXT; i++) {
        prompt_type(&prompt, 'x');
    }
    cr_expect_eq(strlen(prompt.text), PROMPT_TEXT - 1u);
    for (int i = 0; i < 2 * PROMPT_TEXT; i++) {
        prompt_erase(&prompt);
    }
    cr_expect_str_eq(prompt.text, "");
    type(&prompt, "5");
    prompt_open(&prompt);
    cr_expect_str_eq(prompt.text, "", "each time it is empty");
}

static void accept(struct prompt *prompt, const char *text)
{
    prompt_open(prompt);
    type(prompt, text);
    prompt_accept(prompt);
    cr_expect_not(prompt->shown);
}

Test(prompt, recalls_what_was_accepted)
{
    struct prompt prompt = {0};
    prompt_open(&prompt);
    prompt_recall(&prompt, 1);
    cr_expect_str_eq(prompt.text, "", "there is none");
    accept(&prompt, "a");
    accept(&prompt, "b");
    accept(&prompt, "a");
    cr_expect_eq(prompt.num_history, 2u, "each once");
    prompt_open(&prompt);
    prompt_recall(&prompt, 1);
    cr_expect_str_eq(prompt.text, "a", "the newest first");
    prompt_recall(&prompt, 1);
    cr_expect_str_eq(prompt.text, "b");
    prompt_recall(&prompt, 1);
    cr_expect_str_eq(prompt.text, "b", "the oldest");
    prompt_recall(&prompt, -1);
    cr_expect_str_eq(prompt.text, "a");
    prompt_recall(&prompt, -1);
    cr_expect_str_eq(prompt.text, "");

    for (char c = 'A'; c < 'A' + PROMPT_HISTORY + 3; c++) {
        accept(&prompt, (const char[]){c, '\0'});
    }
    cr_expect_eq(prompt.num_history, (size_t)PROMPT_HISTORY);
    cr_expect_str_eq(prompt.history[0], "D", "the oldest go");
    cr_expect_str_eq(prompt.history[PROMPT_HISTORY - 1], "S");
    accept(&prompt, "D");
    cr_expect_str_eq(prompt.history[0], "E");
    cr_expect_str_eq(prompt.history[PROMPT_HISTORY - 1], "D");
}

/* Rows of the picture that are drawn on; inside of it at every size. */
Test(prompt, is_drawn_above_a_row)
{
    static const int sizes[][2] = {{1920, 1080}, {640, 400}, {64, 40}};
    struct prompt prompt = {0};
    prompt_open(&prompt);
    type(&prompt, "frag 3 -5s, which is a text that needs some room for itself");
    for (size_t i = 0; i < 3; i++) {
        const int width = sizes[i][0], height = sizes[i][1], bottom = height * 3 / 4;
        uint32_t *pixels = calloc((size_t)width * (size_t)height, sizeof(*pixels));
        const struct osd_canvas canvas = {
            .pixels = pixels, .pitch = (size_t)width, .width = width, .height = height};
        snprintf(prompt.wrong, sizeof(prompt.wrong), "%s", i == 1 ? "there is no such place" : "");
        prompt_draw(&prompt, &canvas, "go to", bottom);
        int drawn = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const bool is_drawn = pixels[y * width + x] != 0;
                cr_assert(!is_drawn || y < bottom, "%dx%d: row %d", width, height, y);
                drawn += is_drawn;
            }
        }
        cr_expect_gt(drawn, width, "%dx%d", width, height);
        free(pixels);
    }
}
