#include "engine/edit/netquake/nq_convert.h"

#include <math.h>
#include <string.h>

#include "engine/edit/netquake/nq_convert_internal.h"
#include "engine/edit/netquake/nq_split_block.h"

enum { EIGHTHS = 8, SIXTEENTHS = 16 };

static const struct nq_convert_target targets[] = {
    {.protocol = NQ_PROTOCOL_15,
     .names = 255,
     .frames = 255,
     .entities = 600,
     .statics = 128,
     .block = NQ_BLOCK_ID},
    {.protocol = NQ_PROTOCOL_666,
     .names = 2047,
     .frames = UINT16_MAX,
     .entities = 32000,
     .statics = UINT32_MAX,
     .block = NQ_BLOCK_FITZQUAKE},
    {.protocol = NQ_PROTOCOL_999,
     .flags = NQ_PRFL_INT32COORD | NQ_PRFL_SHORTANGLE, /* QuakeSpasm's own choice */
     .names = 2047,
     .frames = UINT16_MAX,
     .entities = 32000,
     .statics = UINT32_MAX,
     .block = NQ_BLOCK_FITZQUAKE},
};

static const struct nq_convert_target *find_target(int32_t protocol)
{
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
        if (targets[i].protocol == protocol) {
            return &targets[i];
        }
    }
    return NULL;
}

bool nq_convert_knows(int32_t protocol)
{
    return find_target(protocol) != NULL;
}

double nq_convert_limit(int32_t protocol, enum convert_kind kind)
{
    const struct nq_convert_target *target = find_target(protocol);
    switch (kind) {
    case CONVERT_MODEL:
    case CONVERT_SOUND:
        return target->names;
    case CONVERT_FRAME:
        return target->frames;
    case CONVERT_ENTITY:
        return target->entities - 1;
    case CONVERT_STATIC:
        return target->statics;
    case CONVERT_PLACE:
        return 4095.875;
    case CONVERT_BLOCK_SIZE:
        return (double)target->block;
    default:
        return 0.0;
    }
}

void nq_convert_found(struct nq_converter *c, enum convert_kind kind, double value)
{
    struct convert_finding *found = &c->report->found[kind];
    if (found->count++ == 0) {
        found->placed = true;
        found->block = c->number;
        found->offset = c->offset;
        found->value = value;
    }
}

void nq_convert_put(struct nq_converter *c, const struct nq_message *message)
{
    nq_message_encode(&c->to, message, &c->block);
    nq_protocol_follow(&c->to, message);
}

void nq_convert_check_place(struct nq_converter *c, const double origin[3])
{
    if (c->to.flags & NQ_PRFL_FLOATCOORD) {
        return;
    }
    const bool wide = (c->to.flags & (NQ_PRFL_INT32COORD | NQ_PRFL_24BITCOORD)) != 0;
    const double unit = wide ? SIXTEENTHS : EIGHTHS;
    const double most = (wide ? INT32_MAX : INT16_MAX) + 0.5;
    for (int i = 0; i < 3; i++) {
        const double scaled = origin[i] * unit;
        if (!(fabs(scaled) < most)) {
            nq_convert_found(c, CONVERT_PLACE, origin[i]);
            continue;
        }
        const double moved = fabs(scaled - floor(scaled + 0.5)) / unit;
        c->report->moved = moved > c->report->moved ? moved : c->report->moved;
    }
}

/* --- serverinfo ---------------------------------------------------------------------------------
 */

/* A level's names of one kind, each with its NUL. */
struct names {
    struct byte_writer text;
    uint32_t count;
};

static void begin_names(struct names *names, const struct nq_names *from)
{
    const char *end = from->first;
    for (uint32_t i = 0; i < from->count; i++) {
        end += strlen(end) + 1;
    }
    if (from->count > 0) {
        byte_writer_bytes(&names->text, from->first, (size_t)(end - from->first));
    }
    names->count = from->count;
}

static void add_late_name(struct names *models, struct names *sounds,
                          const struct nq_precache *precache)
{
    struct names *names = precache->kind == NQ_PRECACHE_MODEL   ? models
                          : precache->kind == NQ_PRECACHE_SOUND ? sounds
                                                                : NULL;
    if (names && precache->number == names->count + 1 && precache->name[0] != '\0') {
        byte_writer_string(&names->text, precache->name);
        names->count++;
    }
}

/* Adds the names that the level's later messages tell, which older protocols have no message for.
 * Damage is found again where it is. */
static void add_late_names(const struct nq_converter *c, struct names *models, struct names *sounds)
{
    struct nq_protocol protocol = c->from;
    struct nq_message message = {0};
    struct dem_block block;
    size_t pos = c->next_block;
    while (message.id != NQ_SERVERINFO && dem_next_block(c->dem, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0 &&
               message.id != NQ_SERVERINFO) {
            if (message.id == NQ_PRECACHE) {
                add_late_name(models, sounds, &message.u.precache);
            }
        }
    }
}

