#include "engine/edit/anonymise/anon_text.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { ROUNDS = 4 /* a stand-in may make a name of what is around it */ };

void anon_text_begin(struct anon_text *t, struct anon_names *names, unsigned codes, bool teams)
{
    *t = (struct anon_text){.names = names, .codes = codes, .teams = teams};
    anon_text_leave(t);
}

void anon_text_free(struct anon_text *t)
{
    byte_writer_free(&t->out);
    byte_writer_free(&t->scratch[0]);
    byte_writer_free(&t->scratch[1]);
    free(t->kept);
}

void anon_text_leave(struct anon_text *t)
{
    t->slot = -1;
    for (int i = 0; i < ANON_SLOTS; i++) {
        t->slots[i] = (struct anon_slot){ANON_NONE, 0};
    }
}

static void put(struct anon_text *t, const void *text, size_t size)
{
    if (!t->collecting) {
        byte_writer_bytes(&t->out, text, size);
        t->no_memory = t->no_memory || t->out.failed;
    }
}

void anon_text_keep(struct anon_text *t, const void *bytes, size_t size)
{
    const uintptr_t at = (uintptr_t)bytes, base = (uintptr_t)t->base;
    if (!t->base || size == 0 || at < base || at - base >= t->base_size) {
        return;
    }
    if (array_reserve(&t->kept, &t->room_kept, t->num_kept + 1, sizeof(*t->kept)) < 0) {
        t->no_memory = true;
        return;
    }
    t->kept[t->num_kept++] = (struct anon_place){at - base, at - base + size};
}

void anon_text_file(struct anon_text *t, const void *text, size_t size)
{
    anon_text_keep(t, text, size);
    put(t, text, size);
}

const char *anon_text_changed(struct anon_text *t, const char *before)
{
    byte_writer_u8(&t->out, 0);
    const char *text = (const char *)t->out.data;
    return t->collecting || t->out.failed || strcmp(text, before) == 0 ? NULL : text;
}

/* --- free texts ---------------------------------------------------------------------------------
 */

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* Bytes of the IP address at the beginning of a text, the last part of which servers may show as
 * "xxx"; 0 = none. */
static size_t address_size(const uint8_t *at, size_t left)
{
    enum { PARTS = 4, PART_DIGITS = 3, PART_LAST = 255 };
    size_t size = 0;
    for (int part = 0; part < PARTS; part++) {
        unsigned number = 0;
        size_t digits = 0;
        for (; size < left && digits < PART_DIGITS && is_digit(at[size]); digits++) {
            number = number * 10 + at[size++] - '0';
        }
        if (part == PARTS - 1 && digits == 0 && left - size >= PART_DIGITS &&
            memcmp(at + size, "xxx", PART_DIGITS) == 0) {
            size += PART_DIGITS;
        } else if (digits == 0 || number > PART_LAST) {
            return 0;
        }
        if (part < PARTS - 1 && (size >= left || at[size++] != '.')) {
            return 0;
        }
    }
    return size < left && (is_digit(at[size]) ||
                           (at[size] == '.' && left - size > 1 && is_digit(at[size + 1])))
               ? 0
               : size;
}

static const char no_address[] = "0.0.0.0";

/* Bytes of the next address, whose place is set in *at; 0 = there is none. */
static size_t find_address(const uint8_t *text, size_t size, size_t *at)
{
    for (; *at < size; (*at)++) {
        const bool begins = *at == 0 || !(is_digit(text[*at - 1]) || text[*at - 1] == '.');
        const size_t found =
            begins && is_digit(text[*at]) ? address_size(text + *at, size - *at) : 0;
        if (found > 0 &&
            !(found == strlen(no_address) && memcmp(text + *at, no_address, found) == 0)) {
            return found;
        }
    }
    return 0;
}

static void put_addresses(struct anon_text *t, const uint8_t *text, size_t size)
{
    size_t copied = 0, at = 0, found;
    while ((found = find_address(text, size, &at)) > 0) {
        put(t, text + copied, at - copied);
        put(t, no_address, strlen(no_address));
        t->addresses++;
        at += found;
        copied = at;
    }
    put(t, text + copied, size - copied);
}

