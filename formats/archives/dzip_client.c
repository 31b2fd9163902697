#include "formats/archives/dzip_client.h"

#include <string.h>

enum client_field {
    CLIENT_VIEW_HEIGHT,
    CLIENT_IDEAL_PITCH,
    CLIENT_PUNCH_X,
    CLIENT_PUNCH_Y,
    CLIENT_PUNCH_Z,
    CLIENT_VELOCITY_X,
    CLIENT_VELOCITY_Y,
    CLIENT_VELOCITY_Z,
    CLIENT_ON_GROUND,
    CLIENT_IN_WATER,
    CLIENT_NO_ITEMS_BIT,
    CLIENT_WEAPON_FRAME,
    CLIENT_ARMOR,
    CLIENT_WEAPON,
    CLIENT_HEALTH,
    CLIENT_AMMO,
    CLIENT_SHELLS,
    CLIENT_NAILS,
    CLIENT_ROCKETS,
    CLIENT_CELLS,
    CLIENT_ACTIVE_WEAPON,
    CLIENT_WEAPON_ALPHA,
    CLIENT_ITEMS = DZIP_CLIENT_FIELDS /* the one of 32 bits */
};

enum change {
    CHANGE_ADD,  /* a signed byte, mod 256 */
    CHANGE_WIDE, /* likewise, or with wide_bit a value of 16 bits */
    CHANGE_FLIP, /* no bytes */
    CHANGE_ADD16,
    CHANGE_XOR32
};

static const struct {
    uint8_t bit, wide_bit, field, change;
} client_changes[] = {
    {0, 0, CLIENT_VELOCITY_Z, CHANGE_ADD},   {1, 0, CLIENT_VELOCITY_X, CHANGE_ADD},
    {2, 0, CLIENT_VELOCITY_Y, CHANGE_ADD},   {8, 29, CLIENT_WEAPON_FRAME, CHANGE_WIDE},
    {9, 0, CLIENT_ON_GROUND, CHANGE_FLIP},   {10, 0, CLIENT_PUNCH_X, CHANGE_ADD},
    {11, 30, CLIENT_AMMO, CHANGE_WIDE},      {12, 0, CLIENT_HEALTH, CHANGE_ADD16},
    {13, 0, CLIENT_ITEMS, CHANGE_XOR32},     {14, 32, CLIENT_ARMOR, CHANGE_WIDE},
    {16, 0, CLIENT_IDEAL_PITCH, CHANGE_ADD}, {17, 33, CLIENT_SHELLS, CHANGE_WIDE},
    {18, 34, CLIENT_NAILS, CHANGE_WIDE},     {19, 35, CLIENT_ROCKETS, CHANGE_WIDE},
    {20, 36, CLIENT_WEAPON, CHANGE_WIDE},    {21, 0, CLIENT_ACTIVE_WEAPON, CHANGE_ADD},
    {22, 0, CLIENT_IN_WATER, CHANGE_FLIP},   {24, 0, CLIENT_VIEW_HEIGHT, CHANGE_ADD},
    {25, 37, CLIENT_CELLS, CHANGE_WIDE},     {26, 0, CLIENT_PUNCH_Y, CHANGE_ADD},
    {27, 0, CLIENT_PUNCH_Z, CHANGE_ADD},     {28, 0, CLIENT_NO_ITEMS_BIT, CHANGE_FLIP},
    {38, 0, CLIENT_WEAPON_ALPHA, CHANGE_ADD}};

/* Optional bytes of message 15 in its order: the mask's bit, and the bit of `force` that writes the
 * field though it has its default. */
static const struct {
    uint8_t bit, force, field, initial;
} client_before_items[] = {{0, 11, CLIENT_VIEW_HEIGHT, 22}, {1, 12, CLIENT_IDEAL_PITCH, 0},
                           {2, 8, CLIENT_PUNCH_X, 0},       {5, 0, CLIENT_VELOCITY_X, 0},
                           {3, 9, CLIENT_PUNCH_Y, 0},       {6, 1, CLIENT_VELOCITY_Y, 0},
                           {4, 10, CLIENT_PUNCH_Z, 0},      {7, 2, CLIENT_VELOCITY_Z, 0}},
  client_after_items[] = {
      {12, 13, CLIENT_WEAPON_FRAME, 0}, {13, 14, CLIENT_ARMOR, 0}, {14, 15, CLIENT_WEAPON, 0}};

/* Second bytes of fields, written unless 0. */
static const struct {
    uint8_t bit, field;
} client_high_bytes[] = {{16, CLIENT_WEAPON}, {17, CLIENT_ARMOR},       {18, CLIENT_AMMO},
                         {19, CLIENT_SHELLS}, {20, CLIENT_NAILS},       {21, CLIENT_ROCKETS},
                         {22, CLIENT_CELLS},  {24, CLIENT_WEAPON_FRAME}};

enum { CLIENT_ALPHA_BIT = 25, CLIENT_FORCES = 0xff07 };

