/* Prints of a NetQuake server: notify lines, centre print, stuffed commands. */
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_state.h"
#include "engine/quake/quake_sounds.h"

void nq_apply_print(struct nq_state *s, const char *text)
{
    const struct console_print print = {
        .audience = CONSOLE_EVERYBODY, .time = s->times[0], .text = text};
    console_print(&s->console, s->prints, NQ_PRINT_LINES, &print);
    if (text[0] == 1) {
        return; /* chat contains no obituaries */
    }
    frag_feed_print(&s->frags, text, s->times[0]);
    static const char rule[] = "\"teamplay\" changed to \"";
    if (strncmp(text, rule, sizeof rule - 1) == 0) { /* Cvar_Set */
        const char digit = text[sizeof rule - 1];
        s->teamplay = digit >= '0' && digit <= '9' ? (uint32_t)(digit - '0') : 0;
    }
}

void nq_apply_center_print(struct nq_state *s, const char *text)
{
    console_print_center(&s->center, 1, CONSOLE_EVERYBODY, s->times[0], text, NULL);
}

/* A demo runs no command. Three are pictures, not orders: the bonus flash, fog and sky; and one is
 * a sound. 0 or FORMAT_MEMORY. */
static int run_command(const struct nq_apply *apply, char *text)
{
    struct nq_state *s = *apply->state;
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
    return apply->sounds ? quake_sound_command(apply->sounds, words, count, 0, nq_apply_seed(apply))
                         : 0;
}

int nq_end_stufftext(const struct nq_apply *apply)
{
    return stufftext_end(apply->stuffed) ? run_command(apply, apply->stuffed->text) : 0;
}

int nq_apply_stufftext(const struct nq_apply *apply, const char *text)
{
    int status = 0;
    while (status == 0 && stufftext_next(apply->stuffed, &text)) {
        status = run_command(apply, apply->stuffed->text);
    }
    return status;
}
