/* Checks of NetQuake demos. */
#include <string.h>

#include "engine/edit/check/check_texts.h"
#include "engine/edit/check/nq_check.h"
#include "engine/edit/check/nq_check_skill.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"

enum { SIGN_ON_DONE = 3 };

struct nq_checker {
    struct nq_protocol protocol;
    struct nq_check_health health;
    struct nq_check_motion motion;
    struct nq_check_move move;
    struct nq_check_places places; /* of baselines with a model */
    const char *map;               /* of the level; in the demo */
    struct nq_clientdata data;     /* of the block, if: */
    bool has_data, hit;            /* hit: damage was told with it */
    bool several;                  /* players may join */
    bool in_level, signed_on;      /* since the serverinfo */
    bool skill_read;               /* of the level, by its monsters */
    bool timed, dead, finished;    /* timed: the block has a time */
    struct check_place level;      /* of the serverinfo */
    double time;                   /* server's, of the block */
    struct nq_names sounds;
    struct check_texts texts;
};

static int begin(struct check *check, void *state)
{
    struct nq_checker *c = state;
    c->protocol = ((const struct nq_file *)check->demo->file)->protocol;
    check_texts_begin(&c->texts, STUFFTEXT_NETQUAKE);
    return 0;
}

/* --- texts --------------------------------------------------------------------------------------
 */

static void note_stufftext(struct check *check, struct nq_checker *c, const char *text)
{
    if (check_texts_is_flash(text)) {
        nq_check_health_flash(&c->health);
    }
    check_texts_stuffed(check, &c->texts, text);
}

static void note_print(struct check *check, struct nq_checker *c, const char *text)
{
    char line[CHECK_TEXT_BYTES];
    if (text[0] == 1) { /* chat */
        return;
    }
    check_copy_text(line, sizeof(line), text);
    check_texts_print(check, text);
    if (strncmp(line, "VERSION ", 8) == 0) {
        check_found_at(check, CHECK_VERSION, &check->here, "\"%s\"", line);
    }
    nq_check_health_text(check, &c->health, line);
}

/* --- levels -------------------------------------------------------------------------------------
 */

static void end_level(struct check *check, struct nq_checker *c)
{
    if (c->in_level && !c->signed_on && c->motion.updates > 0) {
        check_found_at(check, CHECK_NO_SIGN_ON, &c->level, "no sign-on number 3 before updates");
    }
}

static void begin_level(struct check *check, struct nq_checker *c, const struct nq_serverinfo *info)
{
    end_level(check, c);
    if (c->in_level && c->dead && !c->finished) {
        check_found_at(check, CHECK_RUN_RESTART, &check->here, "a level began after a death");
    }
    c->several = info->max_clients > 1;
    c->in_level = true;
    c->signed_on = c->skill_read = c->dead = c->finished = false;
    c->level = check->here;
    c->sounds = info->sounds;
    c->map = nq_names_get(&info->models, 0);
    c->places.count = 0;
    nq_check_health_level(check, &c->health, c->several);
    nq_check_motion_level(&c->motion);
    nq_check_move_level(&c->move);
}

/* At a level's first update all its baselines are known. */
static void check_skill(struct check *check, struct nq_checker *c)
{
    static const char *const names[NQ_SKILLS] = {"0", "1", "2 or 3"};
    const struct check_options *options = &check->options;
    const char *entities =
        options->entities && c->map ? options->entities(options->entities_context, c->map) : NULL;
    if (!entities) {
        return;
    }
    const struct nq_check_skill skill = nq_check_skill_compare(entities, &c->places);
    const int found = nq_check_skill_found(&skill);
    check->report->has_skill = found >= 0;
    check->report->skill = found;
    if (found >= 0) {
        check_found_at(check, CHECK_SKILL, &check->here, "%u of %u monsters are as in skill %s",
                       skill.monsters - skill.wrong[found], skill.monsters, names[found]);
    } else if (skill.monsters > 0) {
        check_found_at(check, CHECK_SKILL, &check->here,
                       "of %u monsters %u, %u and %u are as in skill 0, 1 and 2", skill.monsters,
                       skill.monsters - skill.wrong[0], skill.monsters - skill.wrong[1],
                       skill.monsters - skill.wrong[2]);
    }
}

/* Items sound from who takes them. */
static void note_sound(struct check *check, struct nq_checker *c, const struct nq_sound *sound)
{
    const char *name = sound->sound > 0 ? nq_names_get(&c->sounds, sound->sound - 1u) : NULL;
    if (name && sound->entity == c->move.player) {
        nq_check_health_sound(check, &c->health, name);
    }
}

