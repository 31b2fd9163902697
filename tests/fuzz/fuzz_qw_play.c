/* Fuzz target: QuakeWorld demos from bytes to pictures; see play_stage.h.
 *
 * First byte: 0xe0 and above: the rest is a file. Below: bit 0 is the container, the other bits are
 * the protocol of a demo of the built-in level. The rest are blocks: a byte for the type, a byte
 * for the number of message bytes, the messages. So every message is reachable without seeds. */
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qwd.h"
#include "tests/fuzz/stages/play_stage.h"
#include "tests/support/qw_samples.h"

enum {
    FILE_INPUT = 0xe0,
    BLOCK_TIME = 7,      /* how much time passed, in steps of 13 ms */
    BLOCK_FRAME = 8,     /* a frame of two players and some entities goes before the messages */
    BLOCK_KIND_SHIFT = 4 /* .mvd: the type; .qwd: a command instead of a packet */
};

static struct play_stage play;

struct maker {
    struct byte_writer file, messages, entities;
    struct qw_protocol protocol;
    float time;
    uint32_t sequence;
};

static void add_message(struct maker *m, const struct qw_message *message)
{
    qw_message_encode(&m->protocol, message, &m->messages);
}

static void end_block(struct maker *m, uint8_t what)
{
    const uint8_t msec = (uint8_t)((what & BLOCK_TIME) * 13);
    const uint8_t kind = what >> BLOCK_KIND_SHIFT;
    m->time += (float)msec / 1000.0f;
    if (m->protocol.is_mvd) {
        static const enum mvd_block_type types[] = {MVD_ALL,    MVD_ALL,      MVD_READ,
                                                    MVD_SINGLE, MVD_MULTIPLE, MVD_STATS};
        struct mvd_block block = {.msec = msec, .to = kind, .mask = 1u << kind | 1u};
        block.type = types[kind % (sizeof types / sizeof types[0])];
        block.u.messages.data = m->messages.data;
        block.u.messages.size = (uint32_t)m->messages.size;
        mvd_write_block(&m->file, &block);
    } else {
        struct qwd_block block = {.time = m->time, .type = QWD_READ};
        m->sequence += 1u + (kind & 3u);
        block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                             .sequence = m->sequence,
                                             .acknowledged = m->sequence - (kind & 7u)};
        block.u.packet.messages = m->messages.data;
        block.u.packet.size = (uint32_t)m->messages.size;
        qwd_write_block(&m->file, &block);
    }
    m->messages.size = 0;
}

static void add_signon(struct maker *m)
{
    static const char models[] = "maps/reel.bsp\0progs/player.mdl\0progs/spike.mdl\0"
                                 "progs/missile.mdl\0*1\0progs/eyes.mdl\0progs/flag.mdl\0";
    struct qw_message message = {.id = QW_SERVERDATA};
    message.u.serverdata = (struct qw_serverdata){.ftex = m->protocol.ftex,
                                                  .fte2 = m->protocol.fte2,
                                                  .mvd1 = m->protocol.mvd1,
                                                  .protocol = m->protocol.version,
                                                  .game_dir = "qw",
                                                  .level_name = "The Reel"};
    message.u.serverdata.movevars = (struct qw_movevars){800, 100, 320, 500, 10, 0.7f, 10, 6, 1, 1};
    add_message(m, &message);
    memset(&message, 0, sizeof message);
    message.id = QW_MODELLIST;
    message.u.names = (struct qw_names){.data = models, .size = sizeof models, .count = 7};
    add_message(m, &message);
    message.id = QW_STUFFTEXT;
    message.u.text = "skins\n";
    add_message(m, &message);
    end_block(m, 0);
}

static void add_frame(struct maker *m)
{
    struct qw_message message = {.id = QW_PLAYERINFO};
    const float x = (float)(m->sequence % 64);
    for (uint8_t i = 0; i < 2; i++) {
        if (m->protocol.is_mvd) {
            message.u.mvd_player = (struct qw_mvd_playerinfo){
                .flags = 0x83f, .player = i, .model = 2, .origin = {x, 40.0f * i, 40}};
        } else {
            message.u.player = (struct qw_playerinfo){.flags = i ? QW_PF_MSEC | QW_PF_COMMAND : 0,
                                                      .player = i,
                                                      .origin = {x, 40.0f * i, 40}};
        }
        add_message(m, &message);
    }
    struct qw_entity entity = {.bits = QW_U_ORIGIN1 | QW_U_ORIGIN3 | QW_U_MODEL, .number = 40};
    entity.model = 4;
    entity.origin[0] = 2 * x;
    entity.origin[2] = 50;
    m->entities.size = 0;
    qw_entity_encode(&m->protocol, &entity, &m->entities);
    byte_writer_u16(&m->entities, 0);
    message.id = QW_PACKETENTITIES;
    message.u.entities = (struct qw_entities){
        .data = m->entities.data, .size = (uint32_t)m->entities.size, .count = 1};
    add_message(m, &message);
}

static void add_command(struct maker *m, uint8_t what)
{
    struct qwd_block block = {.time = m->time, .type = QWD_CMD};
    block.u.cmd = (struct qwd_cmd){.msec = what, .move = {400, 0, 0}, .buttons = what & 3};
    block.u.cmd.angles[1] = block.u.cmd.view_angles[1] = (float)what;
    qwd_write_block(&m->file, &block);
}

static void play_blocks(const uint8_t *data, size_t size)
{
    struct maker m = {.protocol = qw_sample_protocols[(data[0] >> 1) % QW_SAMPLE_PROTOCOLS]};
    m.protocol.is_mvd = data[0] & 1;
    add_signon(&m);
    for (size_t at = 1; at + 2 <= size;) {
        const uint8_t what = data[at];
        size_t length = data[at + 1];
        at += 2;
        length = length < size - at ? length : size - at;
        if (what & BLOCK_FRAME) {
            add_frame(&m);
        }
        if (!m.protocol.is_mvd && what >> BLOCK_KIND_SHIFT == 15) {
            add_command(&m, (uint8_t)length);
            length = 0;
        }
        byte_writer_bytes(&m.messages, data + at, length);
        end_block(&m, what);
        at += length;
    }
    play_demo(&play, m.file.data, m.file.size, stage_seed(data, size));
    byte_writer_free(&m.file);
    byte_writer_free(&m.messages);
    byte_writer_free(&m.entities);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || data[0] >= FILE_INPUT) {
        play_demo(&play, data + (size > 0), size - (size > 0), stage_seed(data, size));
    } else {
        play_blocks(data, size);
    }
    return 0;
}
