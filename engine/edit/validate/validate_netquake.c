/* Checks of NetQuake demos. Sources: those of validate_limits.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/validate/nq_limits.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

enum {
    ENTITIES = 65536, /* that a number can name */
    SIGN_ON_DONE = 3, /* the last number that a demo has; the first update makes it 4 */
    IN_GAME = 4
};

int nq_limits_begin(struct nq_limits *c, struct validate_check *check,
                    const struct nq_protocol *protocol)
{
    *c =
        (struct nq_limits){.check = check, .protocol = *protocol, .colormaps = calloc(ENTITIES, 1)};
    return c->colormaps ? 0 : FORMAT_MEMORY;
}

void nq_limits_end(struct nq_limits *c)
{
    free(c->colormaps);
}

static void limit_at(struct nq_limits *c, enum validate_rule rule,
                     const struct nq_limits_place *place)
{
    const uint32_t block = c->check->block;
    c->check->block = place->block;
    (void)validate_limit(c->check, rule, place->offset, 1);
    c->check->block = block;
}

/* --- the track line -----------------------------------------------------------------------------
 */

/* Where id's reader begins with blocks: it reads up to a line's end. */
static size_t line_end(const struct dem_file *dem)
{
    const uint8_t *end = memchr(dem->data, '\n', dem->size);
    return end ? (size_t)(end - dem->data) + 1 : dem->size;
}

/* QuakeSpasm's, which wants a number as scanf("%i") reads it, then a line's end; SIZE_MAX: refused.
 */
static size_t number_end(const struct dem_file *dem)
{
    const uint8_t *data = dem->data;
    const size_t size = dem->size;
    size_t at = 0;
    while (at < size && isspace(data[at])) {
        at++;
    }
    at += at < size && (data[at] == '-' || data[at] == '+');
    const size_t digits = at;
    const bool hex = at + 1 < size && data[at] == '0' && (data[at + 1] | 0x20) == 'x';
    const bool octal = at < size && data[at] == '0' && !hex;
    at += hex ? 2 : 0;
    while (at < size &&
           (hex ? isxdigit(data[at]) : data[at] >= '0' && data[at] < (octal ? '8' : ':'))) {
        at++;
    }
    return at > digits && at < size && data[at] == '\n' ? at + 1 : SIZE_MAX;
}

static void check_track(struct nq_limits *c, const struct dem_file *dem)
{
    const size_t begin = c->check->client == CLIENT_NQ_QUAKESPASM ? number_end(dem) : line_end(dem);
    (void)validate_limit(c->check, RULE_TRACK_LINE, 0, begin != dem->first_block);
}

/* --- messages -----------------------------------------------------------------------------------
 */

static bool knows_protocol(const struct validate_check *check, int32_t version)
{
    const bool extended = version == NQ_PROTOCOL_666 || version == NQ_PROTOCOL_999;
    return version == NQ_PROTOCOL_15 || (extended && check->client == CLIENT_NQ_QUAKESPASM);
}

static bool knows_message(const struct validate_check *check, const struct nq_message *m)
{
    if (m->id >= NQ_ENTITY_UPDATE) {
        const bool nehahra = (m->u.update.mask & NQ_U_TRANS) && m->u.update.mask < NQ_U_ALPHA;
        return !m->u.update.is_dp && (!nehahra || check->client == CLIENT_NQ_QUAKESPASM);
    }
    if (m->id == NQ_TEMP_ENTITY) {
        return m->u.temp_entity.type <= NQ_TE_BEAM;
    }
    switch (m->id) {
    case NQ_SKYBOX:
    case NQ_BONUSFLASH:
    case NQ_FOG:
    case NQ_SPAWNBASELINE2:
    case NQ_SPAWNSTATIC2:
    case NQ_SPAWNSTATICSOUND2:
    case NQ_ACHIEVEMENT:
    case NQ_LOCALSOUND:
        return check->client == CLIENT_NQ_QUAKESPASM;
    default:
        return m->id <= NQ_CUTSCENE && m->id != NQ_SPAWNBINARY;
    }
}

static void check_text(struct nq_limits *c, size_t offset, const char *text)
{
    (void)validate_limit(c->check, RULE_TEXT_LENGTH, offset, (int64_t)strlen(text));
    (void)validate_limit(c->check, RULE_TEXT_END, offset, strchr(text, '\xff') != NULL);
}

static void check_names(struct nq_limits *c, const struct nq_names *names, enum validate_rule count,
                        enum validate_rule length, size_t offset)
{
    const char *name = names->first;
    (void)validate_limit(c->check, count, offset, names->count);
    for (uint32_t i = 0; i < names->count; i++, name += strlen(name) + 1) {
        (void)validate_limit(c->check, length, offset, (int64_t)strlen(name));
        check_text(c, offset, name);
    }
}

