#include "formats/base/identity.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Its own address is what is compared: that cannot be given away while somebody holds it. */
struct identity {
    atomic_size_t holders;
};

struct identity *identity_create(void)
{
    struct identity *identity = malloc(sizeof(*identity));
    if (identity) {
        atomic_init(&identity->holders, 1);
    }
    return identity;
}

struct identity *identity_hold(struct identity *identity)
{
    if (identity) {
        atomic_fetch_add(&identity->holders, 1);
    }
    return identity;
}

void identity_release(struct identity *identity)
{
    if (identity && atomic_fetch_sub(&identity->holders, 1) == 1) {
        free(identity);
    }
}

int identity_renew(struct identity **identity)
{
    struct identity *fresh = identity_create();
    if (!fresh) {
        return FORMAT_MEMORY;
    }
    identity_release(*identity);
    *identity = fresh;
    return FORMAT_OK;
}
