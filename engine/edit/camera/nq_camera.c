#include "engine/edit/camera/nq_camera.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/netquake/nq_convert.h"
#include "engine/edit/netquake/nq_split_block.h"
#include "engine/family/demo_clock.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/nq_message.h"
#include "formats/parts/part_note.h"

enum {
    NUMBERS = 1 << 16,  /* of entities, that messages can name */
    ENTITIES_15 = 600,  /* MAX_EDICTS (id, quakedef.h) */
    ENTITIES = 8192,    /* max_edicts, QuakeSpasm's default */
    BLOCK_15 = 8000,    /* MAX_MSGLEN (id) */
    LAST_MODEL = 255,   /* that one byte can tell */
    POWERS = 0xf << 19, /* IT_INVISIBILITY .. IT_QUAD: they colour the view */
    AXES = 3
};

/* A client adds it to the view's place, so that it is on no plane of the level, but at the level's
 * end (view.c). */
#define VIEW_OFFSET (1.0 / 32.0)

struct filming {
    const struct demo *demo;
    const struct nq_file *file;
    const struct camera_path *path;
    struct edit_camera_report *report;
    struct nq_protocol protocol;
    uint8_t used[NUMBERS / 8]; /* entity numbers */
    uint32_t first;            /* number behind the players' */
    uint32_t model;            /* of the camera's entity in this level */
    bool is_told;              /* setview, in this level, */
    bool lives;                /* and the recorder's health */
    bool is_over;              /* the level: its end is shown */
    bool is_timed;             /* the block is an update */
    bool is_refused;           /* there can be no such demo */
    double time;               /* of playback */
    struct camera camera;      /* at that time */
    struct byte_writer block;
};

/* --- the entity's number ------------------------------------------------------------------------
 */

static void use_number(struct filming *f, uint32_t number)
{
    if (number < NUMBERS) {
        f->used[number / 8] |= (uint8_t)(1 << number % 8);
    }
}

static void note_numbers(struct filming *f, const struct nq_message *m)
{
    if (m->id >= NQ_ENTITY_UPDATE) {
        use_number(f, m->u.update.entity);
        return;
    }
    switch (m->id) {
    case NQ_SERVERINFO:
        f->first = m->u.serverinfo.max_clients + 1u > f->first ? m->u.serverinfo.max_clients + 1u
                                                               : f->first;
        break;
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
        use_number(f, m->u.spawnbaseline.entity);
        break;
    case NQ_SETVIEW:
        use_number(f, m->u.setview);
        break;
    case NQ_SOUND:
        use_number(f, m->u.sound.entity);
        break;
    case NQ_STOPSOUND:
        use_number(f, m->u.stopsound >> 3);
        break;
    case NQ_TEMP_ENTITY:
        use_number(f, m->u.temp_entity.entity);
        break;
    default:
        break;
    }
}

static bool is_plain(const struct nq_protocol *protocol)
{
    return nq_convert_knows(protocol->version) && protocol->ftex == 0 && protocol->fte2 == 0;
}

/* Reads the good part of the demo. */
static int find_number(struct filming *f, struct format_error *err)
{
    struct nq_protocol protocol = f->file->protocol;
    struct nq_message m;
    struct dem_block block;
    size_t pos = f->file->dem.first_block;
    bool is_old = true;
    while (dem_next_block(&f->file->dem, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            nq_protocol_follow(&protocol, &m);
            note_numbers(f, &m);
            if (m.id == NQ_SERVERINFO && !is_plain(&protocol)) {
                f->is_refused = true;
                return format_fail(err, FORMAT_UNKNOWN, block.offset,
                                   "protocol %d%s cannot be filmed; convert the demo to 15, 666 or "
                                   "999 first",
                                   (int)protocol.version,
                                   nq_convert_knows(protocol.version) ? " with extensions" : "");
            }
            is_old &= protocol.version == NQ_PROTOCOL_15;
        }
    }
    const uint32_t end = is_old ? ENTITIES_15 : ENTITIES;
    uint32_t number = f->first;
    while (number < end && (f->used[number / 8] >> number % 8 & 1)) {
        number++;
    }
    f->report->entity = number;
    f->is_refused = number >= end;
    return number < end
               ? 0
               : format_fail(err, FORMAT_UNKNOWN, 0, "the demo uses all %lu numbers of entities",
                             (unsigned long)end);
}

