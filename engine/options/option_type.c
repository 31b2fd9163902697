#include "engine/options/option_type.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/options/option_row.h"
#include "engine/playback/demo_place.h"
#include "engine/playback/ghost/ghost_set.h"
#include "engine/playback/views/view_choice.h"

static void *field_of(const struct option_row *row, struct options *options)
{
    return (char *)options + row->offset;
}

static const void *read_field(const struct option_row *row, const struct options *options)
{
    return (const char *)options + row->offset;
}

static bool put_text(char *text, size_t size, const char *value)
{
    const int length = snprintf(text, size, "%s", value);
    return length >= 0 && (size_t)length < size;
}

static bool put_int(char *text, size_t size, int value)
{
    char number[16];
    snprintf(number, sizeof(number), "%d", value);
    return put_text(text, size, number);
}

/* --- numbers ---------------------------------------------------------------------------------- */

bool option_parse_int(const char *text, long low, long high, int *value)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || number < low || number > high) {
        return false;
    }
    *value = (int)number;
    return true;
}

static void describe_range(const struct option_row *row, char *text, size_t size)
{
    snprintf(text, size, "%.10g to %.10g", row->min, row->max);
}

static bool read_int(const struct option_row *row, struct options *options, const char *text)
{
    return option_parse_int(text, (long)row->min, (long)row->max, field_of(row, options));
}

static bool write_int(const struct option_row *row, const struct options *options, char *text,
                      size_t size)
{
    const int value = *(const int *)read_field(row, options);
    return value >= row->min && value <= row->max && put_int(text, size, value);
}

const struct option_type option_int = {read_int, write_int, describe_range, false};

static bool read_auto(const struct option_row *row, struct options *options, const char *text)
{
    if (strcmp(text, "auto") == 0) {
        *(int *)field_of(row, options) = 0;
        return true;
    }
    return read_int(row, options, text);
}

static bool write_auto(const struct option_row *row, const struct options *options, char *text,
                       size_t size)
{
    return *(const int *)read_field(row, options) == 0 ? put_text(text, size, "auto")
                                                       : write_int(row, options, text, size);
}

static void describe_auto(const struct option_row *row, char *text, size_t size)
{
    snprintf(text, size, "%.10g to %.10g, or auto", row->min, row->max);
}

const struct option_type option_auto = {read_auto, write_auto, describe_auto, false};

static bool read_double(const struct option_row *row, struct options *options, const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= row->min && value <= row->max)) {
        return false;
    }
    *(double *)field_of(row, options) = value;
    return true;
}

static bool read_float(const struct option_row *row, struct options *options, const char *text)
{
    char *end;
    const float value = strtof(text, &end);
    if (end == text || *end != '\0' || !((double)value >= row->min && (double)value <= row->max)) {
        return false;
    }
    *(float *)field_of(row, options) = value;
    return true;
}

/* The shortest text that is read as the same number again, without an exponent where 17 digits tell
 * it: 10 and not 1e+01. */
static bool put_number(char *text, size_t size, double value, bool single)
{
    char number[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(number, sizeof(number), "%.*g", digits, value);
        if (single ? strtof(number, NULL) == (float)value : strtod(number, NULL) == value) {
            const double whole = value < 0.0 ? -value : value;
            if (strchr(number, 'e') && whole >= 1.0 && whole < 1e17) {
                continue;
            }
            break;
        }
    }
    return put_text(text, size, number);
}

static bool write_double(const struct option_row *row, const struct options *options, char *text,
                         size_t size)
{
    const double value = *(const double *)read_field(row, options);
    return value >= row->min && value <= row->max && put_number(text, size, value, false);
}

static bool write_float(const struct option_row *row, const struct options *options, char *text,
                        size_t size)
{
    const float value = *(const float *)read_field(row, options);
    return (double)value >= row->min && (double)value <= row->max &&
           put_number(text, size, (double)value, true);
}

const struct option_type option_double = {read_double, write_double, describe_range, false};
const struct option_type option_float = {read_float, write_float, describe_range, false};

static bool read_water_alpha(const struct option_row *row, struct options *options,
                             const char *text)
{
    const bool good = read_float(row, options, text);
    options->player.own_water_alpha |= good;
    return good;
}

static bool write_water_alpha(const struct option_row *row, const struct options *options,
                              char *text, size_t size)
{
    return options->player.own_water_alpha && write_float(row, options, text, size);
}

const struct option_type option_water_alpha = {read_water_alpha, write_water_alpha, describe_range,
                                               false};

