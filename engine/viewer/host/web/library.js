// What the program's C files call in the browser (web_page.h): each function passes it on to worker.js's `host`. Those that
// another thread of the program calls have a __proxy: the first thread does it, which has the host.
// Emscripten copies them by their text, which has to be that of a `function`.
mergeInto(LibraryManager.library, {
    web_width: function () {
        return Module.host.width;
    },
    web_height: function () {
        return Module.host.height;
    },
    web_rate: function () {
        return Module.host.rate;
    },
    web_opened: function (window) {
        Module.host.window = window;
    },
    web_show: function (pixels, width, height) {
        Module.host.show(pixels, width, height);
    },
    web_title: function (text) {
        Module.host.title(UTF8ToString(text));
    },
    web_fullscreen: function (on) {
        Module.host.fullscreen(!!on);
    },
    web_grab: function (on) {
        Module.host.grab(!!on);
    },
    web_copy: function (text) {
        Module.host.copy(UTF8ToString(text));
    },
    web_pasted_size: function () {
        return lengthBytesUTF8(Module.host.clipboard);
    },
    web_pasted: function (text, size) {
        stringToUTF8(Module.host.clipboard, text, size);
    },
    web_sound_rate__proxy: 'sync',
    web_sound_rate: function () {
        return Module.host.soundRate;
    },
    web_sound_opened__proxy: 'sync',
    web_sound_opened: function (device) {
        Module.host.device = device;
    },
    // Leaves main, whose stack stays as it is: the page's turns come from now on.
    web_leave_main: function (turns) {
        Module.host.turns = turns;
        throw 'unwind';
    },
});
