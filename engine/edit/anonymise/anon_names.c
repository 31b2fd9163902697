#include "engine/edit/anonymise/anon_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum {
    NAME_LETTERS = 255, /* that are compared */
    CORE_LETTERS = 3,   /* of a name without signs around it */
    SHORT_LETTERS = 8,  /* of a name that was cut short, at least */
    CUT_LETTERS = 64,   /* and at most: no table of scores is wider */
    WORD_LETTERS = 5,   /* of a part of a name */
    FIRST_SLOTS = 256   /* a power of two */
};

/* A form of a name, by which it is found. */
struct key {
    uint64_t hash;
    uint32_t text; /* in letters; a derived one's lie in those of its name */
    uint32_t stand_in;
    uint8_t size; /* letters */
    bool derived;
    bool coded;  /* it has a sign of a colour: ^ & { } */
    bool shared; /* a part of several players' names: none is meant */
};

struct stand_in {
    enum anon_kind kind;
    char text[ANON_STAND_IN]; /* "" = not given yet */
};

/* A name as a demo has it. */
struct listed {
    size_t text, size; /* in texts */
    uint32_t stand_in;
};

struct anon_names {
    struct key *keys;
    size_t num_keys, room_keys, finished; /* keys before `finished` have their other forms */
    uint32_t *slots;                      /* number of a key + 1, by hash; 0 = free */
    size_t num_slots;
    struct stand_in *stand_ins;
    size_t num_stand_ins, room_stand_ins, numbered;
    struct listed *list;
    size_t num_list, room_list;
    struct byte_writer letters, texts;
    uint16_t lengths[NAME_LETTERS + 1]; /* of keys, longest first */
    size_t num_lengths;
    bool has_length[NAME_LETTERS + 1];
    bool begins[256];             /* letters that are keys */
    uint8_t pairs[256 * 256 / 8]; /* bits: first two letters of longer keys */
    uint32_t next[ANON_KINDS];
    uint8_t used[ANON_KINDS][ANON_LAST_NUMBER / 8 + 1]; /* bits: numbers that demos have */
    uint64_t powers[NAME_LETTERS + 1];
    struct anon_letters read; /* scratch */
};

static const char stand_in_letters[ANON_KINDS] = {'p', 't', 0, 0};

struct anon_names *anon_names_create(void)
{
    struct anon_names *names = calloc(1, sizeof(*names));
    if (names) {
        names->slots = calloc(FIRST_SLOTS, sizeof(*names->slots));
        names->num_slots = FIRST_SLOTS;
        if (!names->slots) {
            free(names);
            return NULL;
        }
        for (size_t i = 0; i <= NAME_LETTERS; i++) {
            names->powers[i] = anon_letters_power(i);
        }
    }
    return names;
}

void anon_names_free(struct anon_names *names)
{
    if (names) {
        free(names->keys);
        free(names->slots);
        free(names->stand_ins);
        free(names->list);
        byte_writer_free(&names->letters);
        byte_writer_free(&names->texts);
        anon_letters_free(&names->read);
        free(names);
    }
}

size_t anon_names_bytes(const struct anon_names *names)
{
    return names->room_keys * sizeof(*names->keys) + names->num_slots * sizeof(*names->slots) +
           names->room_stand_ins * sizeof(*names->stand_ins) +
           names->room_list * sizeof(*names->list) + names->letters.capacity +
           names->texts.capacity;
}

/* --- keys ---------------------------------------------------------------------------------------
 */

/* Hash of letters of names->read. */
static uint64_t hash_letters(const struct anon_names *names, size_t first, size_t count)
{
    const struct anon_letter *items = names->read.items;
    return items[first + count].before - items[first].before * names->powers[count];
}

/* The key of `count` letters of names->read, or NULL. */
static struct key *find_key(const struct anon_names *names, size_t first, size_t count)
{
    const uint64_t hash = hash_letters(names, first, count);
    for (size_t slot = hash >> 32 & (names->num_slots - 1); names->slots[slot] != 0;
         slot = (slot + 1) & (names->num_slots - 1)) {
        struct key *key = &names->keys[names->slots[slot] - 1];
        if (key->hash != hash || key->size != count) {
            continue;
        }
        size_t same = 0;
        while (same < count &&
               names->read.items[first + same].letter == names->letters.data[key->text + same]) {
            same++;
        }
        if (same == count) {
            return key;
        }
    }
    return NULL;
}