static bool read_crosshair(const struct option_row *row, struct options *options, const char *text)
{
    const bool good = read_int(row, options, text);
    options->player.hud.own_crosshair |= good;
    return good;
}

/* 0 replaces the game's own crosshair by none, but only where it was asked for. */
static bool write_crosshair(const struct option_row *row, const struct options *options, char *text,
                            size_t size)
{
    const struct hud_options *hud = &options->player.hud;
    return (hud->crosshair > 0 || hud->own_crosshair) && write_int(row, options, text, size);
}

const struct option_type option_crosshair = {read_crosshair, write_crosshair, describe_range, true};

static bool read_opacity(const struct option_row *row, struct options *options, const char *text)
{
    char *end;
    const double alpha = strtod(text, &end);
    if (end == text || *end != '\0' || !(alpha >= row->min && alpha <= row->max)) {
        return false;
    }
    *(int *)field_of(row, options) = HUD_CLEAR_ALL - (int)(alpha * HUD_CLEAR_ALL + 0.5);
    return true;
}

static bool write_opacity(const struct option_row *row, const struct options *options, char *text,
                          size_t size)
{
    const int clear = *(const int *)read_field(row, options);
    return put_number(text, size, (double)(HUD_CLEAR_ALL - clear) / HUD_CLEAR_ALL, false);
}

const struct option_type option_opacity = {read_opacity, write_opacity, describe_range, false};

/* --- switches and words ----------------------------------------------------------------------- */

/* "1" and "0" are settings.conf's. */
static bool read_switch(const struct option_row *row, struct options *options, const char *text)
{
    const bool off = strcmp(text, "0") == 0;
    if (!off && text[0] != '\0' && strcmp(text, "1") != 0) {
        return false;
    }
    *(bool *)field_of(row, options) = !off;
    return true;
}

static bool write_switch(const struct option_row *row, const struct options *options, char *text,
                         size_t size)
{
    return *(const bool *)read_field(row, options) && put_text(text, size, "");
}

const struct option_type option_switch = {read_switch, write_switch, NULL, false};

static const struct option_word *find_word(const struct option_row *row, const char *text)
{
    for (const struct option_word *word = row->words; word->text; word++) {
        if (strcmp(word->text, text) == 0) {
            return word;
        }
    }
    return NULL;
}

static bool put_word(const struct option_row *row, int value, char *text, size_t size)
{
    for (const struct option_word *word = row->words; word->text; word++) {
        if (word->value == value) {
            return put_text(text, size, word->text);
        }
    }
    return false;
}

static bool read_enum(const struct option_row *row, struct options *options, const char *text)
{
    const struct option_word *word = find_word(row, text);
    if (word) {
        *(int *)field_of(row, options) = word->value;
    }
    return word != NULL;
}

static bool write_enum(const struct option_row *row, const struct options *options, char *text,
                       size_t size)
{
    return put_word(row, *(const int *)read_field(row, options), text, size);
}

static bool read_bool_enum(const struct option_row *row, struct options *options, const char *text)
{
    const struct option_word *word = find_word(row, text);
    if (word) {
        *(bool *)field_of(row, options) = word->value != 0;
    }
    return word != NULL;
}

static bool write_bool_enum(const struct option_row *row, const struct options *options, char *text,
                            size_t size)
{
    return put_word(row, *(const bool *)read_field(row, options), text, size);
}

/* "a, b or c" */
static void describe_words(const struct option_row *row, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (const struct option_word *word = row->words; word->text && used < size; word++) {
        const char *before = word == row->words ? "" : word[1].text ? ", " : " or ";
        const int length = snprintf(text + used, size - used, "%s%s", before, word->text);
        used += length > 0 ? (size_t)length : size;
    }
}

const struct option_type option_enum = {read_enum, write_enum, describe_words, false};
const struct option_type option_bool_enum = {read_bool_enum, write_bool_enum, describe_words,
                                             false};

/* --- texts and times -------------------------------------------------------------------------- */

static bool read_text(const struct option_row *row, struct options *options, const char *text)
{
    *(const char **)field_of(row, options) = text;
    return true;
}

static bool write_text(const struct option_row *row, const struct options *options, char *text,
                       size_t size)
{
    const char *value = *(const char *const *)read_field(row, options);
    return value && put_text(text, size, value);
}

const struct option_type option_text = {read_text, write_text, NULL, false};

static bool read_name(const struct option_row *row, struct options *options, const char *text)
{
    return text[0] != '\0' && read_text(row, options, text);
}

static void describe_name(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "a number from 1, or a name");
}

