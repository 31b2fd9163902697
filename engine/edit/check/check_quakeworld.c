/* Checks of QuakeWorld demos, .qwd and .mvd. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/check/check_texts.h"
#include "engine/edit/check/qw_check.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_family.h"
#include "engine/quakeworld/qw_state.h"
#include "formats/base/info_string.h"
#include "formats/base/plural.h"

enum { SOUNDS = 256, SPECTATOR = 0x80, VALUE_BYTES = 80 };

struct qw_checker {
    struct qw_protocol protocol;
    struct qw_check_health health;
    struct qw_check_commands commands;
    struct check_texts texts;
    uint32_t recorder;               /* slot */
    bool in_level, signed_on, shown; /* since the serverdata; shown: a frame came */
    bool spectates, known, finished; /* known: a time is */
    bool ended;                      /* by a disconnect */
    double time, shown_time;         /* the block's, the last frame's; s */
    uint32_t sequence;               /* .qwd: of the packet before; 0 = none */
    uint64_t packets, lost, gaps;
    uint64_t damages;            /* .mvd */
    bool pickup_sounds[SOUNDS];  /* by number in sound messages */
    char chat[CHECK_TEXT_BYTES]; /* the last line of talk that was reported */
    double chat_time;
};

static int begin(struct check *check, void *state)
{
    struct qw_checker *c = state;
    const struct qw_demo *demo = check->demo->file;
    c->protocol.version = QW_PROTOCOL_LAST;
    c->protocol.is_mvd = demo->container == QW_CONTAINER_MVD;
    check_texts_begin(&c->texts, STUFFTEXT_QUAKEWORLD);
    check_turns_begin(&c->commands.turns);
    return 0;
}

static bool plays(const struct qw_checker *c)
{
    return !c->protocol.is_mvd && !c->spectates && c->signed_on;
}

/* --- the server
 * -----------------------------------------------------------------------------------
 */

static bool copy_key(const char *info, const char *key, char value[VALUE_BYTES])
{
    char raw[VALUE_BYTES];
    info_copy(info, key, INFO_KEYS_EXACT, raw, sizeof(raw));
    check_copy_text(value, VALUE_BYTES, raw);
    return value[0] != '\0';
}

/* Each is 0 or absent on a plain server. */
static const char *const settings[] = {
    "watervis",         "fakeshaft",   "truelightning", "fbskins", "pm_airstep",
    "pm_bunnyspeedcap", "pm_slidefix", "pm_pground",    "rj",      "sv_antilag"};

static void check_key(struct check *check, struct qw_checker *c, const char *key, const char *value)
{
    if (strcmp(key, "*cheats") == 0 && strcmp(value, "ON") == 0) {
        c->health.cheats = true;
        check_found_at(check, CHECK_CHEATS_ON, &check->here, "*cheats is ON");
    }
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        if (strcmp(key, settings[i]) == 0 && value[0] != '\0' && strcmp(value, "0") != 0) {
            check_found_at(check, CHECK_SETTING, &check->here, "%s is %s", key, value);
        }
    }
}

static void check_serverinfo(struct check *check, struct qw_checker *c, const char *info)
{
    char value[VALUE_BYTES], progs[VALUE_BYTES], mod[VALUE_BYTES];
    const bool version = copy_key(info, "*version", value);
    if (copy_key(info, "*progs", progs) || version) {
        (void)copy_key(info, "*gamedir", mod);
        check_found_at(check, CHECK_VERSION, &check->here, "*version %s, *progs %s, *gamedir %s",
                       version ? value : "none", progs[0] ? progs : "none", mod[0] ? mod : "none");
    }
    if (copy_key(info, "*cheats", value)) {
        check_key(check, c, "*cheats", value);
    }
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        if (copy_key(info, settings[i], value)) {
            check_key(check, c, settings[i], value);
        }
    }
    if (copy_key(info, "fpd", value)) { /* modes switch its bits all the time */
        check_found_at(check, CHECK_SETTING, &check->here, "fpd is %s", value);
    }
}

static void note_stufftext(struct check *check, struct qw_checker *c, const char *text)
{
    static const char full[] = "fullserverinfo \"";
    if (strncmp(text, full, sizeof(full) - 1) == 0) {
        char info[STUFFTEXT_BYTES];
        const char *begin = text + sizeof(full) - 1;
        (void)snprintf(info, sizeof(info), "%.*s", (int)strcspn(begin, "\"\n"), begin);
        check_serverinfo(check, c, info);
    } else if (check_texts_is_flash(text)) {
        qw_check_health_pickup(&c->health);
    }
    c->signed_on = c->signed_on || strncmp(text, "skins", 5) == 0;
    check_texts_stuffed(check, &c->texts, text);
}

