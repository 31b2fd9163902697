#include "engine/quake/stufftext.h"

/* Longer commands than there is room for are none. */
static bool finish_line(struct stufftext *stuffed)
{
    bool whole = stuffed->length > 0 && stuffed->length < sizeof stuffed->text;
    if (whole) {
        stuffed->text[stuffed->length] = 0;
    }
    stuffed->length = 0;
    stuffed->quoted = false;
    return whole;
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
        } else if (stuffed->length < sizeof stuffed->text) {
            stuffed->text[stuffed->length++] = c;
        }
    }
    return false;
}

bool stufftext_end(struct stufftext *stuffed)
{
    return finish_line(stuffed);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

int stufftext_split(char *text, char *words[STUFFTEXT_WORDS])
{
    int count = 0;
    for (;;) {
        while (is_blank(*text)) {
            text++;
        }
        if (*text == 0) {
            return count;
        }
        bool quoted = *text == '"';
        text += quoted;
        if (count < STUFFTEXT_WORDS) {
            words[count] = text;
        }
        count++;
        while (*text != 0 && (quoted ? *text != '"' : !is_blank(*text))) {
            text++;
        }
        if (*text != 0) {
            *text++ = 0;
        }
    }
}
