#include "tools/nq_seeds.h"

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

enum {
    SPIKED = NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO | NQ_FTE2_VOICECHAT,
    OTHERS = NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_NEWSIZEENCODING | NQ_FTE2_SETANGLEDELTA
};

static const struct {
    const char *name;
    int32_t protocol;
    uint32_t flags; /* of 999 */
    uint32_t ftex, fte2;
} kinds[NQ_SEEDS] = {
    {"250.dem", 250, 0, 0, 0},
    {"666.dem", 666, 0, 0, 0},
    {"999.dem", 999, NQ_PRFL_INT32COORD | NQ_PRFL_SHORTANGLE, 0, 0},
    {"999float.dem", 999, NQ_PRFL_FLOATCOORD | NQ_PRFL_FLOATANGLE, 0, 0},
    {"10000.dem", 10000, 0, 0, 0},
    {"10001.dem", 10001, 0, 0, 0},
    {"10002.dem", 10002, 0, 0, 0},
    {"3502.dem", 3502, 0, 0, 0},
    {"3503.dem", 3503, 0, 0, 0},
    {"3504.dem", 3504, 0, 0, 0},
    {"fte15.dem", 15, 0, NQ_FTEX_FLOATCOORDS, SPIKED},
    {"fte666.dem", 666, 0, 0, SPIKED},
    {"fte999.dem", 999, NQ_PRFL_24BITCOORD, 0, OTHERS},
    {"fte10002.dem", 10002, 0, 0, OTHERS},
};

/* Mask bits that no recorder of the built-in demos sends, one more with each update. */
static const uint32_t delta_bits[] = {NQ_D_RESET,     NQ_D_PREDICTION, NQ_D_WIDE,      NQ_D_SKIN,
                                      NQ_D_SOLID,     NQ_D_FLAGS,      NQ_D_ALPHA,     NQ_D_SCALE,
                                      NQ_D_DRAWFLAGS, NQ_D_TAG,        NQ_D_LIGHT,     NQ_D_TRAIL,
                                      NQ_D_COLORMOD,  NQ_D_GLOW,       NQ_D_FATNESS,   NQ_D_MODEL2,
                                      NQ_D_GRAVITY,   NQ_D_EFFECTS2,   NQ_D_FRAME_TIME};
static const uint32_t dp_bits[] = {NQ_E5_CREATE,   NQ_E5_FLAGS,    NQ_E5_ALPHA,     NQ_E5_SCALE,
                                   NQ_E5_ORIGIN32, NQ_E5_ANGLES16, NQ_E5_MODEL16,   NQ_E5_TAG,
                                   NQ_E5_LIGHT,    NQ_E5_GLOW,     NQ_E5_EFFECTS16, NQ_E5_EFFECTS32,
                                   NQ_E5_FRAME16,  NQ_E5_COLORMOD, NQ_E5_GLOWMOD,   NQ_E5_TRAIL};

struct seed_maker {
    int kind;
    struct nq_protocol from, to;
    struct byte_writer block;   /* messages of the block */
    struct byte_writer entries; /* of its message of entities */
    uint8_t words[16];          /* extensions of the serverinfo */
    uint32_t updates;           /* so far */
    float time;
};

const char *nq_seed_name(int kind)
{
    return kinds[kind].name;
}

static void add(struct seed_maker *maker, const struct nq_message *message)
{
    nq_message_encode(&maker->to, message, &maker->block);
    nq_protocol_follow(&maker->to, message);
}

static void add_serverinfo(struct seed_maker *maker, struct nq_message *message)
{
    struct nq_serverinfo *info = &message->u.serverinfo;
    const uint32_t words[4] = {NQ_EXTENSION_FTE2, kinds[maker->kind].fte2, NQ_EXTENSION_FTEX,
                               kinds[maker->kind].ftex};
    for (int i = 0; i < 4; i++) {
        bytes_put_u32(maker->words + 4 * i, words[i]);
    }
    info->protocol = kinds[maker->kind].protocol;
    info->flags = kinds[maker->kind].flags;
    info->fte2 = kinds[maker->kind].fte2;
    info->ftex = kinds[maker->kind].ftex;
    info->num_extensions = info->fte2 == 0 ? 0 : info->ftex == 0 ? 1 : 2;
    info->extensions = maker->words;
    info->game_dirs = "id1";
    add(maker, message);
}

