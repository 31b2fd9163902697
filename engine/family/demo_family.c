#include "engine/family/demo_family.h"

#include <stdlib.h>
#include <string.h>

/* No calloc: Quake III's scanner is large, and calloc clears a block that was in use before. */
void *demo_scanner_create(const struct demo_family *family)
{
    void *scanner = malloc(family->scanner_size);
    if (scanner) {
        memset(scanner, 0, family->scanner_zeroed);
    }
    return scanner;
}
