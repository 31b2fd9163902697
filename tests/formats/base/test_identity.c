/* Identities: nobody has two alike, and holding keeps them. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "formats/base/identity.h"

Test(identity, nothing_is_the_same_as_what_is_not_there)
{
    struct identity *one = identity_create();
    cr_assert_not_null(one);
    cr_expect(identity_same(one, one));
    cr_expect_not(identity_same(one, NULL));
    cr_expect_not(identity_same(NULL, NULL));
    cr_expect_null(identity_hold(NULL));
    identity_release(NULL);
    identity_release(one);
}

/* As an address that is given out again would be. */
Test(identity, what_is_held_is_nobody_elses)
{
    struct identity *thing = identity_create();
    struct identity *remembered = identity_hold(thing);
    cr_assert_not_null(thing);
    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(identity_renew(&thing), 0);
        cr_assert_not(identity_same(thing, remembered));
    }
    identity_release(thing);
    thing = identity_create();
    cr_assert_not(identity_same(thing, remembered));
    identity_release(thing);
    identity_release(remembered);
}

enum { THREADS = 4, ROUNDS = 20000 };

static void *hold_and_release(void *context)
{
    for (int i = 0; i < ROUNDS; i++) {
        identity_release(identity_hold(context));
    }
    return NULL;
}

/* The sanitizers see one that is freed too early, twice or never. */
Test(identity, threads_share_it)
{
    pthread_t threads[THREADS];
    struct identity *shared = identity_create();
    cr_assert_not_null(shared);
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, hold_and_release, shared), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_join(threads[i], NULL), 0);
    }
    cr_expect(identity_same(shared, shared));
    identity_release(shared);
}
