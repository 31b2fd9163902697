// The program's thread: it runs there with its files, and the page's thread never waits for it.
//
// From the page: {do: 'begin', ...}, {do: 'files', ...}, {do: 'turn', ...}, {do: 'sound', ...}, see each below.
// To the page: {is: 'line', text, bad}, {is: 'running'}, {is: 'turn', picture, over}, {is: 'end', status, text},
// {is: 'title' | 'copy', text}, {is: 'grab' | 'fullscreen', on}, {is: 'keep', path, text}, {is: 'saved', name, file}.
'use strict';

// Folders of the program's: files of the user (slices of them are read when they are needed), what is kept for the
// next time, what it writes for the user.
const FILES = '/files';
const HOME = '/home';
const SAVED = '/saved';

const KEPT_FILE_MOST = 256 << 10; // bytes of a file that is kept
const LOOK_EVERY = 1000; // ms between looks at what the program wrote

const host = {
    window: 0, // C's pointers, 0 = none
    turns: 0,
    device: 0,
    width: 640, // of the page's canvas, in pixels
    height: 480,
    rate: 60, // pictures a second
    soundRate: 0, // samples a second; 0 = no sound
    clipboard: '',
    picture: null, // drawn in this turn
    spare: null, // memory the page gives back
    title: (text) => postMessage({is: 'title', text}),
    copy: (text) => postMessage({is: 'copy', text}),
    grab: (on) => postMessage({is: 'grab', on}),
    fullscreen: (on) => postMessage({is: 'fullscreen', on}),
    show(at, width, height) {
        const bytes = width * height * 4;
        const memory = this.spare && this.spare.byteLength === bytes ? this.spare : new ArrayBuffer(bytes);
        new Uint8Array(memory).set(new Uint8Array(heap(), at, bytes));
        this.spare = null;
        this.picture = {pixels: memory, width, height};
    },
};

let program = null;

// The program's memory. It grows, and a thread's growing it leaves program.HEAPU8 as short as it was. Where there are
// threads it is shared, which can neither be posted nor shown: what leaves here is a copy.
function heap() {
    return (program.wasmMemory || program.asm.memory).buffer;
}

let watched = false; // a picture was shown
let ended = false;

function end(status, text) {
    if (!ended) {
        ended = true;
        keepFiles();
        giveSaved();
        postMessage({is: 'end', status, text});
    }
}

// --- files ---------------------------------------------------------------------------------------

// Puts a File at a path below FILES, over the one that is there.
function putFile(path, file) {
    const FS = program.FS;
    const worker = FS.filesystems.WORKERFS;
    let node = FS.lookupPath(FILES).node;
    const words = path.split('/');
    const name = words.pop();
    for (const word of words) {
        node = node.contents[word] || worker.createNode(node, word, worker.DIR_MODE, 0);
    }
    if (node.contents[name]) {
        FS.destroyNode(node.contents[name]);
    }
    worker.createNode(node, name, worker.FILE_MODE, 0, file, new Date(file.lastModified || 0));
}

function makeFolders() {
    const FS = program.FS;
    for (const folder of [FILES, HOME, SAVED]) {
        FS.mkdirTree(folder);
    }
    FS.mount(FS.filesystems.WORKERFS, {}, FILES);
    FS.chdir(SAVED);
}

// Bytes as a text of as many characters below 256, and back.
function textOfBytes(bytes) {
    let text = '';
    for (const byte of bytes) {
        text += String.fromCharCode(byte);
    }
    return text;
}

function putKept(kept) {
    for (const [path, text] of kept) {
        program.FS.mkdirTree(`${HOME}/${path}`.replace(/\/[^/]*$/, ''));
        program.FS.writeFile(`${HOME}/${path}`, Uint8Array.from(text, (c) => c.charCodeAt(0)));
    }
    for (const [path, mark] of listHome()) {
        known.set(path, mark);
    }
}

