/* What info says of a NetQuake demo alone. */
#include <stdio.h>

#include "engine/netquake/nq_dump.h"
#include "engine/netquake/nq_family.h"

static const char *protocol_title(const struct demo_stats *stats)
{
    const char *name = nq_protocol_name(stats->protocol ? stats->protocol : NQ_PROTOCOL_15);
    return name ? name : "unknown";
}

static const char *protocol_name(const struct demo_stats *stats)
{
    return stats->protocol ? protocol_title(stats) : NULL;
}

static void print_protocol(const struct demo_stats *stats)
{
    const uint32_t flags = stats->own.nq.protocol_flags;
    printf("NetQuake, protocol ");
    if (stats->protocol) {
        printf("%ld (%s)", (long)stats->protocol, protocol_title(stats));
    } else {
        printf("not said");
    }
    if (flags) {
        char names[160];
        nq_protocol_flag_names(flags, names, sizeof(names));
        printf(", flags 0x%lx (%s)", (unsigned long)flags, names);
    }
}

static void print_facts(const struct demo_stats *stats)
{
    const struct nq_facts *own = &stats->own.nq;
    printf("  CD track  %d%s\n", own->dem.track, own->dem.track == -1 ? " (the level's own)" : "");
    if (own->has_view_entity) {
        printf("  view      entity %u\n", own->view_entity);
    }
}

static void print_level(const struct demo_level *level)
{
    printf(", %u client%s%s", level->max_clients, level->max_clients == 1 ? "" : "s",
           level->game_type ? ", deathmatch" : "");
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    static const char *const styles[] = {"line", "scanf", "none"};
    const struct nq_facts *own = &stats->own.nq;
    json_integer(json, "protocol_flags", own->protocol_flags);
    json_integer(json, "track", own->dem.track);
    json_string(json, "track_style", styles[own->dem.style]);
    if (stats->level_count) {
        json_integer(json, "game_type", stats->levels[stats->level_count - 1].game_type);
    } else {
        json_null(json, "game_type");
    }
    if (own->has_view_entity) {
        json_integer(json, "view_entity", own->view_entity);
    } else {
        json_null(json, "view_entity");
    }
    json_bool(json, "items_optional", own->items_optional);
}

static void json_level(struct json_writer *json, const struct demo_level *level)
{
    json_integer(json, "max_clients", level->max_clients);
    json_integer(json, "game_type", level->game_type);
}

static void json_player(struct json_writer *json, const struct demo_player *player)
{
    (void)json;
    (void)player;
}

const struct demo_inspector netquake_inspector = {
    .family = "netquake",
    .read = nq_stats_read,
    .print_protocol = print_protocol,
    .protocol_name = protocol_name,
    .print_facts = print_facts,
    .print_level = print_level,
    .json_facts = json_facts,
    .json_level = json_level,
    .json_player = json_player,
    .message_name = nq_message_name,
    .dump = nq_dump,
};