static void end_level(struct nq_limits *c)
{
    if (c->in_level && c->updated && c->sign_on != IN_GAME) {
        limit_at(c, RULE_SIGN_ON, &c->level);
    }
    c->in_level = false;
}

static void check_serverinfo(struct nq_limits *c, const struct nq_serverinfo *info, size_t offset)
{
    end_level(c);
    if (c->reconnects) {
        limit_at(c, RULE_RECONNECT, &c->reconnect);
    }
    /* Extensions stand where the number is read. */
    c->refused =
        validate_limit(c->check, RULE_PROTOCOL, offset,
                       info->num_extensions > 0 || !knows_protocol(c->check, info->protocol));
    if (c->refused) {
        return;
    }
    (void)validate_limit(c->check, RULE_PLAYERS, offset, info->max_clients);
    check_text(c, offset, info->level_name);
    check_names(c, &info->models, RULE_MODELS, RULE_MODEL_NAME, offset);
    check_names(c, &info->sounds, RULE_SOUNDS, RULE_SOUND_NAME, offset);
    memset(c->colormaps, 0, ENTITIES);
    c->level = (struct nq_limits_place){c->check->block, offset};
    c->max_clients = info->max_clients;
    c->sign_on = 0;
    c->statics = 0;
    c->in_level = true;
    c->updated = c->reconnects = false;
}

static void check_baseline(struct nq_limits *c, uint16_t entity,
                           const struct nq_entity_state *state, size_t offset)
{
    (void)validate_limit(c->check, RULE_ENTITY, offset, entity);
    (void)validate_limit(c->check, RULE_MODEL, offset, state->model);
    c->colormaps[entity] = state->colormap;
}

static void check_update(struct nq_limits *c, const struct nq_entity_update *update, size_t offset)
{
    const bool coloured = (update->mask & NQ_U_COLORMAP) != 0;
    const int colormap = coloured ? update->colormap : c->colormaps[update->entity];
    if (c->sign_on == SIGN_ON_DONE) {
        c->sign_on = IN_GAME;
        c->shown = true;
    }
    c->updated = true;
    (void)validate_limit(c->check, RULE_ENTITY, offset, update->entity);
    (void)validate_limit(c->check, RULE_MODEL, offset, update->model);
    (void)validate_limit(c->check, RULE_COLORMAP, offset, colormap > c->max_clients);
}

static void check_slot(struct nq_limits *c, uint8_t slot, size_t offset)
{
    (void)validate_limit(c->check, RULE_SLOT, offset, slot >= c->max_clients);
}

static void check_sign_on(struct nq_limits *c, uint8_t number, size_t offset)
{
    (void)validate_limit(c->check, RULE_SIGN_ON_ORDER, offset, number <= c->sign_on);
    c->sign_on = number > c->sign_on ? number : c->sign_on;
}

static void check_stufftext(struct nq_limits *c, const char *text, size_t offset)
{
    check_text(c, offset, text);
    if (strcmp(text, "reconnect\n") == 0) {
        c->reconnects = true;
        c->reconnect = (struct nq_limits_place){c->check->block, offset};
    }
}

/* Messages of the level's beginning. */
static void check_static(struct nq_limits *c, const struct nq_message *m, size_t offset)
{
    switch (m->id) {
    case NQ_SERVERINFO:
        check_serverinfo(c, &m->u.serverinfo, offset);
        break;
    case NQ_VERSION:
        (void)validate_limit(c->check, RULE_PROTOCOL, offset,
                             !knows_protocol(c->check, m->u.version));
        break;
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
        check_baseline(c, m->u.spawnbaseline.entity, &m->u.spawnbaseline.state, offset);
        break;
    case NQ_SPAWNSTATIC:
    case NQ_SPAWNSTATIC2:
        (void)validate_limit(c->check, RULE_STATIC_ENTITIES, offset, ++c->statics);
        (void)validate_limit(c->check, RULE_MODEL, offset, m->u.spawnstatic.model);
        break;
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        (void)validate_limit(c->check, RULE_SOUND, offset, m->u.spawnstaticsound.sound);
        break;
    case NQ_SIGNONNUM:
        check_sign_on(c, m->u.signonnum, offset);
        break;
    case NQ_LIGHTSTYLE:
        (void)validate_limit(c->check, RULE_LIGHTSTYLE, offset, m->u.lightstyle.style);
        (void)validate_limit(c->check, RULE_STYLE_LENGTH, offset,
                             (int64_t)strlen(m->u.lightstyle.map));
        check_text(c, offset, m->u.lightstyle.map);
        break;
    default:
        break;
    }
}

