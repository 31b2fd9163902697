#include "formats/quake3/q3_command.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(char c)
{
    return (unsigned char)c <= ' ' && c != '\0';
}

static bool is_comment(const char *p)
{
    return p[0] == '/' && (p[1] == '/' || p[1] == '*');
}

/* Start of the next word, or the terminating NUL. */
static const char *skip_spaces(const char *p)
{
    for (;;) {
        while (is_space(*p)) {
            p++;
        }
        if (!is_comment(p)) {
            return p;
        }
        if (p[1] == '/') {
            return p + strlen(p);
        }
        const char *end = strstr(p + 2, "*/");
        if (!end) {
            return p + strlen(p);
        }
        p = end + 2;
    }
}

void q3_words_split(struct q3_words *words, const char *text)
{
    uint32_t used = 0;
    words->count = 0;
    for (const char *p = skip_spaces(text); *p != '\0'; p = skip_spaces(p)) {
        const char *start = p;
        size_t size;
        if (*p == '"') {
            start = p + 1;
            size = strcspn(start, "\"");
            p = start + size + (start[size] == '"');
        } else {
            while (*p != '\0' && !is_space(*p) && *p != '"' && !is_comment(p)) {
                p++;
            }
            size = (size_t)(p - start);
        }
        if (words->count == Q3_MAX_WORDS || size >= Q3_WORD_BYTES - used) {
            return;
        }
        memcpy(words->text + used, start, size);
        words->text[used + size] = '\0';
        words->starts[words->count++] = (uint16_t)used;
        used += (uint32_t)size + 1;
    }
}

int32_t q3_text_number(const char *text)
{
    const long long v = strtoll(text, NULL, 10);
    return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : (int32_t)v;
}

int32_t q3_word_number(const struct q3_words *words, uint32_t i)
{
    return q3_text_number(q3_word(words, i));
}

static bool append_text(struct q3_long_command *join, const char *text)
{
    const size_t size = strlen(text);
    if (size >= Q3_LONG_COMMAND - join->size) {
        return false;
    }
    memcpy(join->text + join->size, text, size + 1);
    join->size += (uint32_t)size;
    return true;
}

enum q3_part q3_long_command_add(struct q3_long_command *join, const struct q3_words *words)
{
    const char *name = q3_word(words, 0);
    if (strncmp(name, "bcs", 3) != 0 || name[3] < '0' || name[3] > '2' || name[4] != '\0') {
        return Q3_PART_NONE;
    }
    bool fits = true;
    if (name[3] == '0') {
        join->size = 0;
        fits = append_text(join, "cs ") && append_text(join, q3_word(words, 1)) &&
               append_text(join, " \"");
    } else if (join->size == 0) {
        return Q3_PART_WAIT; /* its beginning was lost, or too long */
    }
    fits = fits && append_text(join, q3_word(words, 2));
    if (name[3] == '2') {
        fits = fits && append_text(join, "\"");
    }
    if (!fits) {
        join->size = 0;
        return Q3_PART_TOO_LONG;
    }
    if (name[3] == '2') {
        join->size = 0; /* the text stays until the next part */
        return Q3_PART_DONE;
    }
    return Q3_PART_WAIT;
}