const struct option_type option_name = {read_name, write_text, describe_name, true};

static bool read_time(const struct option_row *row, struct options *options, const char *text)
{
    return demo_place_is_valid(text) && read_text(row, options, text);
}

static void describe_time(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "%s", DEMO_PLACE_FORMS);
}

const struct option_type option_time = {read_time, write_text, describe_time, true};

/* True if all parts of a comma-separated list are good. */
static bool is_list(const char *text, bool (*is_good)(const char *part))
{
    for (;;) {
        char part[256];
        const size_t length = strcspn(text, ",");
        if (length >= sizeof(part)) {
            return false;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        if (!is_good(part)) {
            return false;
        }
        if (text[length] == '\0') {
            return true;
        }
        text += length + 1;
    }
}

static bool read_times(const struct option_row *row, struct options *options, const char *text)
{
    return is_list(text, demo_place_is_valid) && read_text(row, options, text);
}

const struct option_type option_times = {read_times, write_text, describe_time, true};

static bool is_range(const char *text)
{
    size_t length, start;
    return demo_place_parse_range(text, &length, &start);
}

/* Each time the option is given its text comes after those before. */
static bool append_text(const struct option_row *row, struct options *options, char separator,
                        const char *text)
{
    char **list = field_of(row, options);
    const size_t had = *list ? strlen(*list) + 1 : 0, size = had + strlen(text) + 1;
    char *longer = realloc(*list, size);
    if (!longer) {
        errno = ENOMEM;
        return false;
    }
    if (had > 0) {
        longer[had - 1] = separator;
    }
    memcpy(longer + had, text, size - had);
    *list = longer;
    return true;
}

static bool read_ranges(const struct option_row *row, struct options *options, const char *text)
{
    return is_list(text, is_range) && append_text(row, options, ',', text);
}

static void describe_ranges(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "A-B, two places: 1:00-2:00, 50%%-, frag 3 -5s-frag 3 +5s");
}

const struct option_type option_ranges = {read_ranges, write_text, describe_ranges, true};

static bool read_folders(const struct option_row *row, struct options *options, const char *text)
{
    return append_text(row, options, '\n', text);
}

const struct option_type option_folders = {read_folders, write_text, NULL, false};

static bool read_demos(const struct option_row *row, struct options *options, const char *text)
{
    return text[0] != '\0' && append_text(row, options, '\n', text);
}

const struct option_type option_demos = {read_demos, write_text, NULL, false};

static bool read_align(const struct option_row *row, struct options *options, const char *text)
{
    return ghost_align_is_valid(text) && read_text(row, options, text);
}

static void describe_align(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, GHOST_ALIGN_FORMS);
}

const struct option_type option_align = {read_align, write_text, describe_align, true};

static bool read_view_names(const struct option_row *row, struct options *options, const char *text)
{
    return view_names_are_valid(text) && read_text(row, options, text);
}

static void describe_view_names(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "up to %d players or targets, each shorter than %d bytes", VIEWS_MAX - 1,
             VIEW_WHO);
}

const struct option_type option_view_names = {read_view_names, write_text, describe_view_names,
                                              true};

static bool is_block(const char *text)
{
    char *end;
    errno = 0;
    return strtol(text, &end, 10) >= 0 && errno == 0 && end != text && *end == '\0';
}

static bool read_blocks(const struct option_row *row, struct options *options, const char *text)
{
    return is_list(text, is_block) && read_text(row, options, text);
}

static void describe_blocks(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "block numbers from 0");
}

const struct option_type option_blocks = {read_blocks, write_text, describe_blocks, true};

static bool is_server_time(const char *text)
{
    char *end;
    const double ms = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(ms);
}

static bool read_server_times(const struct option_row *row, struct options *options,
                              const char *text)
{
    return is_list(text, is_server_time) && read_text(row, options, text);
}

static void describe_server_times(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "server times in ms");
}

const struct option_type option_server_times = {read_server_times, write_text,
                                                describe_server_times, true};

/* --- pictures --------------------------------------------------------------------------------- */

static bool read_width(const struct option_row *row, struct options *options, const char *text)
{
    struct picture_size *size = field_of(row, options);
    return option_parse_int(text, RENDER_MIN_WIDTH, RENDER_MAX_WIDTH, &size->width);
}

static bool read_height(const struct option_row *row, struct options *options, const char *text)
{
    struct picture_size *size = field_of(row, options);
    return option_parse_int(text, RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT, &size->height);
}