static void note_clientdata(struct check *check, struct nq_checker *c,
                            const struct nq_clientdata *data)
{
    if (!data->has_stats) {
        return;
    }
    const bool hit = c->health.hits > 0;
    if (c->dead && data->health > 0) { /* a new life */
        check_found_at(check, CHECK_RUN_RESTART, &check->here, "health is %d after a death",
                       data->health);
        nq_check_health_level(check, &c->health, c->several);
    }
    c->dead = data->health <= 0;
    nq_check_health_update(check, &c->health, data);
    nq_check_motion_clientdata(&c->motion, data, hit);
    c->data = *data;
    c->has_data = true;
    c->hit = hit;
}

static void note_other(struct check *check, struct nq_checker *c, const struct nq_message *m)
{
    switch (m->id) {
    case NQ_SIGNONNUM:
        c->signed_on = c->signed_on || m->u.signonnum == SIGN_ON_DONE;
        break;
    case NQ_SOUND:
        note_sound(check, c, &m->u.sound);
        break;
    case NQ_SETVIEW:
        nq_check_move_setview(&c->move, m->u.setview);
        break;
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
        nq_check_move_baseline(&c->move, m->u.spawnbaseline.entity,
                               m->u.spawnbaseline.state.origin);
        check->failed =
            check->failed || (m->u.spawnbaseline.state.model > 0 &&
                              nq_check_places_add(&c->places, m->u.spawnbaseline.state.origin) < 0);
        break;
    case NQ_TEMP_ENTITY:
        if (m->u.temp_entity.type == NQ_TE_TELEPORT) {
            nq_check_move_jump(&c->move);
        }
        break;
    case NQ_SETANGLE:
        c->motion.set = 2;
        break;
    case NQ_INTERMISSION:
    case NQ_FINALE:
        c->finished = true;
        break;
    default:
        break;
    }
}

static void note_message(struct check *check, struct nq_checker *c, const struct nq_message *m,
                         const float angles[3])
{
    switch (m->id) {
    case NQ_SERVERINFO:
        begin_level(check, c, &m->u.serverinfo);
        break;
    case NQ_TIME:
        c->time = m->u.time;
        c->timed = true;
        break;
    case NQ_CLIENTDATA:
        if (!c->skill_read && !c->several) {
            c->skill_read = true;
            check_skill(check, c);
        }
        c->motion.fires = m->u.clientdata.weapon_frame != 0;
        if (c->timed && !c->finished) {
            nq_check_motion_update(check, &c->motion, c->time, angles, !c->several);
        }
        note_clientdata(check, c, &m->u.clientdata);
        break;
    case NQ_DAMAGE:
        nq_check_health_damage(&c->health, m->u.damage.armor, m->u.damage.blood);
        break;
    case NQ_STUFFTEXT:
        note_stufftext(check, c, m->u.text);
        break;
    case NQ_PRINT:
    case NQ_CENTERPRINT:
        note_print(check, c, m->u.text);
        break;
    default:
        if (m->id >= NQ_ENTITY_UPDATE) {
            nq_check_move_entity(&c->move, &m->u.update);
        } else {
            note_other(check, c, m);
        }
        break;
    }
}

static void step(struct check *check, void *state, size_t end)
{
    struct nq_checker *c = state;
    const struct nq_file *file = check->demo->file;
    struct check_place *here = &check->here;
    const size_t begins = here->offset;
    size_t pos = begins, at = 0;
    struct dem_block block;
    struct nq_message m;
    if (dem_next_block(&file->dem, &pos, &block, NULL) <= 0) {
        return;
    }
    if (block.size == 0) {
        check_found_at(check, CHECK_EMPTY_BLOCK, here, "0 bytes of messages");
    }
    c->timed = c->has_data = false;
    while (nq_message_decode(&c->protocol, block.messages, block.size, &at, &m, NULL) > 0) {
        here->offset = begins + DEM_BLOCK_HEADER + m.offset;
        nq_protocol_follow(&c->protocol, &m);
        note_message(check, c, &m, block.angles);
        if (m.id == NQ_DISCONNECT) {
            break;
        }
    }
    if (c->timed && c->has_data && !c->finished) {
        nq_check_move_update(check, &c->move, c->time, &c->data, c->hit);
    }
    nq_check_health_block(check, &c->health, false);
    if (check->last && end < file->dem.size) {
        here->offset = end;
        check_found_at(check, CHECK_AFTER_END, here, "%zu bytes follow", file->dem.size - end);
    }
}

static void end(struct check *check, void *state)
{
    struct nq_checker *c = state;
    end_level(check, c);
    nq_check_health_block(check, &c->health, true);
    nq_check_motion_end(check, &c->motion, !c->several);
}

static void close_places(void *state)
{
    nq_check_places_free(&((struct nq_checker *)state)->places);
}

const struct check_family check_netquake = {
    &netquake_family, sizeof(struct nq_checker), begin, step, end, NULL, close_places};
