#include "engine/quake/stufftext.h"

#include <string.h>

static bool finish_line(struct stufftext *stuffed)
{
    const bool any = stuffed->length > 0;
    stuffed->text[stuffed->length] = 0;
    stuffed->length = 0;
    stuffed->quoted = false;
    return any;
}

bool stufftext_next(struct stufftext *stuffed, const char **text)
{
    for (; **text != 0; (*text)++) {
        const char c = **text;
        stuffed->quoted = stuffed->quoted != (c == '"');
        if (c == '\n' || (c == ';' && !stuffed->quoted)) {
            if (finish_line(stuffed)) {
                (*text)++;
                return true;
            }
        } else if (stuffed->length < sizeof stuffed->text - 1) {
            stuffed->text[stuffed->length++] = c;
        }
    }
    return false;
}

bool stufftext_end(struct stufftext *stuffed)
{
    return finish_line(stuffed);
}

/* The original compares signed characters with ' ': coloured glyphs separate words, too. */
static bool is_blank(char c)
{
    return (signed char)c <= ' ';
}

static bool stands_alone(char c, enum stufftext_rules rules)
{
    return rules == STUFFTEXT_NETQUAKE && c != 0 && strchr("{}()':", c) != NULL;
}

/* The word at *text, which is no blank: its begin and length; moves *text behind it. */
static const char *next_word(const char **text, enum stufftext_rules rules, size_t *length)
{
    const char *word = *text;
    if (*word == '"') {
        word++;
        *length = strcspn(word, "\"");
        *text = word + *length + (word[*length] == '"');
        return word;
    }
    *length = 1;
    if (!stands_alone(*word, rules)) {
        while (!is_blank(word[*length]) && !stands_alone(word[*length], rules)) {
            ++*length;
        }
    }
    *text = word + *length;
    return word;
}

void stufftext_split(const char *text, enum stufftext_rules rules, struct stufftext_words *words)
{
    char *to = words->bytes;
    words->count = 0;
    while (words->count < STUFFTEXT_WORDS) {
        while (*text != 0 && is_blank(*text)) {
            text++;
        }
        if (*text == 0 || (words->count > 0 && text[0] == '/' && text[1] == '/')) {
            return;
        }
        size_t length;
        const char *word = next_word(&text, rules, &length);
        memcpy(to, word, length);
        to[length] = 0;
        words->at[words->count++] = to;
        to += length + 1;
    }
}

int stufftext_resume(char text[STUFFTEXT_KEPT + 1], double now, double *next, stufftext_run *run,
                     const void *context)
{
    const char *rest = text;
    int status = STUFFTEXT_WAIT;
    while (status == STUFFTEXT_WAIT && *rest != '\0' && *next <= now) {
        struct stufftext stuffed;
        stufftext_begin(&stuffed);
        status = 0;
        while (status == 0 && (stufftext_next(&stuffed, &rest) || stufftext_end(&stuffed))) {
            status = run(context, stuffed.text);
        }
        *next += status == STUFFTEXT_WAIT ? STUFFTEXT_FRAME : 0.0;
    }
    memmove(text, rest, strlen(rest) + 1);
    return status < 0 ? status : 0;
}

bool stufftext_is_command(const char *word, const char *command)
{
    for (; *command != 0; word++, command++) {
        const char lower = *word >= 'A' && *word <= 'Z' ? (char)(*word + 'a' - 'A') : *word;
        if (lower != *command) {
            return false;
        }
    }
    return *word == 0;
}