static void place_key(uint32_t *slots, size_t count, uint64_t hash, uint32_t number)
{
    size_t slot = hash >> 32 & (count - 1);
    while (slots[slot] != 0) {
        slot = (slot + 1) & (count - 1);
    }
    slots[slot] = number + 1;
}

static int grow_slots(struct anon_names *names)
{
    const size_t count = names->num_slots * 2;
    uint32_t *slots = calloc(count, sizeof(*slots));
    if (!slots) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < names->num_keys; i++) {
        place_key(slots, count, names->keys[i].hash, (uint32_t)i);
    }
    free(names->slots);
    names->slots = slots;
    names->num_slots = count;
    return 0;
}

static void note_length(struct anon_names *names, size_t length)
{
    if (names->has_length[length]) {
        return;
    }
    size_t at = names->num_lengths++;
    names->has_length[length] = true;
    for (; at > 0 && names->lengths[at - 1] < length; at--) {
        names->lengths[at] = names->lengths[at - 1];
    }
    names->lengths[at] = (uint16_t)length;
}

static unsigned pair_of(const struct anon_names *names, size_t first)
{
    const struct anon_letter *items = names->read.items + first;
    return (unsigned)items[0].letter << 8 | items[1].letter;
}

static void note_beginning(struct anon_names *names, size_t first, size_t count)
{
    if (count == 1) {
        names->begins[names->read.items[first].letter] = true;
    } else {
        const unsigned pair = pair_of(names, first);
        names->pairs[pair / 8] |= (uint8_t)(1u << pair % 8);
    }
}

/* True if a key may begin at a place of names->read. */
static bool may_begin(const struct anon_names *names, size_t first)
{
    if (names->begins[names->read.items[first].letter]) {
        return true;
    }
    if (names->read.count - first < 2) {
        return false;
    }
    const unsigned pair = pair_of(names, first);
    return names->pairs[pair / 8] & 1u << pair % 8;
}

/* Where letters of names->read are kept. whole: those of the name that they are a part of, all of
 * names->read; NULL: it is the name. Returns 0 or FORMAT_MEMORY. */
static int keep_letters(struct anon_names *names, size_t first, size_t count,
                        const struct key *whole, uint32_t *text)
{
    if (whole) {
        *text = whole->text + (uint32_t)first;
        return 0;
    }
    if (names->letters.size > UINT32_MAX - count) {
        return FORMAT_MEMORY;
    }
    *text = (uint32_t)names->letters.size;
    for (size_t i = 0; i < count; i++) {
        byte_writer_u8(&names->letters, names->read.items[first + i].letter);
    }
    return names->letters.failed ? FORMAT_MEMORY : 0;
}

/* Adds letters of names->read as a key, unless they are one. whole: as of keep_letters; its key is
 * derived then. */
static int add_key(struct anon_names *names, size_t first, size_t count, uint32_t stand_in,
                   const struct key *whole)
{
    const bool derived = whole != NULL;
    struct key *known = count > 0 ? find_key(names, first, count) : NULL;
    if (known && known->derived && !derived) {
        known->stand_in = stand_in;
        known->derived = known->shared = false;
    }
    if (count == 0 || known) {
        return 0;
    }
    if (array_reserve(&names->keys, &names->room_keys, names->num_keys + 1, sizeof(*names->keys)) <
            0 ||
        (names->num_keys * 2 >= names->num_slots && grow_slots(names) < 0)) {
        return FORMAT_MEMORY;
    }
    struct key key = {.hash = hash_letters(names, first, count),
                      .size = (uint8_t)count,
                      .stand_in = stand_in,
                      .derived = derived};
    for (size_t i = 0; i < count; i++) {
        const uint8_t letter = names->read.items[first + i].letter;
        key.coded = key.coded || letter == '^' || letter == '&' || letter == '{' || letter == '}';
    }
    if (keep_letters(names, first, count, whole, &key.text) < 0) {
        return FORMAT_MEMORY;
    }
    note_beginning(names, first, count);
    names->keys[names->num_keys] = key;
    place_key(names->slots, names->num_slots, key.hash, (uint32_t)names->num_keys++);
    note_length(names, count);
    return 0;
}

/* --- what is a name -----------------------------------------------------------------------------
 */

/* Letters of a text without blanks around them: the place of the first, and how many. */
struct span {
    size_t first, count;
};

