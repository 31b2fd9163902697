#include "engine/edit/text/text_masks.h"

#include <string.h>

#include "engine/edit/text/text_values.h"

uint32_t text_get_mask(const struct text_row *row, int index, const void *message)
{
    const char *at = (const char *)message + row->masks[index].offset;
    uint8_t byte;
    uint16_t word;
    uint32_t mask;
    switch (row->masks[index].size) {
    case 0:
        return 0;
    case 1:
        memcpy(&byte, at, sizeof(byte));
        return byte;
    case 2:
        memcpy(&word, at, sizeof(word));
        return word;
    default:
        memcpy(&mask, at, sizeof(mask));
        return mask;
    }
}

void text_set_mask(const struct text_row *row, int index, void *message, uint32_t mask)
{
    char *at = (char *)message + row->masks[index].offset;
    const uint8_t byte = (uint8_t)mask;
    const uint16_t word = (uint16_t)mask;
    switch (row->masks[index].size) {
    case 0:
        break;
    case 1:
        memcpy(at, &byte, sizeof(byte));
        break;
    case 2:
        memcpy(at, &word, sizeof(word));
        break;
    default:
        memcpy(at, &mask, sizeof(mask));
        break;
    }
}

uint32_t text_bit_of(const struct text_field *field, int i)
{
    return field->bits[1] == 0 ? field->bits[0] : field->bits[i];
}

uint32_t text_bits_of(const struct text_field *field)
{
    return field->bits[0] | field->bits[1] | field->bits[2];
}

bool text_has_parts(const struct text_field *field)
{
    return field->need == TEXT_MASKED && field->bits[1] != 0;
}

bool text_is_sent(const struct text_field *field, uint32_t mask, const void *message)
{
    const uint32_t bits = text_bits_of(field);
    switch (field->need) {
    case TEXT_USUALLY:
        return !text_is_usual(field, message);
    case TEXT_MASKED:
        return (mask & (bits | field->also)) != 0 && (mask & field->unless) == 0 &&
               (field->alone == 0 || (mask & bits) != field->alone);
    default:
        return true;
    }
}