static void check_movement(struct check *check, const struct qw_movevars *vars)
{
    const struct {
        const char *name;
        float value, normal;
    } rows[] = {{"gravity", vars->gravity, 800},
                {"maxspeed", vars->max_speed, 320},
                {"accelerate", vars->accelerate, 10},
                {"entgravity", vars->ent_gravity, 1}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].value != rows[i].normal) {
            check_found_at(check, CHECK_SETTING, &check->here, "%s is %g, not %g", rows[i].name,
                           (double)rows[i].value, (double)rows[i].normal);
        }
    }
}

static void begin_level(struct check *check, struct qw_checker *c, const struct qw_serverdata *data)
{
    c->in_level = true;
    c->signed_on = c->protocol.is_mvd;
    c->shown = c->finished = c->health.cheats = false;
    c->health.known = c->health.armor_known = false;
    c->spectates = !c->protocol.is_mvd && (data->player & SPECTATOR);
    c->recorder = data->player & ~(uint32_t)SPECTATOR;
    qw_check_health_forget(&c->health);
    check_turns_begin(&c->commands.turns);
    check_movement(check, &data->movevars);
}

/* --- prints -------------------------------------------------------------------------------------
 */

/* Words of the questions that clients answer by themselves, and of the answers. */
static bool is_client_text(const char *line)
{
    static const char *const words[] = {"f_version", "f_modified",    "f_ruleset",
                                        "f_server",  "f_system",      "f_cmdline",
                                        "ruleset",   "all models ok", "modified models"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strstr(line, words[i])) {
            return true;
        }
    }
    return false;
}

static void note_print(struct check *check, struct qw_checker *c, uint8_t level, const char *text)
{
    char line[CHECK_TEXT_BYTES];
    check_copy_text(line, sizeof(line), text);
    if (level != QW_PRINT_CHAT) {
        check_texts_print(check, text);
        if (check_texts_is_pickup(line)) {
            qw_check_health_pickup(&c->health);
        }
        return;
    }
    if (is_client_text(line) && !(c->chat_time == c->time && strcmp(c->chat, line) == 0)) {
        check_found_at(check, CHECK_CLIENT_TEXT, &check->here, "\"%s\"", line);
        memcpy(c->chat, line, sizeof(c->chat));
        c->chat_time = c->time;
    }
}

/* --- messages -----------------------------------------------------------------------------------
 */

static void note_sounds(struct qw_checker *c, const struct qw_names *names)
{
    uint32_t pos = 0;
    const char *name;
    for (uint32_t i = names->start + 1u; (name = qw_names_next(names, &pos)) != NULL; i++) {
        if (i < SOUNDS) {
            c->pickup_sounds[i] = check_texts_is_pickup_sound(name);
        }
    }
}

static void note_frame(struct check *check, struct qw_checker *c)
{
    const double step = c->time - c->shown_time;
    if (!c->signed_on) { /* a client shows nothing before */
        return;
    }
    if (!c->in_level) {
        c->in_level = true;
        check_found_at(check, CHECK_NO_SIGN_ON, &check->here, "frames before a serverdata");
    }
    if (c->shown && !c->finished && step > check_threshold(CHECK_JUMP)) {
        check_found_at(check, CHECK_JUMP, &check->here, "%.3f s between two frames", step);
    }
    c->shown = true;
    c->shown_time = c->time;
}

static void note_stat(struct check *check, struct qw_checker *c, const struct qw_message *m)
{
    if (!c->protocol.is_mvd && !c->spectates) {
        qw_check_health_stat(check, &c->health, m->u.updatestat.stat, m->u.updatestat.value);
    }
}

static void note_rest(struct check *check, struct qw_checker *c, const struct qw_message *m)
{
    switch (m->id) {
    case QW_SOUNDLIST:
        note_sounds(c, &m->u.names);
        break;
    case QW_SOUND:
        if (m->u.sound.entity == c->recorder + 1 && c->pickup_sounds[m->u.sound.sound]) {
            qw_check_health_pickup(&c->health);
        }
        break;
    case QW_SETANGLE:
        check_turns_set(&c->commands.turns);
        break;
    case QW_INTERMISSION:
    case QW_FINALE:
        c->finished = true;
        break;
    case QW_PLAYERINFO:
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        note_frame(check, c);
        break;
    case QW_DISCONNECT:
        c->ended = true;
        break;
    default:
        break;
    }
}

