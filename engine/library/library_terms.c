#include "engine/library/library_terms.h"

#include <string.h>

#include "formats/text/decimal.h"
#include "formats/text/spelling.h"

const struct library_field_info *library_field_info(enum library_field field)
{
    static const struct library_field_info fields[LIBRARY_FIELDS] = {
#define LIBRARY_FIELD(NAME, name, value, is_event, demo_sql, event_sql, what)                      \
    {name, LIBRARY_VALUE_##value, is_event, demo_sql, event_sql, what},
        LIBRARY_FIELDS_LIST(LIBRARY_FIELD)
#undef LIBRARY_FIELD
    };
    return &fields[field];
}

/* The name that is spelled most like the text; NULL if none is close. */
static const char *suggest(const char *text, const char *(*name_at)(int index), int count)
{
    const char *closest = NULL;
    int least = SPELLING_MAX;
    for (int i = 0; i < count; i++) {
        const int distance = spelling_distance(text, name_at(i));
        if (distance < least) {
            least = distance;
            closest = name_at(i);
        }
    }
    return closest && spelling_is_close(text, least) ? closest : NULL;
}

static const char *field_name(int index)
{
    return library_field_info((enum library_field)index)->name;
}

static const char *kind_name(int index)
{
    return game_event_kind_name((enum game_event_kind)index);
}

static const char *weapon_name(int index)
{
    return game_weapon_name((enum game_weapon)index);
}

/* The name must be one of these. */
static int check_name(const char *what, const char *text, const char *(*name_at)(int index),
                      int count, struct format_error *err)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(text, name_at(i)) == 0) {
            return 0;
        }
    }
    const char *meant = suggest(text, name_at, count);
    return format_fail(err, FORMAT_BAD, 0, "no %s '%.40s'%s%s%s", what, text,
                       meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
}

static int check_kind(const char *text, struct format_error *err)
{
    const int code = check_name("kind of event", text, kind_name, GAME_EVENT_KINDS, err);
    if (code == 0 && (LIBRARY_KINDS_LEFT_OUT >> game_event_kind_find(text) & 1) != 0) {
        return format_fail(err, FORMAT_BAD, 0,
                           "the catalogue has no events of kind %s; `quakereel events` prints them",
                           text);
    }
    return code;
}

/* A number, or minutes and seconds, "1:30.5". */
static bool read_number(const char *text, double *value)
{
    const char *end = text + strlen(text), *colon = strchr(text, ':');
    struct decimal first, second;
    size_t length = decimal_read(text, end, &first);
    if (length == 0 || !(first.value - first.value == 0)) {
        return false;
    }
    *value = first.value;
    if (!colon) {
        return text[length] == '\0';
    }
    if (text + length != colon || !first.is_integer || first.is_negative) {
        return false;
    }
    length = decimal_read(colon + 1, end, &second);
    *value = first.value * 60 + second.value;
    return length > 0 && colon[1 + length] == '\0' && second.value >= 0 && second.value < 60 &&
           !second.is_negative;
}

/* The operator at text; returns its length, 0 = there is none. */
static size_t read_operator(const char *text, enum library_operator *operator)
{
    static const struct {
        const char *text;
        enum library_operator operator;
    } operators[] = {{"!=", LIBRARY_NOT_EQUAL},  {"!~", LIBRARY_CONTAINS_NOT},
                     {"<=", LIBRARY_LESS_EQUAL}, {">=", LIBRARY_GREATER_EQUAL},
                     {"=", LIBRARY_EQUAL},       {"<", LIBRARY_LESS},
                     {">", LIBRARY_GREATER},     {"~", LIBRARY_CONTAINS}};
    for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
        const size_t length = strlen(operators[i].text);
        if (strncmp(text, operators[i].text, length) == 0) {
            *operator= operators[i].operator;
            return length;
        }
    }
    return 0;
}

/* Reads the value; what it may be depends on the field, and words allow no order. */
static int read_value(struct library_term *term, struct format_error *err)
{
    const struct library_field_info *info = library_field_info(term->field);
    const bool contains =
        term->operator== LIBRARY_CONTAINS || term->operator== LIBRARY_CONTAINS_NOT;
    const bool equal = term->operator== LIBRARY_EQUAL || term->operator== LIBRARY_NOT_EQUAL;
    switch (info->value) {
    case LIBRARY_VALUE_NUMBER:
        return !contains && read_number(term->text, &term->number)
                   ? 0
                   : format_fail(err, FORMAT_BAD, 0, "%s is compared with a number, not '%.40s'",
                                 info->name, contains ? "~" : term->text);
    case LIBRARY_VALUE_YES:
        term->number = strcmp(term->text, "yes") == 0;
        return equal && (term->number > 0 || strcmp(term->text, "no") == 0)
                   ? 0
                   : format_fail(err, FORMAT_BAD, 0, "%s=yes or %s=no", info->name, info->name);
    case LIBRARY_VALUE_KIND:
        return contains ? 0 : check_kind(term->text, err);
    case LIBRARY_VALUE_WEAPON:
        return contains ? 0 : check_name("weapon", term->text, weapon_name, GAME_WEAPONS, err);
    default:
        return 0;
    }
}

int library_terms_add(struct library_terms *terms, const char *text, struct format_error *err)
{
    char name[24];
    const size_t length = strcspn(text, "=!<>~");
    struct library_term term = {.text = text + length};
    const size_t sign = read_operator(text + length, &term.operator);
    if (sign == 0 || length == 0) {
        return format_fail(err, FORMAT_BAD, 0,
                           "'%.60s' is no term, which is FIELD=VALUE (or != < <= > >= ~ !~)", text);
    }
    if (terms->count == LIBRARY_TERMS_MAX) {
        return format_fail(err, FORMAT_BAD, 0, "more than %d terms", (int)LIBRARY_TERMS_MAX);
    }
    const size_t some = length < sizeof(name) ? length : sizeof(name) - 1;
    memcpy(name, text, some);
    name[some] = '\0';
    const int code = check_name("field", name, field_name, LIBRARY_FIELDS, err);
    if (code < 0) {
        return code;
    }
    while (strcmp(field_name((int)term.field), name) != 0) {
        term.field++;
    }
    term.text += sign;
    const int bad = read_value(&term, err);
    if (bad == 0) {
        terms->terms[terms->count++] = term;
        terms->finds_events |= library_field_info(term.field)->is_event;
    }
    return bad;
}