static void put_words(struct anon_text *t, const void *text, size_t size, unsigned codes)
{
    const unsigned colors = ANON_AND_CODES | ANON_HAT_CODES;
    int64_t in_round = 1;
    int next = 0;
    if (t->collecting) {
        return;
    }
    for (int round = 0; round < ROUNDS && in_round > 0; round++) {
        in_round = 0;
        for (int form = codes & colors ? 0 : 1; form < 2; form++) {
            struct byte_writer *to = &t->scratch[next];
            to->size = 0;
            const int64_t count = anon_names_replace(
                t->names, text, size, form == 0 ? (codes & ~colors) | ANON_CODED : codes, to);
            if (count < 0) {
                t->no_memory = true;
                return;
            }
            in_round += count;
            if (count > 0) {
                text = to->data;
                size = to->size;
                next = 1 - next;
            }
        }
        t->replaced += (uint64_t)in_round;
    }
    put_addresses(t, text, size);
}

void anon_text_words(struct anon_text *t, const void *text, size_t size)
{
    put_words(t, text, size, t->codes);
}

/* --- names --------------------------------------------------------------------------------------
 */

static void add_name(struct anon_text *t, enum anon_kind kind, const void *text, size_t size,
                     int32_t same)
{
    if (anon_names_add(t->names, kind, text, size, t->codes, same) == FORMAT_MEMORY) {
        t->no_memory = true;
    }
}

/* True if somebody else has that stand-in now. */
static bool is_shared(const struct anon_text *t, int32_t stand_in)
{
    for (int i = 0; i < ANON_SLOTS; i++) {
        if (i != t->slot && t->slots[i].stand_in == stand_in) {
            return true;
        }
    }
    return false;
}

/* A player's name: a new name of who is in the slot shares the stand-in, unless that is another
 * player's, too, of the same name. */
static void add_player(struct anon_text *t, const void *text, size_t size)
{
    struct anon_slot *slot = t->slot >= 0 && t->slot < ANON_SLOTS ? &t->slots[t->slot] : NULL;
    const bool stays = slot && slot->user == t->user && !is_shared(t, slot->stand_in);
    const int32_t same = stays ? slot->stand_in : ANON_NONE;
    const int32_t number = anon_names_add(t->names, ANON_PLAYER, text, size, t->codes, same);
    if (number == FORMAT_MEMORY) {
        t->no_memory = true;
    } else if (slot) {
        *slot = (struct anon_slot){number, t->user};
    }
}

void anon_text_name(struct anon_text *t, enum anon_kind kind, const void *text, size_t size)
{
    const char *stand_in;
    if (t->collecting && kind == ANON_PLAYER) {
        add_player(t, text, size);
    } else if (t->collecting) {
        add_name(t, kind, text, size, ANON_NONE);
    } else {
        const int found = anon_names_of(t->names, text, size, t->codes, &stand_in);
        t->no_memory = t->no_memory || found < 0;
        t->replaced += found > 0;
        put(t, found > 0 ? stand_in : text, found > 0 ? strlen(stand_in) : size);
    }
}

/* Another name of who is in the slot. */
static void put_nick(struct anon_text *t, const char *text, size_t size)
{
    if (t->collecting) {
        add_name(t, ANON_PLAYER, text, size,
                 t->slot >= 0 && t->slot < ANON_SLOTS ? t->slots[t->slot].stand_in : ANON_NONE);
    } else {
        anon_text_name(t, ANON_PLAYER, text, size);
    }
}

/* --- values -------------------------------------------------------------------------------------
 */

enum meaning {
    MEANS_WORDS,
    MEANS_NAME,
    MEANS_NICK,
    MEANS_TEAM,
    MEANS_SERVER,
    MEANS_DEMO,
    MEANS_ADDRESS,
    MEANS_PERSON, /* who runs the server, or an account: goes */
    MEANS_FILE    /* of the game, or a version: stays */
};

