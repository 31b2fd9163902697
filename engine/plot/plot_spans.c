/* Who held which item, from when to when. */
#include <string.h>

#include "engine/plot/plot_collect.h"

const char *plot_item_name(int item)
{
    static const char *const flags[] = {"red flag", "blue flag", "flag"};
    return item < DEMO_ITEM_KINDS ? demo_item_name((enum demo_item_kind)item)
                                  : flags[(item - DEMO_ITEM_KINDS) % 3];
}

bool plot_item_is_taken(int item)
{
    return item == DEMO_ITEM_MEGA || item == DEMO_ITEM_RED_ARMOR ||
           item == DEMO_ITEM_YELLOW_ARMOR || item == DEMO_ITEM_GREEN_ARMOR;
}

static void end_span(struct plot_collector *c, struct plot_span *span, double time)
{
    span->open = false;
    span->to = time > span->from ? time : span->from;
    c->open_spans--;
}

/* Ends those of an item (negative: of all) that a player (NULL: anybody) has. */
static void end_spans(struct plot_collector *c, const struct plot_player *player, int32_t item,
                      double time)
{
    struct plot_data *data = c->data;
    for (size_t i = data->num_spans; c->open_spans > 0 && i-- > 0;) {
        struct plot_span *span = &data->spans[i];
        if (span->open && (item < 0 || span->item == item) &&
            (!player || &data->players[span->player] == player)) {
            end_span(c, span, time);
        }
    }
}

static void begin_span(struct plot_collector *c, const struct plot_player *player, int32_t item,
                       double time)
{
    struct plot_data *data = c->data;
    if (data->num_spans == PLOT_SPANS) {
        data->dropped = true;
    } else if (array_reserve(&data->spans, &data->room_spans, data->num_spans + 1,
                             sizeof(*data->spans)) < 0) {
        c->status = FORMAT_MEMORY;
    } else {
        data->spans[data->num_spans++] =
            (struct plot_span){.from = time,
                               .to = time,
                               .player = (uint32_t)(player - data->players),
                               .item = item,
                               .open = true};
        c->open_spans++;
    }
}

static int32_t flag_of(const char *text)
{
    return strstr(text, "red")    ? PLOT_RED_FLAG
           : strstr(text, "blue") ? PLOT_BLUE_FLAG
                                  : PLOT_NEUTRAL_FLAG;
}

void plot_spans_see(struct plot_collector *c, const struct game_event *event,
                    const struct plot_player *player, double time)
{
    const bool is_flag = event->kind == GAME_EVENT_FLAG || event->kind == GAME_EVENT_CAPTURE;
    const char *text = event->text ? event->text : "";
    const int32_t item = is_flag ? flag_of(text) : event->item;
    const bool begins = event->kind == GAME_EVENT_POWERUP ||
                        (event->kind == GAME_EVENT_FLAG && strstr(text, "taken") != NULL) ||
                        (event->kind == GAME_EVENT_PICKUP && plot_item_is_taken(item));
    if (item < 0 || item >= PLOT_ITEMS || (event->kind == GAME_EVENT_PICKUP && !begins)) {
        return;
    }
    /* There is one of a flag; of a powerup there may be several. */
    end_spans(c, is_flag || plot_item_is_taken(item) ? NULL : player, item, time);
    if (begins && player) {
        begin_span(c, player, item, time);
    }
}

void plot_spans_drop(struct plot_collector *c, const struct plot_player *player, double time)
{
    for (int32_t item = 0; player && c->open_spans > 0 && item < PLOT_ITEMS; item++) {
        if (!plot_item_is_taken(item)) {
            end_spans(c, player, item, time);
        }
    }
}

void plot_spans_end(struct plot_collector *c, double time)
{
    end_spans(c, NULL, -1, time);
}