/* A small model without effects of its own; else the level. */
static uint32_t find_model(const struct nq_names *models)
{
    static const char *const names[] = {"progs/eyes.mdl", "progs/player.mdl"};
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        const char *name = models->first;
        for (uint32_t i = 0; i < models->count && i < LAST_MODEL; i++) {
            if (strcmp(name, names[n]) == 0) {
                return i + 1;
            }
            name += strlen(name) + 1;
        }
    }
    return 1;
}

/* --- messages -----------------------------------------------------------------------------------
 */

static void put(struct filming *f, const struct nq_message *m)
{
    nq_message_encode(&f->protocol, m, &f->block);
}

static void put_view(struct filming *f)
{
    struct nq_message m = {.id = NQ_SETVIEW};
    m.u.setview = (uint16_t)f->report->entity;
    put(f, &m);
    f->is_told = true;
}

/* What a player feels does not move the camera. */
static void put_clientdata(struct filming *f, const struct nq_message *from)
{
    const uint32_t gone = NQ_SU_IDEALPITCH | NQ_SU_PUNCH1 | NQ_SU_PUNCH1 << 1 | NQ_SU_PUNCH1 << 2 |
                          NQ_SU_VELOCITY1 | NQ_SU_VELOCITY1 << 1 | NQ_SU_VELOCITY1 << 2 |
                          NQ_SU_ONGROUND | NQ_SU_INWATER | NQ_SU_WEAPONFRAME | NQ_SU_WEAPON |
                          NQ_SU_WEAPON2 | NQ_SU_WEAPONFRAME2 | NQ_SU_WEAPONALPHA;
    struct nq_message m = *from;
    struct nq_clientdata *c = &m.u.clientdata;
    c->mask = (c->mask & ~gone) | NQ_SU_VIEWHEIGHT;
    c->view_height = 0;
    c->items &= ~(uint32_t)POWERS;
    c->weapon_frame = 0;
    c->weapon_model = 0;
    c->weapon_alpha = NQ_ALPHA_DEFAULT;
    c->health = c->health > 0 ? c->health : 1;
    f->lives = true;
    put(f, &m);
}

static void put_message(struct filming *f, const struct nq_message *m, const uint8_t *bytes)
{
    f->is_over |= m->id == NQ_INTERMISSION || m->id == NQ_FINALE || m->id == NQ_CUTSCENE;
    switch (m->id) {
    case NQ_SETVIEW:
        put_view(f);
        break;
    case NQ_CLIENTDATA:
        put_clientdata(f, m);
        break;
    case NQ_SETANGLE:
    case NQ_DAMAGE:
    case NQ_BONUSFLASH:
        break;
    case NQ_STUFFTEXT:
        if (strcmp(m->u.text, "bf\n") == 0) {
            break;
        } /* fallthrough */
    default:
        byte_writer_bytes(&f->block, bytes + m->offset, m->size);
        break;
    }
}

/* What the camera's place becomes in the protocol. Returns 0 or FORMAT_UNKNOWN. */
static int note_place(struct filming *f, const struct nq_message *update, size_t at,
                      struct format_error *err)
{
    struct nq_message m;
    size_t pos = at;
    if (f->block.failed ||
        nq_message_decode(&f->protocol, f->block.data, f->block.size, &pos, &m, NULL) <= 0) {
        return 0;
    }
    for (int i = 0; i < AXES; i++) {
        const double away = fabs(m.u.update.origin[i] - update->u.update.origin[i]);
        f->report->moved = fmax(f->report->moved, away);
        if (!(away <= 1.0)) {
            f->is_refused = true;
            return format_fail(err, FORMAT_UNKNOWN, 0,
                               "at %.3f s the camera is farther out than protocol %d can tell",
                               f->time, (int)f->protocol.version);
        }
    }
    return 0;
}

static int put_camera(struct filming *f, struct format_error *err)
{
    struct nq_message m = {.id = NQ_ENTITY_UPDATE};
    struct nq_entity_update *u = &m.u.update;
    u->mask = NQ_U_ORIGIN1 | NQ_U_ORIGIN2 | NQ_U_ORIGIN3 | NQ_U_ANGLE1 | NQ_U_ANGLE2 | NQ_U_ANGLE3 |
              NQ_U_MODEL;
    u->entity = (uint16_t)f->report->entity;
    u->model = (uint16_t)f->model;
    for (int i = 0; i < AXES; i++) {
        u->origin[i] = (double)f->camera.origin[i] - (f->is_over ? 0.0 : VIEW_OFFSET);
        u->angles[i] = f->camera.angles[i];
    }
    if (!f->is_told) {
        put_view(f);
    }
    if (!f->lives) { /* until the first clientdata health is 0 */
        const struct nq_message health = {.id = NQ_UPDATESTAT, .u.updatestat = {.value = 1}};
        put(f, &health);
        f->lives = true;
    }
    const size_t at = f->block.size;
    put(f, &m);
    f->report->updates++;
    return note_place(f, &m, at, err);
}

