/* What a NetQuake server prints: the console's last lines, the centre print, stuffed commands. */
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_state.h"

void nq_apply_print(struct nq_state *s, const char *text)
{
    console_print(&s->console, s->prints, NQ_PRINT_LINES, CONSOLE_EVERYBODY, s->times[0], 0, text);
}

void nq_apply_center_print(struct nq_state *s, const char *text)
{
    console_print_center(&s->center, 1, CONSOLE_EVERYBODY, s->times[0], text);
}

/* A demo runs no command. Three are pictures, not orders: the bonus flash, fog and sky. */
static void run_command(struct nq_state *s, char *text)
{
    char *words[STUFFTEXT_WORDS];
    int count = stufftext_split(text, words);
    if (count == 1 && strcmp(words[0], "bf") == 0) {
        s->bonus_flash.now = NQ_BONUS_FLASH;
    } else if (count == 2 && strcmp(words[0], "sky") == 0) {
        nq_apply_skybox(s, words[1]);
    } else if (count >= 2 && count <= 6 && strcmp(words[0], "fog") == 0) {
        double numbers[STUFFTEXT_WORDS];
        for (int i = 1; i < count; i++) {
            numbers[i - 1] = strtod(words[i], NULL);
        }
        nq_command_fog(s, numbers, count - 1);
    }
}

void nq_end_stufftext(struct nq_state *s, struct stufftext *stuffed)
{
    if (stufftext_end(stuffed)) {
        run_command(s, stuffed->text);
    }
}

void nq_apply_stufftext(struct nq_state *s, struct stufftext *stuffed, const char *text)
{
    while (stufftext_next(stuffed, &text)) {
        run_command(s, stuffed->text);
    }
}
