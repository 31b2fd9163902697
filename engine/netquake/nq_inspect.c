/* Facts that info prints for NetQuake demos only. */
#include <stdio.h>

#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_hash.h"
#include "engine/netquake/nq_stats.h"
#include "engine/quake/quake_keys.h"
#include "engine/quake/quake_orders.h"

/* QUAKEDP is DarkPlaces' 15: its number is Quake's, bits of its updates tell. */
static bool is_quakedp(const struct demo_stats *stats)
{
    const struct nq_facts *facts = stats->facts;
    return stats->protocol == NQ_PROTOCOL_15 && facts->quakedp_updates > 0;
}

static const char *protocol_engine(const struct demo_stats *stats)
{
    const char *name = nq_protocol_name(stats->protocol ? stats->protocol : NQ_PROTOCOL_15);
    return is_quakedp(stats) ? nq_protocol_name(NQ_PROTOCOL_DP7) : name ? name : "unknown";
}

static const char *protocol_name(const struct demo_stats *stats)
{
    return stats->protocol ? protocol_engine(stats) : NULL;
}

/* NULL = it needs none. */
static const char *protocol_title(const struct demo_stats *stats)
{
    return is_quakedp(stats) ? "QUAKEDP"
           : stats->protocol ? nq_protocol_title(stats->protocol)
                             : NULL;
}

static void print_extension(FILE *out, const char *title, uint32_t extension, uint32_t flags)
{
    char names[160];
    nq_protocol_extension_names(extension, flags, names, sizeof(names));
    if (flags) {
        fprintf(out, ", %s 0x%lx (%s)", title, (unsigned long)flags, names);
    }
}

static void print_protocol(FILE *out, const struct demo_stats *stats)
{
    const struct nq_facts *facts = stats->facts;
    const uint32_t flags = facts->protocol_flags;
    fprintf(out, "NetQuake, protocol ");
    if (stats->protocol) {
        const char *title = protocol_title(stats);
        fprintf(out, "%ld (%s)%s%s", (long)stats->protocol, protocol_engine(stats),
                title ? ", " : "", title ? title : "");
    } else {
        fprintf(out, "not said");
    }
    if (flags) {
        char names[160];
        nq_protocol_flag_names(flags, names, sizeof(names));
        fprintf(out, ", flags 0x%lx (%s)", (unsigned long)flags, names);
    }
    print_extension(out, "FTE2", NQ_EXTENSION_FTE2, facts->fte2);
    print_extension(out, "FTEX", NQ_EXTENSION_FTEX, facts->ftex);
}

static void print_facts(FILE *out, const struct demo_stats *stats)
{
    const struct nq_facts *facts = stats->facts;
    const int track = facts->file.dem.track;
    fprintf(out, "  CD track  %d%s\n", track, track == -1 ? " (the level's own)" : "");
    if (facts->has_view_entity) {
        fprintf(out, "  view      entity %u\n", facts->view_entity);
    }
}

static void print_level(FILE *out, const struct demo_level *level)
{
    fprintf(out, ", %u client%s%s", level->max_clients, level->max_clients == 1 ? "" : "s",
            level->game_type ? ", deathmatch" : "");
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    static const char *const styles[] = {"line", "scanf", "none"};
    const struct nq_facts *facts = stats->facts;
    const size_t levels = stats->level_count;
    const char *title = protocol_title(stats);
    if (title) {
        json_string(json, "protocol_title", title);
    }
    json_integer(json, "protocol_flags", facts->protocol_flags);
    json_integer(json, "ftex", facts->ftex);
    json_integer(json, "fte2", facts->fte2);
    json_integer(json, "track", facts->file.dem.track);
    json_string(json, "track_style", styles[facts->file.dem.style]);
    json_integer_if(json, "game_type", levels > 0,
                    levels > 0 ? stats->levels[levels - 1].game_type : 0);
    json_integer_if(json, "view_entity", facts->has_view_entity, facts->view_entity);
    if (facts->delta_updates + facts->delta_removals > 0) {
        json_integer(json, "entity_updates", (int64_t)facts->delta_updates);
        json_integer(json, "entity_removals", (int64_t)facts->delta_removals);
    }
    json_bool(json, "items_optional", facts->file.protocol.items_optional != 0);
}

static void json_level(struct json_writer *json, const struct demo_level *level)
{
    json_integer(json, "max_clients", level->max_clients);
    json_integer(json, "game_type", level->game_type);
}

/* First what is shown or heard, or lets a frame pass (nq_text.c); then what servers agree on with
 * a client: of a change of the level, of QuakeSpasm-Spiked's extensions, of DarkPlaces' downloads.
 */
static const char *const usual_commands[] = {"bf",
                                             "fog",
                                             "sky",
                                             "play",
                                             "wait",
                                             QUAKE_ORDER_COMMANDS,
                                             "reconnect",
                                             "cmd",
                                             "cl_serverextension_download",
                                             "cl_downloadbegin",
                                             "cl_downloadfinished",
                                             "csqc_progname",
                                             "csqc_progsize",
                                             "csqc_progcrc",
                                             NULL};
static const char *const usual_variables[] = {QUAKE_ORDER_VARIABLES, QUAKE_KEYS_VARIABLE, NULL};

static const char *message_name(const struct demo_stats *stats, uint8_t id)
{
    const struct nq_facts *facts = stats->facts;
    return nq_message_name_in(&facts->protocol, id);
}

const struct demo_inspector netquake_inspector = {
    .facts_size = sizeof(struct nq_facts),
    .begin = nq_stats_begin,
    .end = nq_stats_end,
    .usual_commands = usual_commands,
    .usual_variables = usual_variables,
    .print_protocol = print_protocol,
    .protocol_name = protocol_name,
    .print_facts = print_facts,
    .print_level = print_level,
    .json_facts = json_facts,
    .json_level = json_level,
    .message_name = message_name,
    .dump_hashes = nq_dump_hashes,
};