/* --- blocks -------------------------------------------------------------------------------------
 */

/* Fills f->block. */
static int film_messages(struct filming *f, const struct dem_block *block, bool is_last,
                         struct format_error *err)
{
    struct nq_message m;
    size_t at = 0, end = 0;
    f->block.size = 0;
    f->is_timed = false;
    while (nq_message_decode(&f->protocol, block->messages, block->size, &at, &m, NULL) > 0) {
        nq_protocol_follow(&f->protocol, &m);
        f->is_timed |= m.id == NQ_TIME;
        if (m.id == NQ_SERVERINFO) {
            f->model = find_model(&m.u.serverinfo.models);
            f->is_told = f->lives = f->is_over = false;
        }
        put_message(f, &m, block->messages);
        end = m.offset + m.size;
    }
    if (is_last) {
        byte_writer_bytes(&f->block, block->messages + end, block->size - end);
    } else if (f->is_timed && f->model != 0) {
        return put_camera(f, err);
    }
    if (f->block.size == 0 && block->size > 0) {
        byte_writer_u8(&f->block, NQ_NOP);
    }
    return 0;
}

static int write_block(struct filming *f, const struct nq_protocol *before,
                       const struct dem_block *block, struct byte_writer *out)
{
    const bool is_old = before->version == NQ_PROTOCOL_15 && block->size <= BLOCK_15;
    const size_t limit = is_old ? BLOCK_15 : DEM_MAX_BLOCK_SIZE;
    uint32_t blocks = 0;
    size_t largest;
    if (f->block.failed) {
        return FORMAT_MEMORY;
    }
    if (f->block.size <= limit) {
        dem_write_block(out, f->camera.angles, f->block.data, (uint32_t)f->block.size);
        return 0;
    }
    return nq_split_block(before, f->camera.angles, f->block.data, f->block.size, limit, out,
                          &blocks, &largest);
}

static int film_blocks(struct filming *f, void *scanner, struct byte_writer *out,
                       struct format_error *err)
{
    const struct dem_file *dem = &f->file->dem;
    struct demo_reading reading = {0};
    struct demo_clock clock = {0};
    size_t pos = dem->first_block;
    int code = 1;
    dem_copy_track(out, dem);
    while (code > 0 && !reading.step.last) {
        const struct nq_protocol before = f->protocol;
        struct dem_block block;
        size_t at = pos;
        float fov = 0.0f;
        code = f->demo->family->scan(f->demo->file, scanner, &pos, &reading, err);
        if (code <= 0 || dem_next_block(dem, &at, &block, err) <= 0) {
            break;
        }
        (void)demo_clock_step(&clock, &reading.step);
        f->time = clock.time;
        camera_path_at(f->path, clock.time, &f->camera, &fov);
        code = film_messages(f, &block, reading.step.last, err);
        code = code < 0 ? code : write_block(f, &before, &block, out);
        code = code < 0 ? code : 1;
    }
    if (reading.step.last && code >= 0) { /* the note of a part would be that of other blocks */
        const size_t end = part_note_skip(dem->data, dem->size);
        byte_writer_bytes(out, dem->data + pos, end > pos ? end - pos : 0);
    }
    return code < 0 ? code : 0;
}

int nq_camera(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
              struct edit_camera_report *report, struct format_error *err)
{
    const size_t begin = out->size;
    struct filming *f = calloc(1, sizeof(*f));
    void *scanner = demo_scanner_create(demo->family);
    int code = FORMAT_MEMORY;
    if (f && scanner) {
        f->demo = demo;
        f->file = demo->file;
        f->path = path;
        f->report = report;
        f->protocol = f->file->protocol;
        f->camera = camera_default();
        f->first = 1;
        code = find_number(f, err);
        code = code < 0 ? code : film_blocks(f, scanner, out, err);
        code = f->block.failed || out->failed ? FORMAT_MEMORY : code;
        byte_writer_free(&f->block);
        if (f->is_refused) {
            out->size = begin;
        }
    }
    if (code == FORMAT_MEMORY) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    free(scanner);
    free(f);
    return code;
}
