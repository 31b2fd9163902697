/* What a NetQuake server prints: the console's last lines, the centre print, stuffed commands. */
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

/* A demo runs no command. The one that is a picture, not an order, is the bonus flash. */
void nq_apply_stufftext(struct nq_state *s, const char *text)
{
    while (*text != 0) {
        size_t length = strcspn(text, ";\n");
        const char *next = text + length + (text[length] != 0);
        while (length > 0 && is_blank(text[length - 1])) {
            length--;
        }
        while (length > 0 && is_blank(*text)) {
            text++;
            length--;
        }
        if (length == 2 && text[0] == 'b' && text[1] == 'f') {
            s->bonus_flash.now = 50; /* V_BonusFlash_f */
        }
        text = next;
    }
}
