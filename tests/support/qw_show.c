#include "tests/support/qw_show.h"

#include "tests/support/qw_game.h"

enum { MARCHER = 0, SPECTATOR = 1, LATER = 8 /* frame with the gap before it */, MSEC = 62 };

static void add_text(struct qw_game *g, uint8_t id, const char *text)
{
    qw_game_add(g, &(struct qw_message){.id = id, .u.text = text});
}

static void add_print(struct qw_game *g, uint8_t level, const char *text)
{
    qw_game_add(g, &(struct qw_message){.id = QW_PRINT, .u.print = {level, text}});
}

static void add_player(struct qw_game *g, uint8_t player, int32_t user, const char *info)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = player;
    m.u.updateuserinfo.user = user;
    m.u.updateuserinfo.info = info;
    qw_game_add(g, &m);
}

static void add_setinfo(struct qw_game *g, uint8_t player, const char *key, const char *value)
{
    struct qw_message m = {.id = QW_SETINFO};
    m.u.info.player = player;
    m.u.info.key = key;
    m.u.info.value = value;
    qw_game_add(g, &m);
}

static void add_names(struct qw_game *g, uint8_t id, const char *names, uint32_t size,
                      uint32_t count)
{
    struct qw_message m = {.id = id};
    m.u.names = (struct qw_names){.data = names, .size = size, .count = count};
    qw_game_add(g, &m);
}

/* --- the signon ------------------------------------------------------------------------------- */

static void write_signon(struct qw_game *g)
{
    static const char models[] = "maps/dm7.bsp\0progs/player.mdl\0progs/missile.mdl\0";
    static const char sounds[] = "misc/null.wav\0weapons/rocket1i.wav\0";
    struct qw_message m = {.id = QW_SERVERDATA};
    m.u.serverdata = (struct qw_serverdata){
        .ftex = g->protocol.ftex,
        .fte2 = g->protocol.fte2,
        .mvd1 = g->protocol.mvd1,
        .protocol = g->protocol.version,
        .server_count = 77,
        .game_dir = "ktx",
        .player = g->protocol.is_mvd ? 0 : SPECTATOR | 0x80,
        .level_name = "The Courtyard",
        .movevars = {800, 100, 320, 500, 10, 0.7f, 10, 6, 1, 1},
    };
    qw_game_add(g, &m);
    add_text(g, QW_STUFFTEXT, "fullserverinfo \"\\map\\dm7\\*version\\MVDSV 0.35\"\n");
    qw_game_block(g, 0);
    add_names(g, QW_SOUNDLIST, sounds, sizeof(sounds), 2);
    add_names(g, QW_MODELLIST, models, sizeof(models), 3);
    qw_game_block(g, 0);
    add_player(g, MARCHER, 11, "\\name\\Ranger\\team\\red\\topcolor\\4\\bottomcolor\\13");
    add_player(g, SPECTATOR, 12, "\\name\\Watcher\\*spectator\\1\\team\\none");
    add_player(g, 2, 13, "\\name\\Grunt");
    add_setinfo(g, 2, "team", "blue");
    add_setinfo(g, 2, "topcolor", "12");
    add_setinfo(g, 2, "bottomcolor", "3");
    m = (struct qw_message){.id = QW_UPDATEFRAGS};
    m.u.player_short.player = MARCHER;
    m.u.player_short.value = 5;
    qw_game_add(g, &m);
    m.u.player_short.player = 2;
    m.u.player_short.value = -1;
    qw_game_add(g, &m);
    add_text(g, QW_STUFFTEXT, "skins\n");
    qw_game_block(g, 0);
}

/* --- frames ----------------------------------------------------------------------------------- */

static void write_frame(struct qw_game *g, uint32_t i)
{
    const struct qw_entity rocket = qw_game_entity(100, 3, 4.0f * (float)i);
    qw_game_player(g, MARCHER, 8.0f * (float)i);
    qw_game_entities(g, -1, &rocket, 1);
    if (i == 4) {
        add_print(g, 3, "Grunt: hello\n");
    } else if (i == 6) {
        add_text(g, QW_STUFFTEXT, "bf\n//ktx matchstart\nrecord x; say \"a; b\"\n");
    } else if (i == 10) {
        add_setinfo(g, 2, "name", "Knight");
    }
}

static void write_outside(struct qw_game *g, enum qwd_packet_kind kind, const char *text,
                          uint32_t size)
{
    struct qwd_block block = {.time = g->time, .type = QWD_READ};
    block.u.packet.kind = kind;
    block.u.packet.messages = (const uint8_t *)text;
    block.u.packet.size = size;
    qwd_write_block(&g->file, &block);
}

static void write_qwd(struct qw_game *g)
{
    write_outside(g, QWD_CONNECTIONLESS, "nhello", 6);
    write_signon(g);
    struct qwd_block set = {.time = g->time, .type = QWD_SET};
    set.u.set.outgoing = 9;
    set.u.set.incoming = 4;
    qwd_write_block(&g->file, &set);
    for (uint32_t i = 0; i < QW_SHOW_FRAMES; i++) {
        struct qwd_block cmd = {.type = QWD_CMD};
        g->time += i == 0 ? 0.0f : i == LATER ? 6.0f : 1.0f / 16.0f;
        cmd.time = g->time;
        cmd.u.cmd = (struct qwd_cmd){.msec = MSEC, .move = {100, -50, 0}, .buttons = 1};
        qwd_write_block(&g->file, &cmd);
        write_frame(g, i);
        qw_game_packet(g, g->sequence + 1);
    }
    write_outside(g, QWD_RUNT, "abc", 3);
    write_outside(g, QWD_CONNECTIONLESS, "\2EndOfDemo", 11);
}

static void write_mvd(struct qw_game *g)
{
    write_signon(g);
    for (uint32_t i = 0; i < QW_SHOW_FRAMES; i++) {
        qw_game_stat(g, 0, 100 - (int32_t)i); /* health */
        qw_game_mvd_block(g, i == 0 ? 0 : MSEC, MVD_STATS, MARCHER, 0);
        write_frame(g, i);
        qw_game_block(g, 0);
    }
    byte_writer_bytes(&g->block, "\1\2\3", 3);
    qw_game_mvd_block(g, 0, MVD_MULTIPLE, 0, 0); /* hidden */
    add_print(g, 2, "for two\n");
    qw_game_mvd_block(g, 0, MVD_MULTIPLE, 0, 5);
    add_print(g, 2, "for one\n");
    qw_game_mvd_block(g, 0, MVD_SINGLE, 2, 0);
    add_text(g, QW_DISCONNECT, "EndOfDemo");
    qw_game_block(g, 0);
}

void qw_show_write(struct byte_writer *out, const struct qw_protocol *protocol)
{
    struct qw_game g;
    qw_game_begin(&g, protocol);
    if (protocol->is_mvd) {
        write_mvd(&g);
    } else {
        write_qwd(&g);
    }
    byte_writer_bytes(out, g.file.data, g.file.size);
    qw_game_end(&g);
}
