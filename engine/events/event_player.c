#include "engine/events/event_player.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool event_text_has(const char *in, const char *text)
{
    const size_t length = strlen(text);
    for (; *in; in++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)in[i]) == tolower((unsigned char)text[i])) {
            i++;
        }
        if (i == length) {
            return true;
        }
    }
    return length == 0;
}

bool event_player_is(const char *who, int32_t slot, const char *name, bool viewed)
{
    char *end;
    if (slot < 0) {
        return false;
    }
    if (strcmp(who, "recorder") == 0) {
        return viewed;
    }
    const long number = strtol(who, &end, 10);
    return (*end == '\0' && number == slot) || event_text_has(name, who);
}

bool event_has_player(const struct game_event *event, const char *who)
{
    return event_player_is(who, event->player.slot, event->player.name, event->viewed) ||
           event_player_is(who, event->other.slot, event->other.name, false);
}