static void note_message(struct check *check, struct qw_checker *c, const struct qw_message *m)
{
    switch (m->id) {
    case QW_SERVERDATA:
        begin_level(check, c, &m->u.serverdata);
        break;
    case QW_STUFFTEXT:
        note_stufftext(check, c, m->u.text);
        break;
    case QW_SERVERINFO: {
        char value[VALUE_BYTES];
        check_copy_text(value, sizeof(value), m->u.info.value);
        check_key(check, c, m->u.info.key, value);
        break;
    }
    case QW_PRINT:
        note_print(check, c, m->u.print.level, m->u.print.text);
        break;
    case QW_DAMAGE:
        c->damages++;
        if (plays(c)) {
            qw_check_health_damage(&c->health, m);
        }
        break;
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        note_stat(check, c, m);
        break;
    default:
        note_rest(check, c, m);
        break;
    }
}

static void check_messages(struct check *check, struct qw_checker *c, const struct qw_block *block)
{
    struct qw_message m;
    size_t at = 0;
    while (!c->ended &&
           qw_message_decode(&c->protocol, block->messages, block->size, &at, &m, NULL) > 0) {
        check->here.offset = block->messages_offset + m.offset;
        qw_protocol_follow(&c->protocol, &m);
        note_message(check, c, &m);
    }
}

/* --- blocks -------------------------------------------------------------------------------------
 */

static void note_packet(struct qw_checker *c, const struct qwd_packet *packet)
{
    if (packet->kind != QWD_SEQUENCED) {
        return;
    }
    if (c->sequence > 0 && packet->sequence > c->sequence + 1) {
        c->lost += packet->sequence - c->sequence - 1;
        c->gaps++;
    }
    c->packets++;
    c->sequence = packet->sequence;
}

static void note_qwd_block(struct check *check, struct qw_checker *c, const struct qwd_block *block)
{
    const double time = isfinite(block->time) ? (double)block->time : c->time;
    if (c->known && time < c->time) {
        check_found_at(check, CHECK_TIME_BACK, &check->here, "from %.6f s to %.6f s", c->time,
                       time);
        c->shown = false;
    }
    c->time = time;
    c->known = true;
    if (block->type == QWD_CMD) {
        qw_check_commands_note(check, &c->commands, c->time, &block->u.cmd, plays(c));
    } else if (block->type == QWD_SET) {
        c->sequence = block->u.set.incoming;
        check_found_at(check, CHECK_MID_GAME, &check->here, "from packet %lu on",
                       (unsigned long)block->u.set.incoming);
    } else {
        note_packet(c, &block->u.packet);
    }
}

static void step(struct check *check, void *state, size_t end)
{
    struct qw_checker *c = state;
    const struct qw_demo *demo = check->demo->file;
    struct qw_block block;
    size_t pos = check->here.offset;
    if (qw_block_next(demo, &pos, &block, NULL) <= 0) {
        return;
    }
    if (c->protocol.is_mvd) {
        c->time += block.u.mvd.msec / 1000.0;
    } else {
        note_qwd_block(check, c, &block.u.qwd);
    }
    c->ended = c->ended || block.is_end;
    if (block.messages) {
        check_messages(check, c, &block);
        if (plays(c)) {
            qw_check_health_packet(check, &c->health, false);
        }
    }
    if (check->last && end < demo->size) {
        check->here.offset = end;
        check_found_at(check, CHECK_AFTER_END, &check->here, "%zu bytes follow", demo->size - end);
    }
}

static void end(struct check *check, void *state)
{
    struct qw_checker *c = state;
    if (plays(c)) {
        qw_check_health_packet(check, &c->health, true);
    }
    if (c->lost > 0) {
        check_found_at(check, CHECK_LOST, &check->here, "%llu in %llu place%s, %llu were recorded",
                       (unsigned long long)c->lost, (unsigned long long)c->gaps, plural_s(c->gaps),
                       (unsigned long long)c->packets);
    }
    if (c->protocol.is_mvd && c->damages > 0) {
        check_found_at(check, CHECK_HEALTH_UNTOLD, &check->here, "%llu damage messages",
                       (unsigned long long)c->damages);
    }
    if (!c->ended) {
        check_found_at(check, CHECK_NO_END, &check->here, "the last block is no goodbye");
    }
}

const struct check_family check_quakeworld = {
    &quakeworld_family, sizeof(struct qw_checker), begin, step, end, NULL, NULL};
