#include "tests/support/json/json_schema.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"

/* --- a JSON value: a span of the text -----------------------------------------------------------
 */

enum { VALUES_MAX = 1 << 16, WHY = 256 };

enum value_type { OBJECT, ARRAY, STRING, NUMBER, BOOLEAN, NULL_VALUE };

static const char *const type_names[] = {"object", "array", "string", "number", "boolean", "null"};

struct value {
    enum value_type type;
    const char *text; /* of a STRING between its quotes */
    size_t length;
    const char *key; /* in an object */
    size_t key_length;
    struct value *first, *next; /* members; the next one of its container */
};

struct document {
    char *text;
    struct value *values; /* [0] is the whole */
    size_t count;
};

struct json_schema {
    struct document document;
};

struct parser {
    struct document *document;
    const char *at, *end;
};

static void skip_space(struct parser *p)
{
    while (p->at < p->end && strchr(" \n\r\t", *p->at)) {
        p->at++;
    }
}

static bool take(struct parser *p, char c)
{
    skip_space(p);
    const bool here = p->at < p->end && *p->at == c;
    p->at += here;
    return here;
}

static bool take_string(struct parser *p, const char **text, size_t *length)
{
    if (!take(p, '"')) {
        return false;
    }
    *text = p->at;
    while (p->at < p->end && *p->at != '"') {
        if ((unsigned char)*p->at < ' ') {
            return false;
        }
        p->at += *p->at == '\\' ? 2 : 1;
    }
    *length = (size_t)(p->at - *text);
    return p->at++ < p->end;
}

static struct value *take_value(struct parser *p);

static bool take_members(struct parser *p, struct value *into, char close)
{
    struct value **next = &into->first;
    p->at++;
    if (take(p, close)) {
        return true;
    }
    do {
        const char *key = NULL;
        size_t length = 0;
        if (close == '}' && !(take_string(p, &key, &length) && take(p, ':'))) {
            return false;
        }
        struct value *member = take_value(p);
        if (!member) {
            return false;
        }
        member->key = key;
        member->key_length = length;
        *next = member;
        next = &member->next;
    } while (take(p, ','));
    return take(p, close);
}

static bool take_word(struct parser *p, struct value *value)
{
    static const struct {
        const char *word;
        enum value_type type;
    } words[] = {{"true", BOOLEAN}, {"false", BOOLEAN}, {"null", NULL_VALUE}};
    for (size_t i = 0; i < 3; i++) {
        const size_t length = strlen(words[i].word);
        if ((size_t)(p->end - p->at) >= length && memcmp(p->at, words[i].word, length) == 0) {
            value->type = words[i].type;
            p->at += length;
            return true;
        }
    }
    char *end;
    value->type = NUMBER;
    (void)strtod(p->at, &end);
    const bool good = end > p->at && (*p->at == '-' || (*p->at >= '0' && *p->at <= '9'));
    p->at = end;
    return good;
}

static struct value *take_value(struct parser *p)
{
    skip_space(p);
    if (p->at >= p->end || p->document->count >= VALUES_MAX) {
        return NULL;
    }
    struct value *value = &p->document->values[p->document->count++];
    *value = (struct value){.text = p->at};
    bool good;
    switch (*p->at) {
    case '{':
        value->type = OBJECT;
        good = take_members(p, value, '}');
        break;
    case '[':
        value->type = ARRAY;
        good = take_members(p, value, ']');
        break;
    case '"':
        value->type = STRING;
        good = take_string(p, &value->text, &value->length);
        return good ? value : NULL;
    default:
        good = take_word(p, value);
        break;
    }
    value->length = (size_t)(p->at - value->text);
    return good ? value : NULL;
}

static bool parse(struct document *document, const char *text, size_t length)
{
    document->text = malloc(length + 1);
    document->values = malloc(VALUES_MAX * sizeof *document->values);
    document->count = 0;
    cr_assert(document->text && document->values);
    memcpy(document->text, text, length);
    document->text[length] = '\0';
    struct parser p = {document, document->text, document->text + length};
    const bool good = take_value(&p) != NULL;
    skip_space(&p);
    return good && p.at == p.end;
}

static void free_document(struct document *document)
{
    free(document->text);
    free(document->values);
}

/* --- the check ----------------------------------------------------------------------------------
 */

static bool is_text(const struct value *value, const char *text)
{
    return value->length == strlen(text) && memcmp(value->text, text, value->length) == 0;
}

static const struct value *find_member(const struct value *object, const char *key, size_t length)
{
    const struct value *member = object->type == OBJECT ? object->first : NULL;
    while (member && (member->key_length != length || memcmp(member->key, key, length) != 0)) {
        member = member->next;
    }
    return member;
}

static const struct value *get(const struct value *object, const char *key)
{
    return find_member(object, key, strlen(key));
}

static size_t count_of(const struct value *container)
{
    size_t count = 0;
    for (const struct value *member = container->first; member; member = member->next) {
        count++;
    }
    return count;
}

