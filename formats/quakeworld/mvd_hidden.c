#include "formats/quakeworld/mvd_hidden.h"

enum {
    COMMAND_BYTES = 23, /* player, lost packets, msec, 3 floats, 3 int16, buttons, impulse */
    DAMAGE_BYTES = 8    /* 4 int16 */
};

int mvd_hidden_next(const uint8_t *data, size_t size, size_t *pos, struct mvd_hidden *message)
{
    if (*pos >= size) {
        return 0;
    }
    if (size - *pos < MVD_HIDDEN_HEADER ||
        bytes_u32(data + *pos) > size - *pos - MVD_HIDDEN_HEADER) {
        return FORMAT_BAD;
    }
    message->size = bytes_u32(data + *pos);
    message->type = bytes_u16(data + *pos + 4);
    message->data = data + *pos + MVD_HIDDEN_HEADER;
    *pos += MVD_HIDDEN_HEADER + (size_t)message->size;
    return 1;
}

bool mvd_hidden_is_list(const uint8_t *data, size_t size)
{
    struct mvd_hidden message;
    size_t pos = 0;
    int code;
    while ((code = mvd_hidden_next(data, size, &pos, &message)) > 0) {
    }
    return code == 0;
}

bool mvd_hidden_read_command(const struct mvd_hidden *message, struct mvd_hidden_command *command)
{
    struct byte_reader r = byte_reader_make(message->data, message->size);
    if (message->type != MVD_HIDDEN_COMMAND || message->size < COMMAND_BYTES) {
        return false;
    }
    command->player = byte_reader_u8(&r);
    (void)byte_reader_u8(&r); /* packets that were lost */
    command->msec = byte_reader_u8(&r);
    for (int i = 0; i < 3; i++) {
        command->angles[i] = byte_reader_f32(&r);
    }
    for (int i = 0; i < 3; i++) {
        command->move[i] = byte_reader_i16(&r);
    }
    command->buttons = byte_reader_u8(&r);
    command->impulse = byte_reader_u8(&r);
    return true;
}

bool mvd_hidden_read_damage(const struct mvd_hidden *message, struct mvd_hidden_damage *damage)
{
    struct byte_reader r = byte_reader_make(message->data, message->size);
    if (message->type != MVD_HIDDEN_DAMAGE || message->size < DAMAGE_BYTES) {
        return false;
    }
    damage->kind = byte_reader_u16(&r);
    damage->attacker = byte_reader_u16(&r);
    damage->victim = byte_reader_u16(&r);
    damage->points = byte_reader_i16(&r);
    return true;
}