static void check_other(struct nq_limits *c, const struct nq_message *m, size_t offset)
{
    switch (m->id) {
    case NQ_UPDATENAME:
        check_slot(c, m->u.updatename.player, offset);
        (void)validate_limit(c->check, RULE_NAME_LENGTH, offset,
                             (int64_t)strlen(m->u.updatename.name));
        check_text(c, offset, m->u.updatename.name);
        break;
    case NQ_UPDATEFRAGS:
        check_slot(c, m->u.updatefrags.player, offset);
        break;
    case NQ_UPDATECOLORS:
        check_slot(c, m->u.updatecolors.player, offset);
        break;
    case NQ_UPDATESTAT:
        (void)validate_limit(c->check, RULE_STAT, offset, m->u.updatestat.stat);
        break;
    case NQ_SETVIEW:
        (void)validate_limit(c->check, RULE_VIEW_ENTITY, offset, m->u.setview);
        break;
    case NQ_SOUND:
        (void)validate_limit(c->check, RULE_SOUND_ENTITY, offset, m->u.sound.entity);
        (void)validate_limit(c->check, RULE_SOUND, offset, m->u.sound.sound);
        break;
    case NQ_LOCALSOUND:
        (void)validate_limit(c->check, RULE_SOUND, offset, m->u.localsound.sound);
        break;
    case NQ_CLIENTDATA:
        (void)validate_limit(c->check, RULE_ITEMS, offset, !m->u.clientdata.has_items);
        break;
    case NQ_STUFFTEXT:
        check_stufftext(c, m->u.text, offset);
        break;
    case NQ_PRINT:
    case NQ_CENTERPRINT:
    case NQ_FINALE:
    case NQ_CUTSCENE:
    case NQ_SKYBOX:
    case NQ_ACHIEVEMENT:
        check_text(c, offset, m->u.text);
        break;
    default:
        break;
    }
}

void nq_limits_message(struct nq_limits *c, const struct nq_message *m, size_t offset)
{
    if (validate_limit(c->check, RULE_UNKNOWN_MESSAGE, offset, !knows_message(c->check, m))) {
        return;
    }
    if (m->id >= NQ_ENTITY_UPDATE) {
        check_update(c, &m->u.update, offset);
        return;
    }
    check_static(c, m, offset);
    check_other(c, m, offset);
}

static void check_block(struct nq_limits *c, const struct dem_block *block)
{
    const size_t begin = block->offset + DEM_BLOCK_HEADER;
    struct nq_message message;
    size_t at = 0;
    int code = 0;
    (void)validate_limit(c->check, RULE_AFTER_END, block->offset, c->ended);
    (void)validate_limit(c->check, RULE_EMPTY_BLOCK, block->offset, block->size == 0);
    (void)validate_limit(c->check, RULE_BLOCK_SIZE, block->offset, block->size);
    while (!c->refused && !c->ended &&
           (code = nq_message_decode(&c->protocol, block->messages, block->size, &at, &message,
                                     NULL)) > 0) {
        nq_protocol_follow(&c->protocol, &message);
        nq_limits_message(c, &message, begin + message.offset);
        c->ended = message.id == NQ_DISCONNECT;
    }
    (void)validate_limit(c->check, RULE_BAD_MESSAGE, begin + at, code < 0);
}

/* The bytes at pos are no whole block: of a size that no engine reads, or the file ends in it. */
static void check_torn(struct nq_limits *c, const struct dem_file *dem, size_t pos)
{
    const bool sized = dem->size - pos >= sizeof(uint32_t);
    const uint32_t size = sized ? bytes_u32(dem->data + pos) : 0;
    if (!validate_limit(c->check, RULE_BLOCK_SIZE, pos, size)) {
        (void)validate_limit(c->check, RULE_TORN_BLOCK, pos, 1);
    }
}

static void check_blocks(struct nq_limits *c, const struct dem_file *dem)
{
    struct dem_block block;
    size_t pos = dem->first_block;
    int code = 0;
    check_track(c, dem);
    while (!c->refused && !(c->ended && pos < dem->size) &&
           (code = dem_next_block(dem, &pos, &block, NULL)) > 0) {
        check_block(c, &block);
        c->check->block++;
    }
    if (c->refused) { /* the engine has read no more */
        return;
    }
    if (c->ended) {
        (void)validate_limit(c->check, RULE_AFTER_END, pos, pos < dem->size);
    } else if (code < 0) {
        check_torn(c, dem, pos);
    }
    end_level(c);
    (void)validate_limit(c->check, RULE_NO_LEVEL, dem->first_block, !c->shown);
    (void)validate_limit(c->check, RULE_NO_END, dem->size, !c->ended && code == 0);
}

int validate_netquake(struct validate_check *check, const struct demo *demo,
                      struct format_error *err)
{
    const struct nq_file *file = demo->file;
    struct nq_limits c;
    if (nq_limits_begin(&c, check, &file->protocol) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    check_blocks(&c, &file->dem);
    nq_limits_end(&c);
    return 0;
}
