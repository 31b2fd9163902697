/* Fuzz target: stuffed text of servers, in one piece and in two, as NetQuake and QuakeWorld split
 * it; and the orders for the picture in it. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake/quake_orders.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good)
{
    if (!good) {
        abort();
    }
}

static void check_orders(const struct quake_orders *orders)
{
    const float values[] = {orders->idle.scale,    orders->idle.cycle[0], orders->idle.cycle[1],
                            orders->idle.cycle[2], orders->idle.level[0], orders->idle.level[1],
                            orders->idle.level[2]};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        require(fabsf(values[i]) <= 10000.0f);
    }
    for (int i = 0; i < 4; i++) {
        require(orders->tint[i] >= 0 && orders->tint[i] <= 255);
    }
}

static void follow(struct quake_orders *orders, const char *command)
{
    for (int rules = STUFFTEXT_NETQUAKE; rules <= STUFFTEXT_QUAKEWORLD; rules++) {
        struct stufftext_words words;
        size_t letters = 0;
        stufftext_split(command, (enum stufftext_rules)rules, &words);
        require(words.count >= 0 && words.count <= STUFFTEXT_WORDS);
        for (int i = 0; i < words.count; i++) {
            letters += strlen(words.at[i]);
        }
        require(letters <= strlen(command));
        (void)quake_orders_follow(orders, &words);
        check_orders(orders);
    }
}

/* Follows what these texts order, one after the other. */
static void follow_texts(struct quake_orders *orders, const char *const texts[2])
{
    static struct stufftext stuffed;
    quake_orders_reset(orders);
    stufftext_begin(&stuffed);
    for (int i = 0; i < 2; i++) {
        const char *text = texts[i];
        while (stufftext_next(&stuffed, &text)) {
            follow(orders, stuffed.text);
        }
        require(*text == '\0');
    }
    if (stufftext_end(&stuffed)) {
        follow(orders, stuffed.text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *whole = calloc(1, size + 1), *head = calloc(1, size + 1);
    require(whole && head);
    memcpy(whole, data, size);
    const size_t length = strlen(whole), half = length > 0 ? data[0] % (length + 1) : 0;
    memcpy(head, whole, half);
    struct quake_orders once, twice;
    follow_texts(&once, (const char *const[2]){whole, ""});
    follow_texts(&twice, (const char *const[2]){head, whole + half});
    require(memcmp(&once, &twice, sizeof once) == 0);
    free(whole);
    free(head);
    return 0;
}