static struct span trim_blanks(const struct anon_letters *read)
{
    struct span s = {0, read->count};
    while (s.count > 0 && read->items[s.first].letter == ' ') {
        s.first++;
        s.count--;
    }
    while (s.count > 0 && read->items[s.first + s.count - 1].letter == ' ') {
        s.count--;
    }
    s.count = s.count < NAME_LETTERS ? s.count : NAME_LETTERS;
    return s;
}

static bool span_is(const struct anon_letters *read, struct span s, const char *text)
{
    if (s.count != strlen(text)) {
        return false;
    }
    for (size_t i = 0; i < s.count; i++) {
        if (read->items[s.first + i].letter != (uint8_t)text[i]) {
            return false;
        }
    }
    return true;
}

/* The number of a stand-in of the kind; 0 = it is none. */
static uint32_t stand_in_number(const struct anon_letters *read, struct span s, enum anon_kind kind)
{
    enum { DIGITS = 6 };
    uint32_t number = 0;
    if (s.count < 2 || s.count > 1 + DIGITS ||
        read->items[s.first].letter != (uint8_t)stand_in_letters[kind]) {
        return 0;
    }
    for (size_t i = 1; i < s.count; i++) {
        const uint8_t digit = read->items[s.first + i].letter;
        if (digit < '0' || digit > '9' || (i == 1 && digit == '0')) {
            return 0;
        }
        number = number * 10 + digit - '0';
    }
    return number;
}

static bool stays(struct anon_names *names, struct span s)
{
    static const char *const common[] = {"player", "unnamed", "unnamedplayer", "unconnected",
                                         "noname", "server",  "demo.mvd",      "demo"};
    for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
        if (span_is(&names->read, s, common[i])) {
            return true;
        }
    }
    for (enum anon_kind kind = ANON_PLAYER; kind <= ANON_TEAM; kind++) {
        const uint32_t number = stand_in_number(&names->read, s, kind);
        if (number > 0) {
            names->used[kind][number / 8] |= (uint8_t)(1u << number % 8);
            return true;
        }
    }
    return s.count == 0;
}

/* The forms of codes in which a name is looked for: as it is, and without colours. */
static unsigned form_codes(unsigned codes, int form)
{
    return form == 0 ? codes & ~(unsigned)(ANON_AND_CODES | ANON_HAT_CODES) : codes;
}

static int add_stand_in(struct anon_names *names, enum anon_kind kind)
{
    if (array_reserve(&names->stand_ins, &names->room_stand_ins, names->num_stand_ins + 1,
                      sizeof(*names->stand_ins)) < 0) {
        return FORMAT_MEMORY;
    }
    names->stand_ins[names->num_stand_ins++] = (struct stand_in){.kind = kind};
    return 0;
}

static int add_listed(struct anon_names *names, const void *text, size_t size, uint32_t stand_in)
{
    if (array_reserve(&names->list, &names->room_list, names->num_list + 1, sizeof(*names->list)) <
        0) {
        return FORMAT_MEMORY;
    }
    names->list[names->num_list++] =
        (struct listed){.text = names->texts.size, .size = size, .stand_in = stand_in};
    byte_writer_bytes(&names->texts, text, size);
    return names->texts.failed ? FORMAT_MEMORY : 0;
}

/* A server or a team that is called like a player has the player's stand-in. */
static void prefer_player(struct stand_in *s, enum anon_kind kind)
{
    if (kind == ANON_PLAYER && s->text[0] == '\0') {
        s->kind = kind;
    }
}

int32_t anon_names_add(struct anon_names *names, enum anon_kind kind, const void *text, size_t size,
                       unsigned codes, int32_t same)
{
    int32_t stand_in = ANON_NONE;
    bool known = true;
    for (int form = 1; form >= 0; form--) {
        if (anon_letters_read(&names->read, text, size, form_codes(codes, form)) < 0) {
            return FORMAT_MEMORY;
        }
        const struct span s = trim_blanks(&names->read);
        if (form == 1 && stays(names, s)) {
            return ANON_NONE;
        }
        const struct key *key = s.count > 0 ? find_key(names, s.first, s.count) : NULL;
        if (key && stand_in == ANON_NONE && !key->derived) {
            stand_in = (int32_t)key->stand_in;
            prefer_player(&names->stand_ins[stand_in], kind);
        } else if (form == 1) {
            known = false;
            stand_in = same;
        }
        if (stand_in == ANON_NONE) {
            stand_in = (int32_t)names->num_stand_ins;
            if (add_stand_in(names, kind) < 0) {
                return FORMAT_MEMORY;
            }
        }
        if (add_key(names, s.first, s.count, (uint32_t)stand_in, NULL) < 0) {
            return FORMAT_MEMORY;
        }
    }
    if (!known && add_listed(names, text, size, (uint32_t)stand_in) < 0) {
        return FORMAT_MEMORY;
    }
    return stand_in;
}