// Paths below HOME, each with what is another one when the file has changed.
function listHome(folder = HOME, found = new Map()) {
    const FS = program.FS;
    for (const name of FS.readdir(folder)) {
        const path = `${folder}/${name}`;
        if (name === '.' || name === '..') {
            continue;
        }
        const stat = FS.stat(path);
        if (FS.isDir(stat.mode)) {
            listHome(path, found);
        } else if (stat.size <= KEPT_FILE_MOST) {
            found.set(path.slice(HOME.length + 1), `${stat.ino} ${stat.size} ${stat.mtime.getTime()}`);
        }
    }
    return found;
}

const known = new Map();

// Tells the page which files of HOME are new, changed or gone.
function keepFiles() {
    const now = program ? listHome() : new Map();
    for (const [path, mark] of now) {
        if (known.get(path) !== mark) {
            known.set(path, mark);
            postMessage({is: 'keep', path, text: textOfBytes(program.FS.readFile(`${HOME}/${path}`))});
        }
    }
    for (const path of known.keys()) {
        if (!now.has(path)) {
            known.delete(path);
            postMessage({is: 'keep', path, text: null});
        }
    }
}

// Hands over what the program wrote for the user. Its writers give a file its name when it is whole.
function giveSaved() {
    const FS = program ? program.FS : null;
    for (const name of FS ? FS.readdir(SAVED) : []) {
        const path = `${SAVED}/${name}`;
        if (FS.isFile(FS.stat(path).mode) && !name.startsWith('.') && !name.endsWith('.part')) {
            postMessage({is: 'saved', name, file: new Blob([FS.readFile(path)])});
            FS.unlink(path);
        }
    }
}

let lastLook = 0;

function lookAtFiles() {
    if (performance.now() - lastLook > LOOK_EVERY) {
        lastLook = performance.now();
        keepFiles();
        giveSaved();
    }
}

// --- sound ---------------------------------------------------------------------------------------

const SOUND_AHEAD = 4096; // pairs of samples that wait in the worklet; audio_device_web.c's AHEAD
const SOUND_BLOCK = 512;
let soundPort = null; // to the worklet
let soundGiven = 0; // pairs, in all
let soundGone = 0; // ms of the clock until which they went nowhere

// The worklet's clock is behind ours by the least that its messages were ever under way; as clocks drift apart, that
// least grows by the second.
const CLOCK_DRIFT = 0.0002;
let soundBehind = Infinity; // s
let soundHeardAt = 0; // s of our clock, when it last told

// Seconds since the worklet's clock had that time.
function secondsSince(time) {
    const now = performance.now() / 1000;
    soundBehind = Math.min(soundBehind + (now - soundHeardAt) * CLOCK_DRIFT, now - time);
    soundHeardAt = now;
    return now - time - soundBehind;
}

function makeSound(late) {
    const at = program._web_fill(host.device, SOUND_BLOCK, late);
    return new Int16Array(heap(), at, 2 * SOUND_BLOCK).slice();
}

function giveSound(samples) {
    soundGiven += samples.length / 2;
    soundPort.postMessage(samples, [samples.buffer]);
}

// At that time of its clock the worklet has played so many pairs. After the first picture, which takes longer than
// others, it begins with silence: then as many are asked for as are played, as a device asks for them.
function feedSound({played, time}) {
    const late = secondsSince(time);
    if (!host.device || !watched || ended) {
        return;
    }
    if (soundGiven === 0) {
        giveSound(new Int16Array(2 * SOUND_AHEAD));
    }
    while (soundGiven - played < SOUND_AHEAD) {
        giveSound(makeSound(late));
    }
}

// Until the browser lets the page sound, samples go nowhere at the pace of a clock.
function dropSound() {
    const now = performance.now();
    if (host.device && soundGiven === 0) {
        soundGone = Math.max(soundGone, now - 200);
        while (soundGone < now) {
            makeSound(0);
            soundGone += SOUND_BLOCK * 1000 / host.soundRate;
        }
    }
}

