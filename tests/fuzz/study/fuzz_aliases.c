/* Fuzz target: the file of aliases. What is read stands for names, each alias for one; a mistake
 * has a place in the file. */
#include <string.h>

#include "engine/stats/stats_aliases.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stats_aliases aliases;
    struct format_error err = {0};
    const int code = stats_aliases_read(&aliases, data, size, &err);
    require(code == 0 || (code < 0 && err.what[0] != '\0' && err.offset <= size));
    require(code == 0 || aliases.count == 0);
    for (size_t i = 0; i < aliases.count; i++) {
        const struct stats_alias *alias = &aliases.items[i];
        require(alias->alias[0] != '\0' && strlen(alias->alias) < GAME_NAME);
        require(strcmp(stats_aliases_name(&aliases, alias->alias), alias->name) == 0);
        require(alias->offset < size);
    }
    require(strcmp(stats_aliases_name(&aliases, ""), "") == 0);
    stats_aliases_free(&aliases);
    return 0;
}