static bool read_size(const struct option_row *row, struct options *options, const char *text)
{
    struct picture_size *size = field_of(row, options), read;
    const size_t cross = strcspn(text, "xX");
    char width[16];
    if (text[cross] == '\0' || cross >= sizeof(width)) {
        return false;
    }
    memcpy(width, text, cross);
    width[cross] = '\0';
    if (!option_parse_int(width, RENDER_MIN_WIDTH, RENDER_MAX_WIDTH, &read.width) ||
        !option_parse_int(text + cross + 1, RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT, &read.height)) {
        return false;
    }
    *size = read;
    return true;
}

static bool write_size(const struct option_row *row, const struct options *options, char *text,
                       size_t size)
{
    const struct picture_size *value = read_field(row, options);
    char both[32];
    snprintf(both, sizeof(both), "%dx%d", value->width, value->height);
    return value->width > 0 && value->height > 0 && put_text(text, size, both);
}

static bool write_width(const struct option_row *row, const struct options *options, char *text,
                        size_t size)
{
    const struct picture_size *value = read_field(row, options);
    return value->width > 0 && put_int(text, size, value->width);
}

static bool write_height(const struct option_row *row, const struct options *options, char *text,
                         size_t size)
{
    const struct picture_size *value = read_field(row, options);
    return value->height > 0 && put_int(text, size, value->height);
}

static void describe_width(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "%d to %d", RENDER_MIN_WIDTH, RENDER_MAX_WIDTH);
}

static void describe_height(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "%d to %d", RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT);
}

static void describe_size(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "%dx%d to %dx%d", RENDER_MIN_WIDTH, RENDER_MIN_HEIGHT, RENDER_MAX_WIDTH,
             RENDER_MAX_HEIGHT);
}

const struct option_type option_size = {read_size, write_size, describe_size, false};
const struct option_type option_width = {read_width, write_width, describe_width, false};
const struct option_type option_height = {read_height, write_height, describe_height, false};

static const char HEX_DIGITS[] = "0123456789abcdef";

/* "30ff30", also with "0x" or "#" before it: six hexadecimal digits. */
static bool read_rgb(const char *text, uint32_t *rgb)
{
    const char *digits = text + (text[0] == '#' ? 1 : strncmp(text, "0x", 2) == 0 ? 2 : 0);
    *rgb = 0;
    for (int i = 0; i < 6; i++) {
        const char *at = digits[i] > ' ' ? strchr(HEX_DIGITS, digits[i] | 32) : NULL;
        if (at == NULL) {
            return false;
        }
        *rgb = *rgb << 4 | (uint32_t)(at - HEX_DIGITS);
    }
    return digits[6] == '\0';
}

/* "SHIRT,TROUSERS", or one for both: Quake's numbers, or red, green and blue. */
static bool read_color(const struct option_row *row, struct options *options, const char *text)
{
    struct scene_color *color = field_of(row, options);
    const size_t comma = strcspn(text, ",");
    char first[16];
    int shirt, trousers;
    uint32_t shirt_rgb, trousers_rgb;
    if (comma >= sizeof(first)) {
        return false;
    }
    memcpy(first, text, comma);
    first[comma] = '\0';
    const char *second = text[comma] == ',' ? text + comma + 1 : first;
    if (read_rgb(first, &shirt_rgb) && read_rgb(second, &trousers_rgb)) {
        *color = scene_color_of_rgb(shirt_rgb, trousers_rgb);
        return true;
    }
    if (!option_parse_int(first, 0, SCENE_COLORS - 1, &shirt) ||
        !option_parse_int(second, 0, SCENE_COLORS - 1, &trousers)) {
        return false;
    }
    *color = scene_color_of_numbers((uint8_t)shirt, (uint8_t)trousers);
    return true;
}

static bool write_color(const struct option_row *row, const struct options *options, char *text,
                        size_t size)
{
    const struct scene_color *color = read_field(row, options);
    const uint8_t *a = color->shirt_rgb, *b = color->trousers_rgb;
    char colors[16];
    if (color->free) {
        snprintf(colors, sizeof(colors), "%02x%02x%02x,%02x%02x%02x", a[0], a[1], a[2], b[0], b[1],
                 b[2]);
    } else {
        snprintf(colors, sizeof(colors), "%d,%d", color->shirt, color->trousers);
    }
    return color->set && put_text(text, size, colors);
}

static void describe_color(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "0 to %d, or RRGGBB in hexadecimal digits, or two of them",
             SCENE_COLORS - 1);
}

const struct option_type option_color = {read_color, write_color, describe_color, false};

