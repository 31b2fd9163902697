#include "formats/base/object_id.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Ids are compared by address: malloc cannot reuse it while a reference is held. */
struct object_id {
    atomic_size_t holders;
};

struct object_id *object_id_create(void)
{
    struct object_id *identity = malloc(sizeof(*identity));
    if (identity) {
        atomic_init(&identity->holders, 1);
    }
    return identity;
}

struct object_id *object_id_hold(struct object_id *identity)
{
    if (identity) {
        atomic_fetch_add(&identity->holders, 1);
    }
    return identity;
}

void object_id_release(struct object_id *identity)
{
    if (identity && atomic_fetch_sub(&identity->holders, 1) == 1) {
        free(identity);
    }
}

int object_id_renew(struct object_id **identity)
{
    struct object_id *fresh = object_id_create();
    if (!fresh) {
        return FORMAT_MEMORY;
    }
    object_id_release(*identity);
    *identity = fresh;
    return FORMAT_OK;
}
