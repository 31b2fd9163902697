/* A question with answers: selecting, the answer under the mouse, and where it is drawn. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/overlay/question.h"

enum { WIDTH = 640, HEIGHT = 400 };

static struct question asked(void)
{
    struct question question = {0};
    question_open(&question, "Which one?");
    question_add(&question, "the first");
    question_add(&question, "the second");
    question_add(&question, "the third");
    return question;
}

Test(question, selects_inside_its_answers)
{
    struct question question = asked();
    cr_expect(question.shown && question.count == 3 && question.selected == 0);
    question_move(&question, -1);
    cr_expect_eq(question.selected, 0u);
    for (int i = 0; i < 5; i++) {
        question_move(&question, 1);
    }
    cr_expect_eq(question.selected, 2u);
    for (int i = 0; i < 9; i++) {
        question_add(&question, "more");
    }
    cr_expect_eq(question.count, (size_t)QUESTION_ANSWERS);
    question_open(&question, "Another?");
    cr_expect(question.count == 0 && question.selected == 0);
}

/* Each answer has rows of its own, one below the other, and nothing is around them. */
Test(question, finds_the_answer_under_a_point)
{
    const struct question question = asked();
    int rows[3] = {0}, last = -1;
    for (int y = 0; y < HEIGHT; y++) {
        size_t answer;
        if (question_at(&question, WIDTH, HEIGHT, WIDTH / 2, y, &answer)) {
            cr_assert_lt(answer, 3u);
            cr_assert((int)answer == last || (int)answer == last + 1);
            last = (int)answer;
            rows[answer]++;
        }
        cr_expect_not(question_at(&question, WIDTH, HEIGHT, 2, y, &answer));
    }
    cr_expect(rows[0] > 8 && rows[0] == rows[1] && rows[1] == rows[2]);
}

Test(question, draws_in_any_picture)
{
    static const int sizes[][2] = {{1, 1}, {16, 16}, {320, 200}, {WIDTH, HEIGHT}, {3840, 2160}};
    struct question question = asked();
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct osd_canvas canvas = {.width = sizes[i][0], .height = sizes[i][1]};
        canvas.pitch = (size_t)canvas.width;
        canvas.pixels = calloc(canvas.pitch * (size_t)canvas.height, sizeof(*canvas.pixels));
        cr_assert_not_null(canvas.pixels);
        question_draw(&question, &canvas);
        cr_expect_neq(
            canvas.pixels[canvas.pitch * (size_t)(canvas.height / 2) + (size_t)(canvas.width / 2)],
            0u);
        free(canvas.pixels);
    }
}
