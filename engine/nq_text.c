/* What a NetQuake server prints: the console's last lines, the centre print, stuffed commands. */
#include <stdlib.h>
#include <string.h>

#include "engine/nq_state.h"

uint32_t nq_copy_text(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    length = length < size ? length : size - 1;
    memset(to, 0, size);
    memcpy(to, from, length);
    return (uint32_t)length;
}

static struct nq_print_line *open_line(struct nq_state *s)
{
    if (!s->print_open) {
        if (s->print_count == NQ_PRINT_LINES) {
            s->print_first = (s->print_first + 1) % NQ_PRINT_LINES;
        } else {
            s->print_count++;
        }
        s->print_open = 1;
        struct nq_print_line *fresh =
            &s->prints[(s->print_first + s->print_count - 1) % NQ_PRINT_LINES];
        memset(fresh, 0, sizeof *fresh);
        fresh->time = s->times[0];
        return fresh;
    }
    return &s->prints[(s->print_first + s->print_count - 1) % NQ_PRINT_LINES];
}

/* Con_Print: a first byte of 1 or 2 colours the text; lines may come in pieces. */
void nq_apply_print(struct nq_state *s, const char *text)
{
    uint8_t mask = 0;
    if (text[0] == 1 || text[0] == 2) {
        mask = 128;
        text++;
    }
    for (; *text != 0; text++) {
        struct nq_print_line *line = open_line(s);
        if (*text == '\n') {
            s->print_open = 0;
        } else if (*text == '\r') {
            memset(line->text, 0, sizeof line->text);
            line->length = 0;
        } else {
            line->text[line->length++] = (uint8_t)*text | mask;
            s->print_open = line->length < NQ_PRINT_BYTES;
        }
    }
}

void nq_apply_center_print(struct nq_state *s, const char *text)
{
    s->center_length = nq_copy_text((char *)s->center, sizeof s->center, text);
    s->center_time = s->times[0];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

enum { MAX_WORDS = 7 };

/* Parts a command at its blanks and ends each word with a NUL; quotes hold one together. Words
 * beyond the last place are only counted. */
static int split_words(char *text, char *words[MAX_WORDS])
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
        if (count < MAX_WORDS) {
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

/* A demo runs no command. Three are pictures, not orders: the bonus flash, fog and sky. */
static void run_command(struct nq_state *s, char *text)
{
    char *words[MAX_WORDS];
    int count = split_words(text, words);
    if (count == 1 && strcmp(words[0], "bf") == 0) {
        s->bonus_flash.now = NQ_BONUS_FLASH;
    } else if (count == 2 && strcmp(words[0], "sky") == 0) {
        nq_apply_skybox(s, words[1]);
    } else if (count >= 2 && count <= 6 && strcmp(words[0], "fog") == 0) {
        double numbers[MAX_WORDS];
        for (int i = 1; i < count; i++) {
            numbers[i - 1] = strtod(words[i], NULL);
        }
        nq_command_fog(s, numbers, count - 1);
    }
}

void nq_end_stufftext(struct nq_state *s, struct nq_stuffed *stuffed)
{
    if (stuffed->length > 0 && stuffed->length < sizeof stuffed->text) { /* longer ones are none */
        stuffed->text[stuffed->length] = 0;
        run_command(s, stuffed->text);
    }
    stuffed->length = 0;
    stuffed->quoted = false;
}

void nq_apply_stufftext(struct nq_state *s, struct nq_stuffed *stuffed, const char *text)
{
    for (; *text != 0; text++) {
        stuffed->quoted = stuffed->quoted != (*text == '"');
        if (*text == '\n' || (*text == ';' && !stuffed->quoted)) {
            nq_end_stufftext(s, stuffed);
        } else if (stuffed->length < sizeof stuffed->text) {
            stuffed->text[stuffed->length++] = *text;
        }
    }
}