struct key_row {
    const char *key; /* small letters, without . and * in front; a last * stands for any rest */
    enum meaning meaning;
};

/* Keys of QuakeWorld's and Quake III's info strings and of KTX's statistics. */
static const struct key_row key_rows[] = {{"name", MEANS_NAME},
                                          {"nick", MEANS_NICK},
                                          {"k_nick", MEANS_NICK},
                                          {"auth", MEANS_NICK},
                                          {"login", MEANS_NICK},
                                          {"team", MEANS_TEAM},
                                          {"cn", MEANS_TEAM},
                                          {"xcn", MEANS_TEAM},
                                          {"hostname", MEANS_SERVER},
                                          {"sv_hostname", MEANS_SERVER},
                                          {"serverdemo", MEANS_DEMO},
                                          {"demo", MEANS_DEMO},
                                          {"ip", MEANS_ADDRESS},
                                          {"hostport", MEANS_ADDRESS},
                                          {"admin", MEANS_PERSON},
                                          {"administrator", MEANS_PERSON},
                                          {"email", MEANS_PERSON},
                                          {"e-mail", MEANS_PERSON},
                                          {"contact", MEANS_PERSON},
                                          {"url", MEANS_PERSON},
                                          {"irc", MEANS_PERSON},
                                          {"location", MEANS_PERSON},
                                          {"host", MEANS_PERSON},
                                          {"owner", MEANS_PERSON},
                                          {"sv_owner", MEANS_PERSON},
                                          {"sv_location", MEANS_PERSON},
                                          {"guid", MEANS_PERSON},
                                          {"cl_guid", MEANS_PERSON},
                                          {"steam", MEANS_PERSON},
                                          {"steamid", MEANS_PERSON},
                                          {"password", MEANS_PERSON},
                                          {"map", MEANS_FILE},
                                          {"mapname", MEANS_FILE},
                                          {"gamedir", MEANS_FILE},
                                          {"game", MEANS_FILE},
                                          {"fs_game", MEANS_FILE},
                                          {"gamename", MEANS_FILE},
                                          {"gameversion", MEANS_FILE},
                                          {"version", MEANS_FILE},
                                          {"progs", MEANS_FILE},
                                          {"qvm", MEANS_FILE},
                                          {"sky", MEANS_FILE},
                                          {"mode", MEANS_FILE},
                                          {"model", MEANS_FILE},
                                          {"hmodel", MEANS_FILE},
                                          {"sv_pak*", MEANS_FILE},
                                          {"sv_referencedpak*", MEANS_FILE},
                                          {"date", MEANS_FILE}};

static bool is_key(const char *key, size_t size, const char *row)
{
    size_t i = 0;
    for (; i < size && row[i] != '\0' && row[i] != '*'; i++) {
        const char c = key[i] >= 'A' && key[i] <= 'Z' ? (char)(key[i] - 'A' + 'a') : key[i];
        if (c != row[i]) {
            return false;
        }
    }
    return row[i] == '*' || (i == size && row[i] == '\0');
}

static enum meaning key_meaning(const struct anon_text *t, const char *key, size_t size)
{
    while (size > 0 && (*key == '.' || *key == '*' || *key == ' ')) {
        key++;
        size--;
    }
    if (t->short_keys && size == 1 && *key == 'n') {
        return MEANS_NAME;
    }
    for (size_t i = 0; i < sizeof(key_rows) / sizeof(key_rows[0]); i++) {
        if (is_key(key, size, key_rows[i].key)) {
            return key_rows[i].meaning;
        }
    }
    return MEANS_WORDS;
}

static bool has_address(const char *text, size_t size)
{
    size_t at = 0;
    return find_address((const uint8_t *)text, size, &at) > 0;
}

/* Digits, blanks and what belongs to numbers. */
static bool is_numeric(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\0' || !strchr("0123456789+-., ", text[i])) {
            return false;
        }
    }
    return !has_address(text, size);
}