static void change_client(struct dzip_client *c, struct byte_reader *in, uint64_t mask,
                          const struct dzip_client *old)
{
    for (size_t i = 0; i < sizeof(client_changes) / sizeof(client_changes[0]); i++) {
        const int change = client_changes[i].change;
        const size_t k = client_changes[i].field;
        const bool wide = change == CHANGE_WIDE && (mask >> client_changes[i].wide_bit & 1);
        if (wide) {
            c->field[k] = byte_reader_u16(in);
        }
        if (wide || !(mask >> client_changes[i].bit & 1)) {
            continue;
        }
        switch (change) {
        case CHANGE_XOR32:
            c->items ^= byte_reader_u32(in);
            break;
        case CHANGE_ADD16:
            c->field[k] = (uint16_t)(c->field[k] + byte_reader_u16(in));
            break;
        case CHANGE_FLIP:
            c->field[k] = old->field[k] == 0;
            break;
        default: {
            const int32_t value = old->field[k] + (int8_t)byte_reader_u8(in);
            const bool keeps_16 = change == CHANGE_WIDE && (old->field[k] & 0xff00);
            c->field[k] = keeps_16 ? (uint16_t)value : (uint8_t)value;
        }
        }
    }
}

/* Fills the mask of message 15 and its bytes behind the mask; returns their number. */
static size_t build_client(const struct dzip_client *c, const struct dzip_client *old,
                           uint32_t *mask, uint8_t *p)
{
    static const uint8_t counts[] = {CLIENT_AMMO,    CLIENT_SHELLS, CLIENT_NAILS,
                                     CLIENT_ROCKETS, CLIENT_CELLS,  CLIENT_ACTIVE_WEAPON};
    const uint8_t *const first = p;
    *mask = (c->field[CLIENT_NO_ITEMS_BIT] ? 0 : 1u << 9) |
            (c->field[CLIENT_ON_GROUND] ? 1u << 10 : 0) |
            (c->field[CLIENT_IN_WATER] ? 1u << 11 : 0);
    for (size_t i = 0; i < sizeof(client_before_items) / sizeof(client_before_items[0]); i++) {
        const uint8_t value = (uint8_t)c->field[client_before_items[i].field];
        if (value != client_before_items[i].initial ||
            (c->force >> client_before_items[i].force & 1)) {
            *mask |= 1u << client_before_items[i].bit;
            *p++ = value;
        }
    }
    bytes_put_u32(p, c->items);
    p += 4;
    for (size_t i = 0; i < sizeof(client_after_items) / sizeof(client_after_items[0]); i++) {
        const uint8_t value = (uint8_t)c->field[client_after_items[i].field];
        if (value != 0 || (c->force >> client_after_items[i].force & 1)) {
            *mask |= 1u << client_after_items[i].bit;
            *p++ = value;
        }
    }
    *p++ = (uint8_t)c->field[CLIENT_HEALTH];
    *p++ = (uint8_t)(c->field[CLIENT_HEALTH] >> 8);
    for (size_t i = 0; i < sizeof(counts); i++) {
        *p++ = (uint8_t)c->field[counts[i]];
    }
    for (size_t i = 0; i < sizeof(client_high_bytes) / sizeof(client_high_bytes[0]); i++) {
        const uint8_t value = (uint8_t)(c->field[client_high_bytes[i].field] >> 8);
        if (value != 0) {
            *mask |= 1u << client_high_bytes[i].bit;
            *p++ = value;
        }
    }
    if (c->field[CLIENT_WEAPON_ALPHA] != old->field[CLIENT_WEAPON_ALPHA]) {
        *mask |= 1u << CLIENT_ALPHA_BIT;
        *p++ = (uint8_t)c->field[CLIENT_WEAPON_ALPHA];
    }
    return (size_t)(p - first);
}

void dzip_client_start(struct dzip_client *client)
{
    *client = (struct dzip_client){.items = 0x4001};
    client->field[CLIENT_VIEW_HEIGHT] = 22;
}

size_t dzip_client_decode(struct dzip_client *client, struct byte_reader *in,
                          uint8_t message[DZIP_CLIENT_MAX])
{
    enum { CLIENTDATA = 15, FORCES = 0x50, EXTEND1 = 1 << 15, EXTEND2 = 1 << 23 };
    /* Bits that say that there is one more byte of them. */
    static const uint8_t more[] = {3, 15, 23, 31};
    const struct dzip_client old = *client;
    uint64_t mask = byte_reader_u8(in);
    for (size_t i = 0; i < sizeof(more); i++) {
        mask |= mask >> more[i] & 1 ? (uint64_t)byte_reader_u8(in) << (8 * (i + 1)) : 0;
    }
    change_client(client, in, mask, &old);
    if (byte_reader_left(in) > 0 && (in->data[in->pos] & 0xf0) == FORCES) {
        uint32_t force = byte_reader_u8(in);
        force |= force & 1 << 3 ? (uint32_t)byte_reader_u8(in) << 8 : 0;
        client->force ^= force & CLIENT_FORCES;
    }
    uint8_t body[DZIP_CLIENT_MAX];
    uint32_t bits;
    const size_t size = build_client(client, &old, &bits, body);
    bits |= bits & 0xff000000u ? EXTEND2 : 0;
    bits |= bits & 0xffff0000u ? EXTEND1 : 0;
    uint8_t *p = message;
    *p++ = CLIENTDATA;
    *p++ = (uint8_t)bits;
    *p++ = (uint8_t)(bits >> 8);
    if (bits & EXTEND1) {
        *p++ = (uint8_t)(bits >> 16);
    }
    if (bits & EXTEND2) {
        *p++ = (uint8_t)(bits >> 24);
    }
    memcpy(p, body, size);
    return (size_t)(p - message) + size;
}
