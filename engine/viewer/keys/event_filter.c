#include "engine/viewer/keys/event_filter.h"

#define BIT(kind) (1u << DEMO_EVENT_##kind)

static const struct {
    uint32_t kinds;
    bool marks;
    const char *name, *label;
} filters[EVENT_FILTERS] = {
    [EVENTS_MAIN] = {BIT(FRAG) | BIT(DEATH) | BIT(FLAG) | BIT(LEVEL) | BIT(ROUND) | BIT(FINISH),
                     true, "frags, deaths, flags, levels, finishes, rounds, marks", "e: main"},
    [EVENTS_ALL] = {(1u << DEMO_EVENT_KINDS) - 1, true, "everything", "e: all"},
    [EVENTS_FRAGS] = {BIT(FRAG) | BIT(DEATH), false, "frags and deaths", "e: frags"},
    [EVENTS_ITEMS] = {BIT(PICKUP) | BIT(SECRET), false, "pickups and secrets", "e: items"},
    [EVENTS_CHAT] = {BIT(CHAT) | BIT(TEAM), false, "chat and teams", "e: chat"},
};

uint32_t event_filter_kinds(enum event_filter filter)
{
    return filters[filter].kinds;
}

bool event_filter_marks(enum event_filter filter)
{
    return filters[filter].marks;
}

const char *event_filter_name(enum event_filter filter)
{
    return filters[filter].name;
}

const char *event_filter_label(enum event_filter filter)
{
    return filters[filter].label;
}