/* A number so long is an account's. */
static bool is_account(const char *text, size_t size)
{
    enum { ACCOUNT_DIGITS = 15 };
    size_t digits = 0;
    while (digits < size && is_digit((uint8_t)text[digits])) {
        digits++;
    }
    return digits == size && size >= ACCOUNT_DIGITS;
}

/* A text in the place of one that is not empty. */
static void put_fixed(struct anon_text *t, const char *text, size_t size, const char *fixed)
{
    const size_t fixed_size = size > 0 ? strlen(fixed) : 0;
    if (!t->collecting && (size != fixed_size || memcmp(text, fixed, size) != 0)) {
        t->replaced++;
    }
    put(t, fixed, fixed_size);
}

static void put_meant(struct anon_text *t, enum meaning meaning, const char *value, size_t size)
{
    switch (meaning) {
    case MEANS_NAME:
        anon_text_name(t, ANON_PLAYER, value, size);
        break;
    case MEANS_NICK:
        put_nick(t, value, size);
        break;
    case MEANS_SERVER:
        anon_text_name(t, ANON_SERVER, value, size);
        break;
    case MEANS_DEMO:
        anon_text_name(t, ANON_DEMO, value, size);
        break;
    case MEANS_ADDRESS:
        put_fixed(t, value, size, no_address);
        break;
    case MEANS_PERSON:
        put_fixed(t, value, size, "-");
        break;
    case MEANS_FILE:
        anon_text_file(t, value, size);
        break;
    case MEANS_TEAM:
        if (t->teams) {
            anon_text_name(t, ANON_TEAM, value, size);
            break;
        } /* fall through */
    default:
        anon_text_words(t, value, size);
        break;
    }
}

void anon_text_value(struct anon_text *t, const char *key, size_t key_size, const char *value,
                     size_t size)
{
    const enum meaning meaning = key_meaning(t, key, key_size);
    if ((meaning == MEANS_WORDS || meaning == MEANS_TEAM) && is_numeric(value, size)) {
        if (is_account(value, size)) {
            put_fixed(t, value, size, "0");
        } else {
            anon_text_file(t, value, size);
        }
        return;
    }
    put_meant(t, meaning, value, size);
}

static size_t size_until(const char *text, size_t size, char end)
{
    const char *found = size > 0 ? memchr(text, end, size) : NULL;
    return found ? (size_t)(found - text) : size;
}

void anon_text_info(struct anon_text *t, const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t slash = text[at] == '\\';
        const size_t key = at + slash, key_size = size_until(text + key, size - key, '\\');
        const size_t value = key + key_size + (key + key_size < size);
        const size_t value_size = size_until(text + value, size - value, '\\');
        anon_text_file(t, text + at, value - at);
        anon_text_value(t, text + key, key_size, text + value, value_size);
        at = value + value_size;
    }
}

/* --- commands -----------------------------------------------------------------------------------
 */

/* A sign, digits, a point, digits. */
static bool is_number(const char *word, size_t size)
{
    size_t points = 0, digits = 0;
    for (size_t i = 0; i < size; i++) {
        if (word[i] == '.') {
            points++;
        } else if (is_digit((uint8_t)word[i])) {
            digits++;
        } else if (i > 0 || (word[i] != '-' && word[i] != '+')) {
            return false;
        }
    }
    return digits > 0 && points <= 1;
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* Words up to a quote or a number, which stays. */
static size_t put_plain_words(struct anon_text *t, const char *text, size_t size)
{
    size_t at = 0, begin = 0;
    while (at < size && text[at] != '"') {
        size_t end = at;
        while (end < size && is_blank(text[end])) {
            end++;
        }
        const size_t word = end;
        while (end < size && !is_blank(text[end]) && text[end] != '"') {
            end++;
        }
        if (is_number(text + word, end - word)) {
            anon_text_words(t, text + begin, word - begin);
            anon_text_file(t, text + word, end - word);
            begin = end;
        }
        at = end;
    }
    anon_text_words(t, text + begin, at - begin);
    return at;
}

void anon_text_arguments(struct anon_text *t, const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        at += put_plain_words(t, text + at, size - at);
        if (at == size) {
            break;
        }
        put(t, text + at++, 1);
        const size_t quoted = size_until(text + at, size - at, '"');
        if (quoted > 0 && text[at] == '\\') {
            anon_text_info(t, text + at, quoted);
        } else {
            anon_text_words(t, text + at, quoted);
        }
        at += quoted;
        if (at < size) {
            put(t, text + at++, 1);
        }
    }
}

