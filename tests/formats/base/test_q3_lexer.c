/* Words of Quake III's texts: lines, comments, quotes, numbers. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/q3_lexer.h"

static struct q3_lexer make_lexer(const char *text)
{
    return q3_lexer_make(text, strlen(text));
}

static void expect_word(struct q3_lexer *words, const char *want)
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
    struct q3_lexer w = make_lexer("one\ttwo // three\n\n \"fo ur\" {five}\n");
    expect_word(&w, "one");
    expect_in_line(&w, "two");
    expect_in_line(&w, NULL);
    expect_in_line(&w, NULL);
    cr_assert_eq(w.line, 1);
    expect_word(&w, "fo ur");
    cr_assert_eq(w.line, 3);
    expect_in_line(&w, "{five}");
    expect_word(&w, NULL);
    expect_word(&w, NULL);
}

Test(q3_lexer, a_comment_over_lines_does_not_end_one)
{
    struct q3_lexer w = make_lexer("a /* x\ny */ b\nc /* never ends");
    expect_word(&w, "a");
    expect_in_line(&w, "b");
    cr_assert_eq(w.line, 2);
    q3_lexer_skip_line(&w);
    expect_word(&w, "c");
    expect_word(&w, NULL);
}

/* Line ends of old Macintosh editors. Inside a comment they are ordinary bytes. */
Test(q3_lexer, carriage_returns_end_lines_of_scripts)
{
    struct q3_lexer w = make_lexer("scale 7\ralphaGen\r\nx // y\rz\nlast");
    expect_word(&w, "scale");
    expect_in_line(&w, "7");
    expect_in_line(&w, "alphaGen");
    w = make_lexer("scale 7\ralphaGen\r\nx // y\rz\nlast");
    w.compressed = true;
    expect_word(&w, "scale");
    expect_in_line(&w, "7");
    expect_in_line(&w, NULL);
    expect_word(&w, "alphaGen");
    cr_assert_eq(w.line, 1);
    expect_in_line(&w, NULL);
    expect_word(&w, "x");
    expect_in_line(&w, NULL);
    expect_word(&w, "last");
    cr_assert_eq(w.line, 3);
}

Test(q3_lexer, comments_inside_words)
{
    struct q3_lexer w = make_lexer("textures//x y\nab/*c*/d \"a//b\"");
    expect_word(&w, "textures//x");
    w = make_lexer("textures//x y\nab/*c*/d \"a//b\"");
    w.compressed = true;
    expect_word(&w, "textures");
    expect_in_line(&w, NULL);
    expect_word(&w, "abd");
    expect_word(&w, "a//b");
}

Test(q3_lexer, control_bytes_are_spaces_and_nul_ends)
{
    struct q3_lexer w = q3_lexer_make("a\xe9"
                                      "b\0c",
                                      5);
    expect_word(&w, "a");
    expect_word(&w, "b");
    expect_word(&w, NULL);
    w = q3_lexer_make(NULL, 0);
    expect_word(&w, NULL);
    w = make_lexer("\"never closed\n");
    expect_word(&w, "never closed\n");
}

Test(q3_lexer, another_byte_may_end_words)
{
    struct q3_lexer w = make_lexer("a,b ,c");
    w.stop = ',';
    expect_word(&w, "a");
    expect_word(&w, ",b");
    expect_word(&w, ",c");
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
