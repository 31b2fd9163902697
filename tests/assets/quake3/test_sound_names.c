/* Sound names of Quake III: plain files, files of player models, and random choices.
 */
#include <criterion/criterion.h>

#include "assets/quake3/sound_names.h"
#include "tests/support/scratch.h"

/* Existing files. */
static const char *const sounds[] = {"sound/player/keel/jump1.wav", "sound/player/james/jump1.wav",
                                     "sound/player/james/gasp.ogg", "sound/feedback/one.wav",
                                     "sound/feedback/two.ogg",      "sound/vo/two.ogg"};

struct name {
    const char *name, *file;
};

static const struct name names[] = {
    {"sound/misc/a.wav", "sound/misc/a.wav"},
    {"/sound/misc\\a.wav", "sound/misc/a.wav"},
    {"\\sound/misc/a.wav", "sound/misc/a.wav"},
    {"", ""},
    {"|", ""},
    {"*keel*james/jump1.wav", "sound/player/keel/jump1.wav"},
    {"*nobody*james/jump1.wav", "sound/player/james/jump1.wav"},
    {"*keel*james/gasp.wav", "sound/player/james/gasp.wav"}, /* which the store finds as ogg */
    {"*keel*james/taunt.wav", "sound/player/sarge/taunt.wav"},
    {"*../sarge/jump1.wav", "sound/player/sarge/sarge/jump1.wav"},
    {"*keel/footstep3", "sound/player/footsteps/step3.wav"},
    {"sound/vo/one.ogg|sound/feedback/one.wav", "sound/feedback/one.wav"},
    {"sound/vo/two.ogg|sound/feedback/two.wav", "sound/vo/two.ogg"},
    {"sound/vo/two2.ogg|/sound\\vo/none.wav|sound/feedback/two.wav", "sound/feedback/two.wav"},
    {"sound/vo/three.ogg|sound/feedback/three.wav", "sound/vo/three.ogg"},
    {"sound/vo/three.ogg||", "sound/vo/three.ogg"},
};

Test(sound_names, mean_files, .init = scratch_set_up, .fini = scratch_tear_down)
{
    static const struct sound_store_options options = {.rate = 22050, .budget = 1 << 20};
    scratch_make_folder("base");
    scratch_write_pak("base/pak0.pak", sounds, sizeof(sounds) / sizeof(sounds[0]), "text");
    struct files *files = files_create(NULL, NULL);
    cr_assert_eq(files_add_directory(files, scratch_at("base")), FORMAT_OK);
    struct sound_store *store = sound_store_create(files, &options);
    cr_assert_not_null(store);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char file[SOUND_NAME];
        sound_names_find(files, store, names[i].name, file);
        cr_expect_str_eq(file, names[i].file, "%s: %s", names[i].name, file);
    }
    sound_store_destroy(store);
    files_destroy(files);
}
