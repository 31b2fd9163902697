#include "tests/support/xml/xml_check.h"

#include <stdbool.h>
#include <string.h>

enum { DEPTH = 64, NAME = 32 };

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
           c == '-' || c == '_';
}

/* Length of the reference at an '&'; 0: none that XML knows. */
static size_t reference_length(const char *text)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#39;"};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strncmp(text, known[i], strlen(known[i])) == 0) {
            return strlen(known[i]);
        }
    }
    return 0;
}

/* Text up to `end`; moves *at there. */
static const char *check_text(const char **at, char end)
{
    while (**at != '\0' && **at != end) {
        const unsigned char c = (unsigned char)**at;
        const size_t length = c == '&' ? reference_length(*at) : 1;
        if (length == 0) {
            return "an unknown reference";
        }
        if (c == '<' || strncmp(*at, "]]>", 3) == 0) {
            return "a bare < or ]]>";
        }
        if (c < ' ' && c != '\n' && c != '\t') {
            return "a control character";
        }
        *at += length;
    }
    return "";
}

static const char *read_name(const char **at, char name[NAME])
{
    size_t length = 0;
    for (; is_name(**at) && length + 1 < NAME; ++*at) {
        name[length++] = **at;
    }
    name[length] = '\0';
    return length > 0 ? "" : "no name";
}

/* Attributes up to '>' or '/'. */
static const char *check_attributes(const char **at)
{
    char name[NAME], seen[16][NAME];
    for (int count = 0; **at != '>' && **at != '/'; count++) {
        if (*(*at)++ != ' ') {
            return "no blank before an attribute";
        }
        const char *wrong = read_name(at, name);
        if (wrong[0] != '\0') {
            return wrong;
        }
        for (int i = 0; i < count; i++) {
            if (strcmp(seen[i], name) == 0) {
                return "an attribute twice";
            }
        }
        if (count == 16) {
            return "too many attributes";
        }
        strcpy(seen[count], name);
        if (strncmp(*at, "=\"", 2) != 0) {
            return "an attribute without a value";
        }
        *at += 2;
        wrong = check_text(at, '"');
        if (wrong[0] != '\0' || *(*at)++ != '"') {
            return wrong[0] != '\0' ? wrong : "a value without an end";
        }
    }
    return "";
}

const char *xml_check(const char *text)
{
    char names[DEPTH][NAME];
    int depth = 0;
    if (strncmp(text, "<?xml ", 6) == 0) {
        text = strstr(text, "?>");
        if (!text) {
            return "a declaration without an end";
        }
        text += 2;
        text += *text == '\n';
    }
    for (bool begun = false; *text != '\0';) {
        const char *wrong = depth == 0 && *text != '<' ? "text outside" : check_text(&text, '<');
        if (depth == 0 && begun && strcmp(text, "\n") == 0) {
            return "";
        }
        if (wrong[0] != '\0') {
            return wrong;
        }
        if (*text++ == '\0') {
            break;
        }
        const bool closing = *text == '/';
        char name[NAME];
        text += closing;
        wrong = read_name(&text, name);
        if (wrong[0] != '\0') {
            return wrong;
        }
        if (closing) {
            if (depth == 0 || strcmp(names[--depth], name) != 0 || *text++ != '>') {
                return "an end of another element";
            }
            continue;
        }
        wrong = check_attributes(&text);
        if (wrong[0] != '\0') {
            return wrong;
        }
        if ((depth == 0 && begun) || depth == DEPTH) {
            return "a second element, or too deep";
        }
        begun = true;
        if (*text == '/') {
            text++;
        } else {
            strcpy(names[depth++], name);
        }
        if (*text++ != '>') {
            return "an element without an end";
        }
    }
    return depth == 0 ? "" : "an element is open";
}
