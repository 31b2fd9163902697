/* Object ids: unique while a reference is held. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "formats/base/object_id.h"

Test(object_id, null_is_never_the_same)
{
    struct object_id *one = object_id_create();
    cr_assert_not_null(one);
    cr_expect(object_id_same(one, one));
    cr_expect_not(object_id_same(one, NULL));
    cr_expect_not(object_id_same(NULL, NULL));
    cr_expect_null(object_id_hold(NULL));
    object_id_release(NULL);
    object_id_release(one);
}

/* As an address that is given out again would be. */
Test(object_id, a_held_id_is_unique)
{
    struct object_id *thing = object_id_create();
    struct object_id *remembered = object_id_hold(thing);
    cr_assert_not_null(thing);
    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(object_id_renew(&thing), 0);
        cr_assert_not(object_id_same(thing, remembered));
    }
    object_id_release(thing);
    thing = object_id_create();
    cr_assert_not(object_id_same(thing, remembered));
    object_id_release(thing);
    object_id_release(remembered);
}

enum { THREADS = 4, ROUNDS = 20000 };

static void *hold_and_release(void *context)
{
    for (int i = 0; i < ROUNDS; i++) {
        object_id_release(object_id_hold(context));
    }
    return NULL;
}

/* The sanitizers see one that is freed too early, twice or never. */
Test(object_id, threads_share_it)
{
    pthread_t threads[THREADS];
    struct object_id *shared = object_id_create();
    cr_assert_not_null(shared);
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, hold_and_release, shared), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_join(threads[i], NULL), 0);
    }
    cr_expect(object_id_same(shared, shared));
    object_id_release(shared);
}