/* Commands that name files of the game, or set what is drawn. */
static bool is_kept_command(const char *name, size_t size)
{
    static const char *const kept[] = {
        "bf",        "fog",      "sky",         "play*",      "cd",      "color",        "fov",
        "v_*",       "r_*",      "gl_*",        "scr_*",      "csqc_*",  "cl_download*", "wait",
        "reconnect", "map",      "changelevel", "changing",   "impulse", "cmd",          "music*",
        "loadsky",   "skyname",  "//vwep*",     "//wps",      "//ktx",   "//at*",        "skins",
        "crosshair", "viewsize", "precache",    "//paknames", "//paks"};
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        if (is_key(name, size, kept[i])) {
            return true;
        }
    }
    return false;
}

/* Bytes up to the end of a command: a newline, or a semicolon outside of quotes. */
static size_t command_size(const char *text, size_t size)
{
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\n' || (text[i] == ';' && !quoted)) {
            return i;
        }
        quoted = quoted != (text[i] == '"');
    }
    return size;
}

void anon_text_stuffed(struct anon_text *t, const char *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t end = at + command_size(text + at, size - at);
        size_t name = at;
        while (!t->in_command && name < end && is_blank(text[name])) {
            name++;
        }
        if (!t->in_command && name < end) {
            const size_t begin = name;
            while (name < end && !is_blank(text[name]) && text[name] != '"') {
                name++;
            }
            t->kept_command = is_kept_command(text + begin, name - begin);
            t->in_command = true;
        }
        anon_text_file(t, text + at, name - at);
        if (t->kept_command) {
            anon_text_file(t, text + name, end - name);
        } else {
            anon_text_arguments(t, text + name, end - name);
        }
        at = end;
        if (at < size) {
            put(t, text + at++, 1);
            t->in_command = t->kept_command = false;
        }
    }
}

/* --- JSON ---------------------------------------------------------------------------------------
 */

/* Bytes of a string behind its first quote, without the last one. */
static size_t string_size(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && text[at] != '"') {
        at += text[at] == '\\' && at + 1 < size ? 2 : 1;
    }
    return at;
}

/* The characters of a string, which names are made of. */
static bool read_string(struct byte_writer *to, const char *text, size_t size)
{
    static const char escapes[] = "n\nr\rt\tb\bf\f";
    to->size = 0;
    for (size_t at = 0; at < size; at++) {
        uint8_t c = (uint8_t)text[at];
        if (c == '\\' && at + 1 < size) {
            const char *known = strchr("nrtbf", text[++at]);
            c = (uint8_t)text[at];
            if (c == 'u' && size - at > 4) {
                unsigned code = 0;
                for (int i = 3; i <= 4; i++) {
                    const uint8_t digit = (uint8_t)text[at + (size_t)i] | 0x20;
                    code = code << 4 | ((digit & 0x40 ? digit + 9u : digit) & 0xf);
                }
                c = (uint8_t)code;
                at += 4;
            } else if (known && c != '\0') {
                c = (uint8_t)strchr(escapes, (char)c)[1];
            }
        }
        byte_writer_u8(to, c);
    }
    return !to->failed;
}

