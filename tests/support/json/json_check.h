/* Validates that a text is one JSON value: for tests of the program's output. */
#ifndef TESTS_SUPPORT_JSON_JSON_CHECK_H
#define TESTS_SUPPORT_JSON_JSON_CHECK_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static inline const char *skip_json(const char *p);

static inline const char *skip_space(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

static inline const char *skip_json_string(const char *p)
{
    if (*p != '"') {
        return NULL;
    }
    for (p++; *p != '"'; p++) {
        if ((unsigned char)*p < 32) {
            return NULL;
        }
        if (*p == '\\' && !strchr("\"\\/bfnrtu", *++p)) {
            return NULL;
        }
    }
    return p + 1;
}

/* Skips the members of an object or array and its closing bracket. */
static inline const char *skip_json_members(const char *p, char bracket)
{
    p = skip_space(p);
    if (*p == bracket) {
        return p + 1;
    }
    for (;;) {
        if (bracket == '}') {
            p = skip_json_string(skip_space(p));
            p = p ? skip_space(p) : "";
            if (*p++ != ':') {
                return NULL;
            }
        }
        p = skip_json(p);
        if (!p) {
            return NULL;
        }
        p = skip_space(p);
        if (*p == bracket) {
            return p + 1;
        }
        if (*p++ != ',') {
            return NULL;
        }
    }
}

/* The position after the value at p; NULL if there is no valid value. */
static inline const char *skip_json(const char *p)
{
    static const char *const words[] = {"true", "false", "null"};
    p = skip_space(p);
    if (*p == '{' || *p == '[') {
        return skip_json_members(p + 1, *p == '{' ? '}' : ']');
    }
    if (*p == '"') {
        return skip_json_string(p);
    }
    for (int i = 0; i < 3; i++) {
        if (strncmp(p, words[i], strlen(words[i])) == 0) {
            return p + strlen(words[i]);
        }
    }
    char *end;
    strtod(p, &end);
    return end != p && (*p == '-' || (*p >= '0' && *p <= '9')) ? end : NULL;
}

static inline void expect_json(const char *text)
{
    const char *end = skip_json(text);
    cr_assert_not_null(end, "no JSON: %.200s", text);
    cr_expect_eq(*skip_space(end), '\0', "something behind the JSON: %.200s", end);
}

#endif