/* --- stand-ins ----------------------------------------------------------------------------------
 */

/* Adds the words of a name, if it has several; what is in two players' names is a clan's. */
static int derive_words(struct anon_names *names, const struct key *whole)
{
    for (size_t at = 0, end; at < whole->size; at = end + 1) {
        for (end = at; end < whole->size && anon_is_word(names->read.items[end].letter); end++) {
        }
        const struct span word = {at, end - at};
        if (word.count < WORD_LETTERS || stays(names, word)) {
            continue;
        }
        struct key *known = find_key(names, at, word.count);
        if (known && known->derived && known->stand_in != whole->stand_in) {
            known->shared = true;
        } else if (!known && add_key(names, at, word.count, whole->stand_in, whole) < 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

/* Adds the other forms of a key. */
static int derive_forms(struct anon_names *names, size_t number)
{
    const struct key key = names->keys[number];
    char letters[NAME_LETTERS];
    memcpy(letters, names->letters.data + key.text, key.size);
    if (anon_letters_read(&names->read, letters, key.size, 0) < 0) {
        return FORMAT_MEMORY;
    }
    struct span core = {0, key.size};
    while (core.count > 0 && !anon_is_word(names->read.items[core.first].letter)) {
        core.first++;
        core.count--;
    }
    while (core.count > 0 && !anon_is_word(names->read.items[core.first + core.count - 1].letter)) {
        core.count--;
    }
    if (core.count >= CORE_LETTERS && !stays(names, core) &&
        add_key(names, core.first, core.count, key.stand_in, &key) < 0) {
        return FORMAT_MEMORY;
    }
    for (size_t count = SHORT_LETTERS; count < key.size && count <= CUT_LETTERS; count++) {
        const struct span cut = {0, count};
        if (names->read.items[count - 1].letter != ' ' && !stays(names, cut) &&
            add_key(names, 0, count, key.stand_in, &key) < 0) {
            return FORMAT_MEMORY;
        }
    }
    return names->stand_ins[key.stand_in].kind == ANON_PLAYER ? derive_words(names, &key) : 0;
}

static int give_stand_in(struct anon_names *names, struct stand_in *s, struct format_error *err)
{
    if (s->kind == ANON_SERVER || s->kind == ANON_DEMO) {
        (void)snprintf(s->text, sizeof(s->text), "%s",
                       s->kind == ANON_SERVER ? "server" : "demo.mvd");
        return 0;
    }
    uint32_t number = names->next[s->kind] + 1;
    while (number <= ANON_LAST_NUMBER && names->used[s->kind][number / 8] & 1u << number % 8) {
        number++;
    }
    if (number > ANON_LAST_NUMBER) {
        return format_fail(err, FORMAT_BAD, 0, "there are more than %d names", ANON_LAST_NUMBER);
    }
    names->next[s->kind] = number;
    (void)snprintf(s->text, sizeof(s->text), "%c%lu", stand_in_letters[s->kind],
                   (unsigned long)number);
    return 0;
}

int anon_names_finish(struct anon_names *names, struct format_error *err)
{
    int code = 0;
    for (; names->numbered < names->num_stand_ins && code == 0; names->numbered++) {
        code = give_stand_in(names, &names->stand_ins[names->numbered], err);
    }
    const size_t num_keys = names->num_keys;
    for (; names->finished < num_keys && code == 0; names->finished++) {
        if (!names->keys[names->finished].derived && derive_forms(names, names->finished) < 0) {
            code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
    }
    names->finished = names->num_keys;
    return code;
}

int anon_names_of(struct anon_names *names, const void *text, size_t size, unsigned codes,
                  const char **stand_in)
{
    for (int form = 1; form >= 0; form--) {
        if (anon_letters_read(&names->read, text, size, form_codes(codes, form)) < 0) {
            return FORMAT_MEMORY;
        }
        const struct span s = trim_blanks(&names->read);
        if (s.count == 0 || (form == 1 && stays(names, s))) {
            return 0;
        }
        const struct key *key = find_key(names, s.first, s.count);
        if (key && !key->shared) {
            *stand_in = names->stand_ins[key->stand_in].text;
            return 1;
        }
    }
    return 0;
}

/* --- names in texts -----------------------------------------------------------------------------
 */

static bool is_listed(char letter, const char *signs)
{
    return letter != '\0' && strchr(signs, letter);
}

/* True if what is around [first, first + count) of names->read leaves it a word of its own. */
static bool stands_alone(const struct anon_names *names, const struct key *key, size_t first)
{
    const struct anon_letter *items = names->read.items;
    const uint8_t *letters = names->letters.data + key->text;
    const size_t end = first + key->size;
    const bool first_in_word = first > 0 && anon_is_word(items[first - 1].letter);
    const bool last_in_word = end < names->read.count && anon_is_word(items[end].letter);
    for (size_t i = 0; i < key->size; i++) {
        if (anon_is_word(letters[i])) {
            return !(first_in_word && anon_is_word(letters[0])) &&
                   !(last_in_word && anon_is_word(letters[key->size - 1]));
        }
    }
    return (first == 0 || items[first - 1].letter <= ' ' ||
            is_listed((char)items[first - 1].letter, "(\"")) &&
           (end == names->read.count || items[end].letter <= ' ' ||
            is_listed((char)items[end].letter, ":')\""));
}

/* The longest name of at least `least` letters at a place of names->read, or NULL. */
static const struct key *find_name(const struct anon_names *names, size_t first, unsigned codes,
                                   size_t least)
{
    const struct anon_letters *read = &names->read;
    if (!may_begin(names, first) || (first > 0 && anon_is_word(read->items[first].letter) &&
                                     anon_is_word(read->items[first - 1].letter))) {
        return NULL;
    }
    for (size_t i = 0; i < names->num_lengths && names->lengths[i] >= least; i++) {
        const size_t length = names->lengths[i];
        const struct key *key =
            length <= read->count - first ? find_key(names, first, length) : NULL;
        if (key && !key->shared && (key->coded || !(codes & ANON_CODED)) &&
            stands_alone(names, key, first)) {
            return key;
        }
    }
    return NULL;
}

/* Stand-ins have the colour of the name's first letter. */
static void write_stand_in(const char *text, bool bright, struct byte_writer *out)
{
    for (; *text != '\0'; text++) {
        byte_writer_u8(out, (uint8_t)*text | (bright ? 0x80u : 0u));
    }
}

int64_t anon_names_replace(struct anon_names *names, const void *text, size_t size, unsigned codes,
                           struct byte_writer *out)
{
    const uint8_t *bytes = text;
    size_t copied = 0, at = 0;
    int64_t count = 0;
    if (anon_letters_read(&names->read, text, size, codes) < 0) {
        return FORMAT_MEMORY;
    }
    while (at < names->read.count) {
        const struct key *key = find_name(names, at, codes, 1);
        if (!key) {
            at++;
            continue;
        }
        const struct anon_letter *first = &names->read.items[at];
        byte_writer_bytes(out, bytes + copied, first->begin - copied);
        write_stand_in(names->stand_ins[key->stand_in].text,
                       first->bright && !(codes & ANON_ESCAPES), out);
        at += key->size;
        copied = names->read.items[at - 1].end;
        count++;
    }
    byte_writer_bytes(out, bytes + copied, size - copied);
    return out->failed ? FORMAT_MEMORY : count;
}

int anon_names_search(struct anon_names *names, const void *text, size_t size, unsigned codes,
                      size_t least, int (*found)(void *context, const struct anon_place *place),
                      void *context)
{
    if (anon_letters_read(&names->read, text, size, codes) < 0) {
        return FORMAT_MEMORY;
    }
    for (size_t at = 0; at < names->read.count;) {
        const struct key *key = find_name(names, at, codes, least);
        if (!key) {
            at++;
            continue;
        }
        const struct anon_place place = {names->read.items[at].begin,
                                         names->read.items[at + key->size - 1].end};
        const int code = found(context, &place);
        if (code != 0) {
            return code;
        }
        at += key->size;
    }
    return 0;
}

const char *anon_names_list(const struct anon_names *names, size_t i, size_t *size,
                            const char **stand_in)
{
    if (i >= names->num_list) {
        return NULL;
    }
    *size = names->list[i].size;
    *stand_in = names->stand_ins[names->list[i].stand_in].text;
    return (const char *)names->texts.data + names->list[i].text;
}