static void add_delta(struct seed_maker *maker, const struct nq_entity_update *update)
{
    struct nq_delta_entry entry = {.entity = update->entity};
    struct nq_delta *delta = &entry.delta;
    delta->mask = NQ_D_ORIGIN_XY | NQ_D_ORIGIN_Z | NQ_D_ANGLE_Y;
    delta->mask |= update->mask & NQ_U_FRAME ? NQ_D_FRAME : 0;
    delta->mask |= update->mask & NQ_U_MODEL ? NQ_D_MODEL : 0;
    delta->mask |= update->mask & NQ_U_EFFECTS ? NQ_D_EFFECTS : 0;
    delta->mask |= delta_bits[maker->updates % (sizeof delta_bits / sizeof delta_bits[0])];
    delta->frame = update->frame;
    delta->model = update->model;
    delta->effects = update->effects;
    delta->angles[1] = update->angles[1];
    delta->prediction = (struct nq_prediction){.flags = 0xff, .moves = {100, 0, 0}, .msec = 13};
    delta->tag_entity = 1;
    delta->trail = NQ_DELTA_EMIT | 1;
    for (int i = 0; i < 3; i++) {
        delta->origin[i] = update->origin[i];
    }
    nq_delta_entry_write(&maker->to, &entry, &maker->entries);
}

static void add_dp_entry(struct seed_maker *maker, const struct nq_entity_update *update)
{
    struct nq_dp_entry entry = {.number = update->entity};
    struct nq_dp_entity *entity = &entry.entity;
    entity->mask = NQ_E5_ORIGIN | NQ_E5_ANGLES;
    entity->mask |= update->mask & NQ_U_FRAME ? NQ_E5_FRAME : 0;
    entity->mask |= update->mask & NQ_U_MODEL ? NQ_E5_CREATE | NQ_E5_MODEL : 0;
    entity->mask |= update->mask & NQ_U_EFFECTS ? NQ_E5_EFFECTS : 0;
    entity->mask |= dp_bits[maker->updates % (sizeof dp_bits / sizeof dp_bits[0])];
    entity->frame = update->frame;
    entity->model = update->model;
    entity->effects = update->effects;
    entity->tag_entity = 1;
    for (int i = 0; i < 3; i++) {
        entity->origin[i] = update->origin[i];
        entity->angles[i] = update->angles[i];
    }
    nq_dp_entry_write(&entry, &maker->entries);
}

static void add_message(struct seed_maker *maker, struct nq_message *message)
{
    const bool deltas = nq_protocol_has_deltas(&maker->to);
    const bool darkplaces = nq_protocol_is_darkplaces(&maker->to);
    if (message->id == NQ_SERVERINFO) {
        add_serverinfo(maker, message);
    } else if (message->id >= NQ_ENTITY_UPDATE && (deltas || darkplaces)) {
        if (deltas) {
            add_delta(maker, &message->u.update);
        } else {
            add_dp_entry(maker, &message->u.update);
        }
        maker->updates++;
    } else if (message->id == NQ_TIME) {
        maker->time = message->u.time;
        add(maker, message);
    } else if (message->id != NQ_CLIENTDATA || !nq_protocol_stats_tell_all(&maker->to)) {
        add(maker, message);
    }
}

static void end_block(struct seed_maker *maker, const float angles[3], struct byte_writer *out)
{
    struct nq_message message = {0};
    if (maker->entries.size > 0 && nq_protocol_has_deltas(&maker->to)) {
        message.id = NQ_DELTAS;
        message.u.deltas.time = maker->time;
        message.u.deltas.bytes = maker->entries.data;
        message.u.deltas.size = (uint32_t)maker->entries.size;
        add(maker, &message);
    } else if (maker->entries.size > 0) {
        message.id = NQ_DP_ENTITIES;
        message.u.dp_entities.bytes = maker->entries.data;
        message.u.dp_entities.size = (uint32_t)maker->entries.size;
        add(maker, &message);
    }
    dem_write_block(out, angles, maker->block.data, (uint32_t)maker->block.size);
    maker->block.size = 0;
    maker->entries.size = 0;
}

bool nq_seed_write(int kind, const uint8_t *demo, size_t size, size_t limit,
                   struct byte_writer *out)
{
    struct seed_maker maker = {.kind = kind};
    struct dem_file dem;
    struct dem_block block;
    int code = dem_open(&dem, demo, size, NULL);
    if (code < 0) {
        return false;
    }
    maker.from = maker.to = nq_detect_protocol(&dem);
    maker.to.items_optional = 0;
    dem_write_track(out, dem.track);
    for (size_t pos = dem.first_block; code >= 0 && pos < limit;) {
        if (dem_next_block(&dem, &pos, &block, NULL) <= 0) {
            break;
        }
        struct nq_message message;
        size_t at = 0;
        while ((code = nq_message_decode(&maker.from, block.messages, block.size, &at, &message,
                                         NULL)) > 0) {
            nq_protocol_follow(&maker.from, &message);
            add_message(&maker, &message);
        }
        end_block(&maker, block.angles, out);
    }
    const bool good = code >= 0 && !out->failed && !maker.block.failed && !maker.entries.failed;
    byte_writer_free(&maker.block);
    byte_writer_free(&maker.entries);
    return good;
}
