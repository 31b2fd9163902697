/* Words of Quake III's texts: lines, comments, quotes, numbers. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/q3_lexer.h"

static struct q3_lexer of(const char *text)
{
    return q3_lexer_make(text, strlen(text));
}

static void expect(struct q3_lexer *words, const char *want)
{
    char word[Q3_WORD_SIZE];
    cr_assert_eq(q3_lexer_next(words, word), want != NULL, "%s", word);
    cr_assert_str_eq(word, want ? want : "");
}

static void expect_in_line(struct q3_lexer *words, const char *want)
{
    char word[Q3_WORD_SIZE];
    cr_assert_eq(q3_lexer_next_in_line(words, word), want != NULL, "%s", word);
    cr_assert_str_eq(word, want ? want : "");
}

Test(q3_lexer, words_and_their_lines)
{
    struct q3_lexer w = of("one\ttwo // three\n\n \"fo ur\" {five}\n");
    expect(&w, "one");
    expect_in_line(&w, "two");
    expect_in_line(&w, NULL);
    expect_in_line(&w, NULL);
    cr_assert_eq(w.line, 1);
    expect(&w, "fo ur");
    cr_assert_eq(w.line, 3);
    expect_in_line(&w, "{five}");
    expect(&w, NULL);
    expect(&w, NULL);
}

Test(q3_lexer, a_comment_over_lines_does_not_end_one)
{
    struct q3_lexer w = of("a /* x\ny */ b\nc /* never ends");
    expect(&w, "a");
    expect_in_line(&w, "b");
    cr_assert_eq(w.line, 2);
    q3_lexer_skip_line(&w);
    expect(&w, "c");
    expect(&w, NULL);
}

/* Line ends of old Macintosh editors. Inside a comment they are ordinary bytes. */
Test(q3_lexer, carriage_returns_end_lines_of_scripts)
{
    struct q3_lexer w = of("scale 7\ralphaGen\r\nx // y\rz\nlast");
    expect(&w, "scale");
    expect_in_line(&w, "7");
    expect_in_line(&w, "alphaGen");
    w = of("scale 7\ralphaGen\r\nx // y\rz\nlast");
    w.compressed = true;
    expect(&w, "scale");
    expect_in_line(&w, "7");
    expect_in_line(&w, NULL);
    expect(&w, "alphaGen");
    cr_assert_eq(w.line, 1);
    expect_in_line(&w, NULL);
    expect(&w, "x");
    expect_in_line(&w, NULL);
    expect(&w, "last");
    cr_assert_eq(w.line, 3);
}

Test(q3_lexer, comments_inside_words)
{
    struct q3_lexer w = of("textures//x y\nab/*c*/d \"a//b\"");
    expect(&w, "textures//x");
    w = of("textures//x y\nab/*c*/d \"a//b\"");
    w.compressed = true;
    expect(&w, "textures");
    expect_in_line(&w, NULL);
    expect(&w, "abd");
    expect(&w, "a//b");
}

Test(q3_lexer, control_bytes_are_spaces_and_nul_ends)
{
    struct q3_lexer w = q3_lexer_make("a\xe9"
                                      "b\0c",
                                      5);
    expect(&w, "a");
    expect(&w, "b");
    expect(&w, NULL);
    w = q3_lexer_make(NULL, 0);
    expect(&w, NULL);
    w = of("\"never closed\n");
    expect(&w, "never closed\n");
}

Test(q3_lexer, another_byte_may_end_words)
{
    struct q3_lexer w = of("a,b ,c");
    w.stop = ',';
    expect(&w, "a");
    expect(&w, ",b");
    expect(&w, ",c");
}

Test(q3_lexer, long_words_are_cut)
{
    char text[3000], word[Q3_WORD_SIZE];
    memset(text, 'x', sizeof(text));
    text[2500] = ' ';
    struct q3_lexer w = q3_lexer_make(text, sizeof(text));
    cr_assert(q3_lexer_next(&w, word) && strlen(word) == Q3_WORD_SIZE - 1);
    cr_assert(q3_lexer_next(&w, word) && strlen(word) == 499);
}

Test(q3_lexer, numbers)
{
    cr_assert_eq(q3_lexer_number("-1.5e1x"), -15.0f);
    cr_assert_eq(q3_lexer_number(".25"), 0.25f);
    cr_assert_eq(q3_lexer_number("x1"), 0.0f);
    cr_assert_eq(q3_lexer_number("nan"), 0.0f);
    cr_assert_eq(q3_lexer_number("-inf"), -1e9f);
    cr_assert(q3_lexer_same("GL_One", "gl_oNE") && !q3_lexer_same("a", "ab") &&
              !q3_lexer_same("[", "{"));
}