static bool read_camera(const struct option_row *row, struct options *options, const char *text)
{
    return camera_parse(field_of(row, options), text);
}

/* camera_parse reads no exponents; every float has an exact decimal form of this length. */
static void put_coordinate(char text[64], float value)
{
    for (int digits = 0; digits <= 50; digits++) {
        snprintf(text, 64, "%.*f", digits, (double)value);
        if (strtof(text, NULL) == value) {
            return;
        }
    }
}

static bool write_camera(const struct option_row *row, const struct options *options, char *text,
                         size_t size)
{
    const struct camera *c = read_field(row, options);
    const bool chase = c->kind == CAMERA_CHASE;
    const float numbers[5] = {chase ? c->distance : c->origin[0], chase ? c->height : c->origin[1],
                              c->origin[2], c->angles[0], c->angles[1]};
    const int count = c->kind == CAMERA_EYE ? 0 : chase ? 2 : 5;
    char whole[8 + 5 * 65], number[64];
    snprintf(whole, sizeof(whole), "%s", count == 0 ? "eye" : chase ? "chase:" : "free:");
    for (int i = 0; i < count; i++) {
        const size_t used = strlen(whole);
        put_coordinate(number, numbers[i]);
        snprintf(whole + used, sizeof(whole) - used, "%s%s", i > 0 ? "," : "", number);
    }
    return put_text(text, size, whole);
}

static void describe_camera(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "eye, chase[:DISTANCE,HEIGHT] or free:X,Y,Z[,PITCH,YAW]");
}

const struct option_type option_camera = {read_camera, write_camera, describe_camera, false};

/* --- films and sheets ------------------------------------------------------------------------- */

static bool read_fps(const struct option_row *row, struct options *options, const char *text)
{
    return film_rate_parse(text, field_of(row, options));
}

static bool write_fps(const struct option_row *row, const struct options *options, char *text,
                      size_t size)
{
    const struct film_rate *fps = read_field(row, options);
    char number[32];
    snprintf(number, sizeof(number), fps->den == 1 ? "%u" : "%u/%u", (unsigned)fps->num,
             (unsigned)fps->den);
    return put_text(text, size, number);
}

static void describe_fps(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "0.01 to %d, or N/D", FILM_FPS_MAX);
}

const struct option_type option_fps = {read_fps, write_fps, describe_fps, false};

static bool read_piece(const struct option_row *row, struct options *options, const char *text)
{
    struct film_part *piece = field_of(row, options), read;
    const char *slash = strchr(text, '/');
    char number[16];
    if (!slash || (size_t)(slash - text) >= sizeof(number)) {
        return false;
    }
    memcpy(number, text, (size_t)(slash - text));
    number[slash - text] = '\0';
    if (!option_parse_int(slash + 1, 1, FILM_PIECES_MAX, &read.count) ||
        !option_parse_int(number, 1, read.count, &read.number)) {
        return false;
    }
    *piece = read;
    return true;
}

static bool write_piece(const struct option_row *row, const struct options *options, char *text,
                        size_t size)
{
    const struct film_part *piece = read_field(row, options);
    char both[32];
    snprintf(both, sizeof(both), "%d/%d", piece->number, piece->count);
    return put_text(text, size, both);
}

static void describe_piece(const struct option_row *row, char *text, size_t size)
{
    (void)row;
    snprintf(text, size, "1/N to N/N");
}

const struct option_type option_piece = {read_piece, write_piece, describe_piece, true};

static bool read_kinds(const struct option_row *row, struct options *options, const char *text)
{
    uint32_t kinds = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        const struct option_word *word = row->words;
        while (word->text &&
               (strlen(word->text) != length || memcmp(word->text, text, length) != 0)) {
            word++;
        }
        if (!word->text) {
            return false;
        }
        kinds |= 1u << word->value;
        text += length;
        if (*text == '\0') {
            break;
        }
        text++;
    }
    *(uint32_t *)field_of(row, options) = kinds;
    return true;
}

static bool write_kinds(const struct option_row *row, const struct options *options, char *text,
                        size_t size)
{
    const uint32_t kinds = *(const uint32_t *)read_field(row, options);
    char list[128] = "";
    for (const struct option_word *word = row->words; word->text; word++) {
        if (kinds & 1u << word->value) {
            const size_t used = strlen(list);
            snprintf(list + used, sizeof(list) - used, "%s%s", used > 0 ? "," : "", word->text);
        }
    }
    return kinds != 0 && put_text(text, size, list);
}

const struct option_type option_word_list = {read_kinds, write_kinds, describe_words, false};