static bool are_equal(const struct value *a, const struct value *b)
{
    return a->type == b->type && a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static bool refuse(char *why, const struct value *value, const char *what)
{
    snprintf(why, WHY, "%s at \"%.*s\": %.80s", what, (int)value->key_length,
             value->key ? value->key : "", value->text);
    return false;
}

static bool has_type(const struct value *type, const struct value *value)
{
    if (is_text(type, "integer")) {
        return value->type == NUMBER && !memchr(value->text, '.', value->length) &&
               !memchr(value->text, 'e', value->length);
    }
    return is_text(type, type_names[value->type]);
}

static bool allows(const struct value *root, const struct value *schema, const struct value *value,
                   char *why);

static bool allows_object(const struct value *root, const struct value *schema,
                          const struct value *value, char *why)
{
    const struct value *required = get(schema, "required"), *known = get(schema, "properties");
    for (const struct value *key = required ? required->first : NULL; key; key = key->next) {
        if (!find_member(value, key->text, key->length)) {
            return refuse(why, value, "a key is missing");
        }
    }
    for (const struct value *member = known ? value->first : NULL; member; member = member->next) {
        const struct value *rule = find_member(known, member->key, member->key_length);
        if (!rule && get(schema, "additionalProperties")) {
            return refuse(why, member, "unknown key");
        }
        if (rule && !allows(root, rule, member, why)) {
            return false;
        }
    }
    return true;
}

static bool allows_array(const struct value *root, const struct value *schema,
                         const struct value *value, char *why)
{
    const struct value *least = get(schema, "minItems"), *most = get(schema, "maxItems");
    const struct value *items = get(schema, "items");
    const size_t count = count_of(value);
    if ((least && count < (size_t)atoi(least->text)) ||
        (most && count > (size_t)atoi(most->text))) {
        return refuse(why, value, "too many or too few items");
    }
    for (const struct value *item = items ? value->first : NULL; item; item = item->next) {
        if (!allows(root, items, item, why)) {
            return false;
        }
    }
    return true;
}

static bool allows_one(const struct value *root, const struct value *several,
                       const struct value *value, char *why)
{
    char reason[WHY], last[WHY] = "";
    int allowed = 0;
    for (const struct value *schema = several->first; schema; schema = schema->next) {
        const bool good = allows(root, schema, value, reason);
        allowed += good;
        if (!good) {
            memcpy(last, reason, sizeof last);
        }
    }
    if (allowed != 1) {
        memcpy(why, last, WHY);
    }
    return allowed == 1;
}

static const struct value *find_definition(const struct value *root, const struct value *ref)
{
    static const char place[] = "#/$defs/";
    const struct value *all = get(root, "$defs");
    cr_assert(all && ref->length > sizeof place - 1 &&
                  memcmp(ref->text, place, sizeof place - 1) == 0,
              "$ref %.*s", (int)ref->length, ref->text);
    const struct value *found =
        find_member(all, ref->text + sizeof place - 1, ref->length - (sizeof place - 1));
    cr_assert(found, "$ref %.*s", (int)ref->length, ref->text);
    return found;
}

static void expect_known_words(const struct value *schema)
{
    static const char *const words[] = {
        "$schema",    "$defs",    "title",    "description", "type",
        "properties", "required", "const",    "enum",        "oneOf",
        "items",      "minItems", "maxItems", "$ref",        "additionalProperties"};
    for (const struct value *word = schema->first; word; word = word->next) {
        bool known = false;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            known |= strlen(words[i]) == word->key_length &&
                     memcmp(words[i], word->key, word->key_length) == 0;
        }
        cr_assert(known, "the check does not know %.*s", (int)word->key_length, word->key);
    }
}

static bool allows(const struct value *root, const struct value *schema, const struct value *value,
                   char *why)
{
    expect_known_words(schema);
    const struct value *ref = get(schema, "$ref"), *type = get(schema, "type");
    const struct value *only = get(schema, "const"), *several = get(schema, "enum");
    const struct value *one = get(schema, "oneOf");
    if (ref && !allows(root, find_definition(root, ref), value, why)) {
        return false;
    }
    if (type && !has_type(type, value)) {
        return refuse(why, value, "another type");
    }
    if (only && !are_equal(only, value)) {
        return refuse(why, value, "another value");
    }
    if (several) {
        const struct value *good = several->first;
        while (good && !are_equal(good, value)) {
            good = good->next;
        }
        if (!good) {
            return refuse(why, value, "a value that is not listed");
        }
    }
    if (one && !allows_one(root, one, value, why)) {
        return false;
    }
    return value->type == OBJECT  ? allows_object(root, schema, value, why)
           : value->type == ARRAY ? allows_array(root, schema, value, why)
                                  : true;
}

/* ------------------------------------------------------------------------------------------------
 */

struct json_schema *json_schema_load(const char *path)
{
    struct json_schema *schema = calloc(1, sizeof *schema);
    struct file_bytes file;
    cr_assert(schema);
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    cr_assert(parse(&schema->document, (const char *)file.data, file.size), "%s is no JSON", path);
    platform_free_file(&file);
    return schema;
}

void json_schema_free(struct json_schema *schema)
{
    free_document(&schema->document);
    free(schema);
}

bool json_schema_allows(const struct json_schema *schema, const char *text, size_t length,
                        char why[WHY])
{
    const struct value *root = &schema->document.values[0];
    struct document document;
    bool good = parse(&document, text, length);
    snprintf(why, WHY, "no JSON: %.*s", (int)(length < 200 ? length : 200), text);
    good = good && allows(root, root, &document.values[0], why);
    free_document(&document);
    return good;
}

size_t json_schema_expect_lines(const struct json_schema *schema, const char *text)
{
    size_t lines = 0;
    char why[WHY];
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        cr_expect(json_schema_allows(schema, text, length, why), "line %zu: %s", lines + 1, why);
        text += length + (text[length] != '\0');
        lines++;
    }
    return lines;
}
