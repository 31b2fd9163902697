#include "formats/base/q3_lexer.h"

#include <stdlib.h>
#include <string.h>

static const double NUMBER_LIMIT = 1e9;

struct q3_lexer q3_lexer_make(const void *text, size_t size)
{
    const char *start = text ? text : "";
    const char *nul = size ? memchr(start, 0, size) : NULL;
    return (struct q3_lexer){.at = start, .end = nul ? nul : start + size, .line = 1};
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || (unsigned char)c >= 128;
}

static bool begins_comment(const struct q3_lexer *w, char second)
{
    return w->end - w->at >= 2 && w->at[0] == '/' && w->at[1] == second;
}

/* Behind the comment that begins here, if one does. A // ends before the line's end. */
static bool skip_comment(struct q3_lexer *w)
{
    if (begins_comment(w, '/')) {
        const char *end = memchr(w->at, '\n', (size_t)(w->end - w->at));
        w->at = end ? end : w->end;
        return true;
    }
    if (!begins_comment(w, '*')) {
        return false;
    }
    for (w->at += 2; w->at < w->end; w->at++) {
        if (w->end - w->at >= 2 && w->at[0] == '*' && w->at[1] == '/') {
            w->at += 2;
            break;
        }
        w->line += *w->at == '\n';
    }
    return true;
}

/* Skips to the next word's first byte. False: no further word, or a line ends before it. */
static bool skip_blanks(struct q3_lexer *w, bool in_line)
{
    while (w->at < w->end) {
        const bool ends_line = *w->at == '\n' || (w->compressed && *w->at == '\r');
        if (ends_line && in_line) {
            return false;
        }
        if (ends_line) {
            w->line += *w->at == '\n';
            w->at++;
        } else if (is_blank(*w->at)) {
            w->at++;
        } else if (!skip_comment(w)) {
            return true;
        }
    }
    return false;
}

static bool take_word(struct q3_lexer *w, bool in_line, char word[Q3_WORD_SIZE])
{
    size_t length = 0;
    word[0] = '\0';
    if (!skip_blanks(w, in_line)) {
        return false;
    }
    const bool quoted = *w->at == '"';
    const char *first = w->at;
    w->at += quoted;
    w->word = w->at;
    while (w->at < w->end && (quoted ? *w->at != '"' : !is_blank(*w->at))) {
        if (!quoted && w->stop && *w->at == w->stop && w->at != first) {
            break;
        }
        if (!quoted && w->compressed && skip_comment(w)) {
            continue;
        }
        if (length + 1 < Q3_WORD_SIZE) {
            word[length++] = *w->at;
        }
        w->line += *w->at == '\n';
        w->at++;
    }
    w->at += quoted && w->at < w->end;
    word[length] = '\0';
    return true;
}

bool q3_lexer_next(struct q3_lexer *words, char word[Q3_WORD_SIZE])
{
    return take_word(words, false, word);
}

bool q3_lexer_next_in_line(struct q3_lexer *words, char word[Q3_WORD_SIZE])
{
    return take_word(words, true, word);
}

void q3_lexer_skip_line(struct q3_lexer *words)
{
    char word[Q3_WORD_SIZE];
    while (q3_lexer_next_in_line(words, word)) {
    }
}

float q3_lexer_number(const char *word)
{
    const double number = strtod(word, NULL);
    if (!(number == number)) {
        return 0.0f;
    }
    return (float)(number < -NUMBER_LIMIT  ? -NUMBER_LIMIT
                   : number > NUMBER_LIMIT ? NUMBER_LIMIT
                                           : number);
}

void q3_lexer_copy(char *to, size_t size, const char *word)
{
    const size_t length = strnlen(word, size - 1);
    memcpy(to, word, length);
    to[length] = '\0';
}

static char fold_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool q3_lexer_same(const char *a, const char *b)
{
    while (*a && fold_char(*a) == fold_char(*b)) {
        a++;
        b++;
    }
    return fold_char(*a) == fold_char(*b);
}