// --- what the user does --------------------------------------------------------------------------

function withText(text, use) {
    const stack = program.stackSave();
    const bytes = new TextEncoder().encode(text);
    const at = program.stackAlloc(bytes.length + 1);
    const place = new Uint8Array(heap(), at, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    use(at);
    program.stackRestore(stack);
}

const senders = {
    key: (e) => program._web_key(host.window, e.down, e.code, e.place, e.repeat, e.mods),
    text: (e) => withText(e.text, (at) => program._web_text(host.window, at, e.mods)),
    mouse: (e) => program._web_mouse(host.window, e.x, e.y, e.movedX, e.movedY, e.mods),
    button: (e) => program._web_button(host.window, e.down, e.button, e.clicks, e.x, e.y, e.mods),
    wheel: (e) => program._web_wheel(host.window, e.notches, e.mods),
    leave: () => program._web_leave(host.window),
    blur: () => program._web_blur(host.window),
    drop: (e) => withText(`${FILES}/${e.path}`, (at) => program._web_drop(host.window, at)),
    dropEnd: () => program._web_drop_end(host.window),
    size(e) {
        Object.assign(host, {width: e.width, height: e.height, rate: e.rate});
        program._web_resized(host.window, e.fullscreen);
    },
    clipboard(e) {
        host.clipboard = e.text;
    },
};

// --- messages ------------------------------------------------------------------------------------

// What stops a program that has to: an exit, which onExit tells, or a mistake.
function guarded(work) {
    try {
        work();
    } catch (failure) {
        if (failure !== 'unwind' && failure.name !== 'ExitStatus') {
            end(-1, String(failure));
        }
    }
}

const messages = {
    // wasm: the compiled module; words: its arguments; kept: [path, text]s of HOME; files: [path, File]s; width, height,
    // rate, soundRate: the host's.
    async begin({wasm, words, kept, files, width, height, rate, soundRate}) {
        Object.assign(host, {width, height, rate, soundRate});
        program = await createQuakereel({
            host,
            noInitialRun: true,
            thisProgram: 'quakereel',
            mainScriptUrlOrBlob: 'quakereel-web.js', // of its threads, if it has any
            instantiateWasm(imports, done) {
                WebAssembly.instantiate(wasm, imports).then((made) => done(made, wasm), (failure) => end(-1, String(failure)));
                return {};
            },
            preRun: [(starting) => Object.assign(starting.ENV, {HOME, XDG_PICTURES_DIR: SAVED})],
            print: (text) => postMessage({is: 'line', text, bad: false}),
            printErr: (text) => postMessage({is: 'line', text, bad: true}),
            onExit: (status) => end(status, ''),
            onAbort: (reason) => end(-1, String(reason)),
        });
        makeFolders();
        putKept(kept);
        files.forEach(([path, file]) => putFile(path, file));
        guarded(() => program.callMain(words));
        if (host.turns && !ended) {
            postMessage({is: 'running'});
        }
    },
    // More files; they are not used before an event names one.
    files({files}) {
        files.forEach(([path, file]) => putFile(path, file));
    },
    // A turn of the viewer. events: what the user did; spare: memory of an earlier picture.
    turn({events, spare}) {
        host.spare = spare;
        host.picture = null;
        guarded(() => {
            events.forEach((event) => senders[event.kind](event));
            dropSound();
            if (!program._web_turn(host.turns)) {
                end(program._web_end(host.turns), '');
            }
            lookAtFiles();
        });
        const picture = host.picture;
        watched ||= picture !== null;
        postMessage({is: 'turn', picture}, picture ? [picture.pixels] : []);
    },
    // port: to the worklet, which tells now and then how many pairs it has played.
    sound({port}) {
        soundPort = port;
        port.onmessage = ({data}) => guarded(() => feedSound(data));
    },
};

onmessage = ({data}) => messages[data.do](data);
