/* Keys that players hold: JoeQuake's words, and what motion and weapon show. */
#include <criterion/criterion.h>

#include "engine/quake/quake_keys.h"

static uint32_t keys_of(const char *command)
{
    static struct stufftext_words words;
    stufftext_split(command, STUFFTEXT_NETQUAKE, &words);
    return quake_keys_of_command(&words);
}

Test(quake_keys, joequakes_words)
{
    cr_expect_eq(keys_of("net_messagetimeout 300mk00000"), (uint32_t)QUAKE_KEYS_TOLD);
    cr_expect_eq(keys_of("net_messagetimeout 300mk10000"),
                 (uint32_t)(QUAKE_KEYS_TOLD | 1 << DEMO_KEY_FORWARD));
    cr_expect_eq(
        keys_of("net_messagetimeout mk03102"),
        (uint32_t)(QUAKE_KEYS_TOLD | 1 << DEMO_KEY_BACK | 1 << DEMO_KEY_LEFT | 1 << DEMO_KEY_JUMP));
    cr_expect_eq(keys_of("net_messagetimeout 300mk44444"), (uint32_t)QUAKE_KEYS_TOLD,
                 "they went up");
}

Test(quake_keys, other_words)
{
    static const char *const others[] = {
        "",
        "net_messagetimeout",
        "net_messagetimeout 300",
        "net_messagetimeout 300mk",
        "net_messagetimeout 300mk0000",
        "net_messagetimeout 300mk000000",
        "net_messagetimeout 300mk0000x",
        "net_messagetimeout 300mk00008",
        "net_messagetimeout 300mk0000\xb1",
        "Net_MessageTimeout 300mk10000",
        "say 300mk10000",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_expect_eq(keys_of(others[i]), 0u, "%s", others[i]);
    }
}

static struct demo_keys derive(struct quake_motion motion)
{
    struct demo_keys keys = {0};
    quake_keys_derive(&keys, &motion);
    return keys;
}

Test(quake_keys, jumps_and_shots_are_derived)
{
    const uint8_t both = 1 << DEMO_KEY_JUMP | 1 << DEMO_KEY_ATTACK;
    struct demo_keys keys = derive((struct quake_motion){.rise = 256.0f});
    cr_expect(keys.known == both && keys.derived == both && keys.held == 1 << DEMO_KEY_JUMP);
    cr_expect_eq(derive((struct quake_motion){.rise = 140.0f}).held, 0);
    cr_expect_eq(derive((struct quake_motion){.rise = 320.0f}).held, 0, "thrown");
    cr_expect_eq(derive((struct quake_motion){.rise = 256.0f, .on_ground = true}).held, 0);
    cr_expect_eq(derive((struct quake_motion){.rise = 256.0f, .in_water = true}).held, 0);
    cr_expect_eq(derive((struct quake_motion){.weapon_frame = 1}).held, 1 << DEMO_KEY_ATTACK);
}

Test(quake_keys, what_is_told_stays)
{
    struct demo_keys keys = {0};
    demo_keys_tell_walk(&keys, 5, -3);
    demo_keys_tell(&keys, DEMO_KEY_JUMP, false);
    quake_keys_derive(&keys, &(struct quake_motion){.rise = 256.0f, .weapon_frame = 1});
    cr_expect_eq(keys.held, 1 << DEMO_KEY_FORWARD | 1 << DEMO_KEY_LEFT | 1 << DEMO_KEY_ATTACK);
    cr_expect_eq(keys.derived, 1 << DEMO_KEY_ATTACK);
    cr_expect_eq(keys.known, DEMO_KEYS_WALK | 1 << DEMO_KEY_JUMP | 1 << DEMO_KEY_ATTACK);
}
