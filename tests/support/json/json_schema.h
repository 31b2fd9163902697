/* Checks JSON against a JSON Schema, as far as the project's schemas go: type, properties,
 * required, additionalProperties false, items, minItems, maxItems, enum, const, oneOf, $ref to
 * #/$defs/NAME. Other words fail: a schema that uses one is not half checked. */
#ifndef TESTS_SUPPORT_JSON_JSON_SCHEMA_H
#define TESTS_SUPPORT_JSON_JSON_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

struct json_schema;

/* Reads the schema's file; a mistake in it fails the test. Free with json_schema_free. */
struct json_schema *json_schema_load(const char *path);
void json_schema_free(struct json_schema *schema);

/* True if the text is one JSON value that the schema allows; else why says where it is not. */
bool json_schema_allows(const struct json_schema *schema, const char *text, size_t length,
                        char why[256]);

/* Expects it of each line of the text. Returns the number of lines. */
size_t json_schema_expect_lines(const struct json_schema *schema, const char *text);

#endif