static void put_string(struct anon_text *t, enum meaning meaning, const char *text, size_t size)
{
    if (meaning == MEANS_WORDS || (meaning == MEANS_TEAM && !t->teams)) {
        put_words(t, text, size, t->codes | ANON_ESCAPES);
        return;
    }
    struct byte_writer plain = {0};
    if (!read_string(&plain, text, size)) {
        t->no_memory = true;
    } else if (meaning == MEANS_FILE || size == 0) {
        put(t, text, size);
    } else {
        const size_t before = t->out.size;
        put_meant(t, meaning, (const char *)plain.data, plain.size);
        if (!t->collecting && t->out.size - before == plain.size && plain.size > 0 &&
            memcmp(t->out.data + before, plain.data, plain.size) == 0) {
            t->out.size = before; /* it stays: with its escapes */
            put(t, text, size);
        }
    }
    byte_writer_free(&plain);
}

void anon_text_json(struct anon_text *t, const void *json, size_t size)
{
    const char *text = json;
    enum meaning meaning = MEANS_WORDS;
    size_t at = 0;
    t->slot = -1;
    while (at < size) {
        const size_t quote = at + size_until(text + at, size - at, '"');
        put(t, text + at, quote - at + (quote < size));
        if (quote == size) {
            break;
        }
        at = quote + 1;
        const size_t length = string_size(text + at, size - at);
        size_t next = at + length + 1;
        while (next < size && is_blank(text[next])) {
            next++;
        }
        if (next < size && text[next] == ':') {
            meaning = key_meaning(t, text + at, length);
            put(t, text + at, length);
        } else {
            put_string(t, meaning, text + at, length);
            meaning = MEANS_WORDS;
        }
        at += length;
        if (at < size) {
            put(t, text + at++, 1);
        }
    }
}

/* --- nicks --------------------------------------------------------------------------------------
 */

/* True if all letters of the nick are in the name in that order, the first one as a word's first.
 */
static bool is_short_for(const struct anon_letters *name, const struct anon_letter *nick,
                         size_t count)
{
    for (size_t begin = 0; begin < name->count; begin++) {
        size_t found = 0;
        if (begin > 0 && anon_is_word(name->items[begin - 1].letter)) {
            continue;
        }
        for (size_t i = begin; i < name->count && found < count; i++) {
            found += name->items[i].letter == nick[found].letter && (found > 0 || i == begin);
        }
        if (found == count) {
            return true;
        }
    }
    return false;
}

void anon_text_nick(struct anon_text *t, const char *text, size_t size)
{
    enum { NICK_LETTERS = 3, NAME_MAX_BYTES = 255 };
    static const char sign[] = "): \r";
    struct anon_letters name = {0}, rest = {0};
    size_t end = 1;
    if (!t->collecting || size == 0 || text[0] != '(') {
        return;
    }
    while (end + strlen(sign) < size && end <= NAME_MAX_BYTES &&
           memcmp(text + end, sign, strlen(sign)) != 0) {
        end++;
    }
    if (end + strlen(sign) >= size || end > NAME_MAX_BYTES) {
        return;
    }
    const char *said = text + end + strlen(sign);
    if (anon_letters_read(&name, text + 1, end - 1, t->codes) < 0 ||
        anon_letters_read(&rest, said, size - (size_t)(said - text), t->codes) < 0) {
        t->no_memory = true;
    } else {
        size_t first = 0;
        while (first < rest.count && !anon_is_word(rest.items[first].letter)) {
            first++;
        }
        size_t last = first;
        while (last < rest.count && anon_is_word(rest.items[last].letter)) {
            last++;
        }
        if (last - first >= NICK_LETTERS && is_short_for(&name, rest.items + first, last - first)) {
            const int32_t same =
                anon_names_add(t->names, ANON_PLAYER, text + 1, end - 1, t->codes, ANON_NONE);
            const size_t begin = rest.items[first].begin;
            t->no_memory = t->no_memory || same == FORMAT_MEMORY;
            if (same >= 0) {
                add_name(t, ANON_PLAYER, said + begin, rest.items[last - 1].end - begin, same);
            }
        }
    }
    anon_letters_free(&name);
    anon_letters_free(&rest);
}
