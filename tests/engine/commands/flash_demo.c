#include "tests/engine/commands/flash_demo.h"

#include "engine/quake3/q3_game.h"
#include "tests/support/nq_demo.h"
#include "tests/support/q3_demo.h"
#include "tests/support/qw_game.h"

/* Updates are 1/16 s apart, which every clock represents exactly. */
enum {
    RATE = 16,
    FIRST = 18,
    SECOND = 3600 * RATE + 2,
    LAST = 3604 * RATE,
    HEIGHT = 22,
    HURT = 50
};

static bool flashes(int update)
{
    return update == FIRST || update == SECOND;
}

/* --- NetQuake --------------------------------------------------------------------------------- */

static void add_level(struct nq_demo *d)
{
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){
        .protocol = NQ_PROTOCOL_15,
        .max_clients = 1,
        .level_name = "",
        .models = {"maps/reel.bsp\0progs/player.mdl", 2},
        .sounds = {"click.wav", 1},
    };
    nq_demo_add(d, &m);
    nq_demo_add(d, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    for (uint8_t i = 1; i <= 3; i++) {
        nq_demo_add(d, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = i});
        nq_demo_block(d, 0.0f, 0.0f);
    }
}

static void write_netquake(struct byte_writer *out)
{
    struct nq_message player = {.id = NQ_CLIENTDATA};
    struct nq_message sound = {.id = NQ_SOUND};
    const struct nq_message damage = {.id = NQ_DAMAGE, .u.damage = {.blood = HURT}};
    struct nq_demo d;
    player.u.clientdata = (struct nq_clientdata){
        .mask = NQ_SU_ITEMS, .has_items = true, .view_height = HEIGHT, .items = 1, .health = 100};
    sound.u.sound = (struct nq_sound){
        .mask = NQ_SND_ATTENUATION, .volume = 255, .entity = 1, .channel = 1, .sound = 1};
    nq_demo_begin(&d);
    add_level(&d);
    for (int i = 0; i <= LAST; i++) {
        nq_demo_time(&d, 1.0f + (float)i / RATE);
        nq_demo_add(&d, &player);
        nq_demo_entity(&d, 1, 0, 0.0, 0.0, HEIGHT);
        if (flashes(i)) {
            nq_demo_add(&d, &damage);
            nq_demo_add(&d, &sound);
        }
        nq_demo_block(&d, 0.0f, 0.0f);
    }
    byte_writer_bytes(out, d.file.data, d.file.size);
    nq_demo_end(&d);
}

/* --- QuakeWorld ------------------------------------------------------------------------------- */

static void add_sounds(struct qw_game *g)
{
    static const char sounds[] = "click.wav\0";
    struct qw_message m = {.id = QW_SOUNDLIST};
    m.u.names = (struct qw_names){.data = sounds, .size = sizeof(sounds), .count = 1};
    qw_game_add(g, &m);
}

static void write_quakeworld(struct byte_writer *out)
{
    enum { OWN = 3 };
    struct qw_message sound = {.id = QW_SOUND};
    const struct qw_message damage = {.id = QW_DAMAGE, .u.damage = {.blood = HURT}};
    struct qw_game g;
    sound.u.sound = (struct qw_sound){
        .mask = QW_SND_ATTENUATION, .volume = 255, .entity = OWN + 1, .channel = 1, .sound = 1};
    qw_game_begin(&g, &(struct qw_protocol){.version = 28});
    qw_game_serverdata(&g);
    add_sounds(&g);
    qw_game_text(&g, QW_STUFFTEXT, "skins\n");
    qw_game_block(&g, 0);
    for (int i = 0; i <= LAST; i++) {
        struct qwd_block command = {.time = 100.0f + (float)i / RATE, .type = QWD_CMD};
        g.time = command.time;
        qwd_write_block(&g.file, &command);
        qw_game_player(&g, OWN, 0.0f);
        qw_game_entities(&g, -1, NULL, 0);
        if (flashes(i)) {
            qw_game_add(&g, &damage);
            qw_game_add(&g, &sound);
        }
        qw_game_packet(&g, g.sequence + 1);
    }
    byte_writer_bytes(out, g.file.data, g.file.size);
    qw_game_end(&g);
}

/* --- Quake III -------------------------------------------------------------------------------- */

/* Those that play as long as they last, and no more than Q3_DEMO_BLOCKS. */
static bool is_told(int update)
{
    return update % (RATE / 2) == 0 || flashes(update);
}

static void write_quake3(struct byte_writer *out)
{
    enum { PROTOCOL = 68, EVENT = 300, SOUNDS = 256 };
    struct q3_demo *d = q3_demo_create(PROTOCOL);
    const struct q3_game *game = q3_game_of(PROTOCOL);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, "\\mapname\\none\\g_gametype\\0");
    q3_demo_configstring(d, game->version, "baseq3-1");
    q3_demo_configstring(d, game->players, "n\\a\\t\\0\\model\\sarge");
    q3_demo_configstring(d, game->players - SOUNDS + 1, FLASH_DEMO_SOUND);
    q3_demo_gamestate(d, 0);
    d->player.fields[Q3_PS_VIEWHEIGHT] = HEIGHT;
    d->player.stats[0] = 100;
    for (int i = 0; i <= LAST; i++) {
        if (!is_told(i)) {
            continue;
        }
        if (flashes(i)) {
            int32_t *event = q3_demo_entity(d, EVENT);
            event[Q3_ES_E_TYPE] = game->event_entity + game->sound_for_all;
            event[Q3_ES_EVENT_PARM] = 1;
            q3_demo_command(d, "cp \"FLASH\"");
        }
        q3_demo_snapshot(d, 1000 + i * 1000 / RATE, 1);
        q3_demo_remove(d, EVENT);
    }
    q3_demo_end(d);
    byte_writer_bytes(out, d->file.data, d->file.size);
    q3_demo_free(d);
}

void flash_demo_write(struct byte_writer *out, enum flash_demo_family family)
{
    static void (*const write[FLASH_DEMO_FAMILIES])(struct byte_writer *) = {
        write_netquake, write_quakeworld, write_quake3};
    write[family](out);
}