static struct nq_names list_names(const struct names *names)
{
    return (struct nq_names){(const char *)names->text.data, names->count};
}

static void convert_serverinfo(struct nq_converter *c, const struct nq_message *message)
{
    struct nq_message to = *message;
    struct nq_serverinfo *info = &to.u.serverinfo;
    struct names models = {{0}, 0}, sounds = {{0}, 0};
    begin_names(&models, &info->models);
    begin_names(&sounds, &info->sounds);
    if (c->from.fte2 != 0 || nq_protocol_is_darkplaces(&c->from)) {
        add_late_names(c, &models, &sounds);
    }
    nq_convert_limit_to(c, CONVERT_MODEL, models.count, c->target->names);
    nq_convert_limit_to(c, CONVERT_SOUND, sounds.count, c->target->names);
    const bool same = info->protocol == c->target->protocol && info->num_extensions == 0;
    info->models = list_names(&models);
    info->sounds = list_names(&sounds);
    info->flags = same ? info->flags : c->target->flags;
    info->protocol = c->target->protocol;
    info->num_extensions = 0;
    info->ftex = 0;
    info->fte2 = 0;
    if (models.text.failed || sounds.text.failed) {
        c->block.failed = true;
    } else {
        nq_convert_put(c, &to);
    }
    byte_writer_free(&models.text);
    byte_writer_free(&sounds.text);
    c->statics = 0;
}

/* --- blocks -------------------------------------------------------------------------------------
 */

static int convert_messages(struct nq_converter *c, const struct dem_block *block,
                            struct format_error *err)
{
    struct nq_message message;
    size_t at = 0;
    int code = 0;
    while (!c->disconnected && (code = nq_message_decode(&c->from, block->messages, block->size,
                                                         &at, &message, err)) > 0) {
        c->offset = block->offset + DEM_BLOCK_HEADER + message.offset;
        nq_protocol_follow(&c->from, &message);
        if (message.id == NQ_SERVERINFO) {
            convert_serverinfo(c, &message);
        } else {
            nq_convert_message(c, &message);
        }
        c->disconnected |= message.id == NQ_DISCONNECT;
    }
    if (code < 0 && err) {
        err->offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

static int write_block(struct nq_converter *c, const struct nq_protocol *before,
                       const struct dem_block *block, struct byte_writer *out)
{
    size_t largest;
    if (c->block.size == 0) {
        c->report->empty++;
        return 0;
    }
    const int code = nq_split_block(before, block->angles, c->block.data, c->block.size,
                                    c->target->block, out, &c->report->blocks, &largest);
    if (largest > c->target->block) {
        nq_convert_found(c, CONVERT_BLOCK_SIZE, (double)largest);
    }
    return code;
}

static int convert_block(struct nq_converter *c, const struct dem_block *block,
                         struct byte_writer *out, struct format_error *err)
{
    const struct nq_protocol before = c->to;
    c->block.size = 0;
    c->timed = false;
    c->statics = c->state->arrays[NQ_STATICS].count;
    c->offset = block->offset;
    int code = nq_state_apply_block(&c->state, c->dem, block, err);
    code = code < 0 ? code : convert_messages(c, block, err);
    if (code < 0) { /* none of this block: it would end in the middle */
        return code;
    }
    if (c->timed && !c->disconnected) {
        nq_convert_known_clientdata(c);
        nq_convert_all_entities(c);
    }
    code = write_block(c, &before, block, out);
    return c->block.failed || out->failed ? FORMAT_MEMORY : code;
}

int nq_convert(const struct nq_file *file, int32_t protocol, struct byte_writer *out,
               struct convert_report *report, struct format_error *err)
{
    const struct dem_file *dem = &file->dem;
    const struct nq_convert_target *target = find_target(protocol);
    struct nq_converter c = {.dem = dem,
                             .target = target,
                             .report = report,
                             .state = nq_state_create(),
                             .from = file->protocol,
                             /* as a reader takes what is in front of a serverinfo */
                             .to = nq_protocol_make(NQ_PROTOCOL_15, 0)};
    struct dem_block block;
    size_t pos = dem->first_block;
    int code = c.state ? 1 : FORMAT_MEMORY;
    *report = (struct convert_report){0};
    dem_copy_track(out, dem);
    while (code > 0 && !c.disconnected && (code = dem_next_block(dem, &pos, &block, err)) > 0) {
        c.next_block = pos;
        code = convert_block(&c, &block, out, err);
        code = code < 0 ? code : 1;
        c.number++;
    }
    nq_state_destroy(c.state);
    byte_writer_free(&c.block);
    if (code == FORMAT_MEMORY || out->failed) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    return code < 0 ? code : 0;
}
