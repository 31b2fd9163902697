// The page's thread: canvas, input, sound, files, links, what is kept. The program runs in a worker (worker.js), which
// this thread only ever sends messages, so that it answers whatever a file does to the program.
'use strict';

const SLOW_MS = 10000; // an answer may take that long before the user is asked
const PIXELS_MOST = 1920 * 1200;
const DOWNLOAD_MOST = 2 ** 31 - 1;
const KEEP_PREFIX = 'quakereel:';
const KEEP_MOST = 1 << 20; // characters of all that is kept
const FILES_MOST = 20000;
const SOUND_RATE = 48000;
const PASTE_MS = 50;
const PASTE_MOST = 4096; // characters
// Combinations that stay the browser's.
const BROWSER_KEYS = /^(F5|F11|F12|C-[lnrtwjLNRTWJ]|A-(ArrowLeft|ArrowRight|F4)|M-.*)$/;

const element = (id) => document.getElementById(id);
const stage = element('stage');
const canvas = element('picture');
const context = canvas.getContext('2d', {alpha: false, desynchronized: true});

// --- lines for the user --------------------------------------------------------------------------

// text is shown as it is: no HTML comes of it.
function notice(text, button, press) {
    element('notice').hidden = text === '';
    element('notice-text').textContent = plainText(text, 300);
    element('notice-button').hidden = !button;
    element('notice-button').textContent = button || '';
    element('notice-button').onclick = press || null;
}

// As notice, for a moment.
function say(text) {
    notice(text);
    setTimeout(() => element('notice-text').textContent === plainText(text, 300) && notice(''), 4000);
}

// --- what is kept for the next time --------------------------------------------------------------

// Local storage may be refused, or full; then nothing is kept.
function keptFiles() {
    const kept = [];
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const key = localStorage.key(i);
            if (key.startsWith(KEEP_PREFIX)) {
                kept.push([key.slice(KEEP_PREFIX.length), localStorage.getItem(key)]);
            }
        }
    } catch {
        // nothing was kept
    }
    return kept.filter(([path]) => !path.split('/').includes('..'));
}

function keepFile(path, text) {
    try {
        const others = keptFiles().filter(([other]) => other !== path);
        const size = others.reduce((sum, [, kept]) => sum + kept.length, 0);
        if (text === null) {
            localStorage.removeItem(KEEP_PREFIX + path);
        } else if (size + text.length <= KEEP_MOST) {
            localStorage.setItem(KEEP_PREFIX + path, text);
        } else {
            notice('marks and settings take more room than a page may keep: the last change is not kept');
        }
    } catch {
        // as above
    }
}

function save(name, file) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = fileName(name, 'quakereel');
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// --- the program ---------------------------------------------------------------------------------

let player = null; // the program that is watched
let sound = null; // {audio, node}

function canvasSize() {
    const rect = stage.getBoundingClientRect();
    let ratio = window.devicePixelRatio || 1;
    ratio = Math.min(ratio, Math.sqrt(PIXELS_MOST / Math.max(1, rect.width * rect.height)));
    return {
        ratio,
        width: Math.max(1, Math.round(rect.width * ratio)),
        height: Math.max(1, Math.round(rect.height * ratio)),
        rate: 60,
        fullscreen: document.fullscreenElement ? 1 : 0,
    };
}

// Starts the program with words for arguments and files at paths below /files. told(message) gets its messages.
async function startProgram(words, files, soundRate, told) {
    const worker = new Worker(await parts.worker());
    worker.onmessage = ({data}) => told(data);
    worker.onerror = (event) => told({is: 'end', status: -1, text: event.message || 'the program did not start'});
    const {width, height, rate} = canvasSize();
    worker.postMessage({do: 'begin', wasm: await parts.program(), words, kept: keptFiles(), files, width, height, rate,
        soundRate});
    return worker;
}

// Runs a command that opens no window, as in a terminal: {status, lines, errors, saved: {name: Blob}}.
function runCommand(words, files = []) {
    return new Promise((resolve) => {
        const result = {status: -1, lines: [], errors: [], saved: {}};
        let worker = null;
        startProgram(words, files, 0, (message) => {
            if (message.is === 'line') {
                (message.bad ? result.errors : result.lines).push(message.text);
            } else if (message.is === 'saved') {
                result.saved[message.name] = message.file;
            } else if (message.is === 'end') {
                result.status = message.status;
                result.text = message.text;
                worker.terminate();
                resolve(result);
            }
        }).then((started) => {
            worker = started;
        });
    });
}

const told = {
    line(p, {text, bad}) {
        p.lastLine = bad ? text : p.lastLine;
        (bad ? console.warn : console.log)(text);
    },
    running(p) {
        p.running = true;
        notice('');
        askTurn(p);
    },
    turn(p, {picture}) {
        p.waits = 0;
        if (p.slow) {
            p.slow = false;
            notice('');
        }
        if (picture) {
            showPicture(p, picture);
        }
        if (p.due) {
            askTurn(p);
        }
    },
    end(p, {status, text}) {
        stopPlayer(p);
        const why = text || (status !== 0 && p.lastLine) || 'the demo was closed';
        notice(why, 'Start again', () => startPlayer([], []));
    },
    title: (p, {text}) => {
        document.title = plainText(text, 200);
    },
    copy(p, {text}) {
        if (p.sharing) {
            p.sharing = false;
            shareLink(linkOfCommand(text.split('\n')[1] || '', p.link));
        } else {
            copyText(text, '');
        }
    },
    grab: (p, {on}) => {
        (on ? stage.requestPointerLock?.() : document.exitPointerLock?.())?.catch?.(() => {});
    },
    fullscreen: (p, {on}) => setFullscreen(on),
    keep: (p, {path, text}) => keepFile(path, text),
    saved: (p, {name, file}) => save(name, file),
};

// done: what is said then.
function copyText(text, done) {
    const refused = () => notice('the browser lets nothing be copied');
    (navigator.clipboard ? navigator.clipboard.writeText(text).then(() => done && say(done), refused) : refused());
}

// Copies the address of what is seen, which becomes the page's.
function shareLink(hash) {
    if (!hash) {
        say('a link needs a demo from the web; this one is a file of yours');
        return;
    }
    history.replaceState(null, '', hash);
    copyText(location.href, 'the link to this moment is copied');
}

function showPicture(p, {pixels, width, height}) {
    if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
    }
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    p.spare = pixels;
    p.pictures++;
    if (p.pictures === 1) {
        performance.mark('first picture');
    }
}

function askTurn(p) {
    if (!p.running || p.waits) {
        p.due = true;
        return;
    }
    p.due = false;
    p.waits = performance.now();
    p.worker.postMessage({do: 'turn', events: p.events, spare: p.spare}, p.spare ? [p.spare] : []);
    p.events = [];
    p.spare = null;
}

// The display's pace; a hidden page has none, and a timer keeps the sound's thread fed.
function tick() {
    if (player) {
        askTurn(player);
    }
    requestAnimationFrame(tick);
}

function watch() {
    const p = player;
    if (document.hidden && p) {
        askTurn(p);
    }
    const since = p && (p.waits || (!p.running && p.started));
    if (since && performance.now() - since > SLOW_MS) {
        p.slow = true;
        notice(`the program has not answered for ${Math.round((performance.now() - since) / 1000)} s`, 'Stop it', () => {
            stopPlayer(p);
            notice('the program was stopped', 'Start again', () => startPlayer([], []));
        });
    }
}

function stopPlayer(p) {
    p.worker?.terminate();
    p.running = false;
    player = player === p ? null : player;
    if (sound && sound.node) {
        sound.node.port.postMessage({feed: null});
        sound.node.disconnect();
        sound.node = null;
    }
}

async function openSound() {
    try {
        if (!sound) {
            const audio = new AudioContext({sampleRate: SOUND_RATE});
            await audio.audioWorklet.addModule(await parts.worklet());
            sound = {audio, node: null};
        }
        sound.node = new AudioWorkletNode(sound.audio, 'quakereel', {numberOfInputs: 0, outputChannelCount: [2]});
        sound.node.connect(sound.audio.destination);
        return true;
    } catch (failure) {
        console.warn(`no sound: ${failure}`);
        return false;
    }
}

// Lets the program play. words: its arguments; files: [path, File]s.
// link: what parseLink made of the page's link, where the demo is that one.
async function startPlayer(words, files, link = {demo: null, data: []}) {
    const p = {worker: null, running: false, waits: 0, due: false, events: [], spare: null, pictures: 0, slow: false,
        lastLine: '', started: performance.now(), link, sharing: false};
    if (player) {
        stopPlayer(player);
    }
    player = p;
    const hasSound = await openSound();
    p.worker = await startProgram(['play', ...words], files, hasSound ? SOUND_RATE : 0, (message) => {
        if (player === p) {
            told[message.is](p, message);
        }
    });
    if (player !== p) { // another was started meanwhile
        p.worker.terminate();
        return;
    }
    if (hasSound) {
        const between = new MessageChannel();
        p.worker.postMessage({do: 'sound', port: between.port1}, [between.port1]);
        sound.node.port.postMessage({feed: between.port2}, [between.port2]);
    }
}

function send(...events) {
    if (player && player.running) {
        player.events.push(...events);
    }
}

// --- keyboard and mouse --------------------------------------------------------------------------

const held = new Map(); // keys that are down, by KeyboardEvent.code

function keyName(event) {
    return `${event.metaKey ? 'M-' : ''}${event.ctrlKey ? 'C-' : ''}${event.altKey ? 'A-' : ''}${event.key}`;
}

function handleKey(event) {
    wakeSound();
    if (BROWSER_KEYS.test(keyName(event)) || event.isComposing || !player) {
        return;
    }
    if (event.target !== document.body && event.target !== stage && (event.key === 'Tab' || event.target.closest('nav'))) {
        return; // the buttons'
    }
    if (event.type === 'keydown') {
        held.set(event.code, event);
        if (event.ctrlKey && event.key === 'v') {
            beginPaste(event);
            return;
        }
    } else {
        held.delete(event.code);
    }
    event.preventDefault();
    send(...keyEvents(event));
}

let pasting = null; // events of a Ctrl+V that waits for the browser's text

// The browser gives the clipboard's text after the key, and without asking its user only so; or, if there is none, not
// at all.
function beginPaste(event) {
    pasting = keyEvents(event);
    setTimeout(() => endPaste(''), PASTE_MS);
}

function endPaste(text) {
    if (pasting) {
        send({kind: 'clipboard', text: text.slice(0, PASTE_MOST)}, ...pasting);
        pasting = null;
    }
}

function releaseAll() {
    for (const [code, event] of held) {
        send(...keyEvents({type: 'keyup', code, key: event.key}));
    }
    held.clear();
    send({kind: 'blur'});
}

// A key that a button stands for.
function pressKey(name) {
    const keys = {'?': {code: 'Slash', key: '?', shiftKey: true}, 'Ctrl+c': {code: 'KeyC', key: 'c', ctrlKey: true},
        'Ctrl+l': {code: 'KeyL', key: 'l', ctrlKey: true}, Space: {code: 'Space', key: ' '}};
    const key = keys[name] || {code: name, key: name};
    send(...keyEvents({type: 'keydown', ...key}), ...keyEvents({type: 'keyup', ...key}));
}

function mousePlace(event) {
    const rect = stage.getBoundingClientRect();
    const {ratio} = canvasSize();
    return {
        x: Math.round((event.clientX - rect.left) * ratio),
        y: Math.round((event.clientY - rect.top) * ratio),
        mods: keyMods(event),
    };
}

function sendMove(event) {
    send({kind: 'mouse', ...mousePlace(event), movedX: Math.round(event.movementX || 0),
        movedY: Math.round(event.movementY || 0)});
}

const lastPress = {time: 0, x: 0, y: 0, clicks: 0};

function handlePress(event) {
    wakeSound();
    stage.focus();
    event.preventDefault();
    if (!document.pointerLockElement) {
        stage.setPointerCapture(event.pointerId);
    }
    const near = Math.hypot(event.clientX - lastPress.x, event.clientY - lastPress.y) < 8;
    const clicks = near && event.timeStamp - lastPress.time < 400 ? lastPress.clicks + 1 : 1;
    Object.assign(lastPress, {time: event.timeStamp, x: event.clientX, y: event.clientY, clicks});
    sendMove(event);
    send({kind: 'button', down: 1, button: event.button + 1, clicks, ...mousePlace(event)});
}

function handleRelease(event) {
    send({kind: 'button', down: 0, button: event.button + 1, clicks: lastPress.clicks, ...mousePlace(event)});
}

let wheeled = 0;

function handleWheel(event) {
    event.preventDefault();
    wheeled += event.deltaMode === 0 ? -event.deltaY / 100 : -event.deltaY / 3;
    const notches = Math.trunc(wheeled);
    wheeled -= notches;
    if (notches) {
        send({kind: 'wheel', notches, mods: keyMods(event)});
    }
}

// Browsers let a page sound only after its user did something.
function wakeSound() {
    if (sound && sound.audio.state === 'suspended') {
        sound.audio.resume().catch(() => {});
    }
}

function setFullscreen(on) {
    const done = on ? stage.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
    done?.catch?.(() => notice('the browser does not let the page fill the screen'));
}

// --- files of the user ---------------------------------------------------------------------------

let drops = 0;

// files: [path, File]s as the user names them. Paks and pk3s alone are game data; the rest keeps its folders.
function takeFiles(files) {
    const folder = `${++drops}`;
    const placed = [];
    const tops = new Set();
    for (const [path, file] of files) {
        const alone = !path.includes('/') && /\.(pak|pk3)$/i.exec(path);
        if (alone) {
            placed.push([`game/${alone[1].toLowerCase() === 'pak' ? 'id1' : 'baseq3'}/${path}`, file]);
            tops.add('game');
        } else {
            placed.push([`${folder}/${path}`, file]);
            tops.add(`${folder}/${path.split('/')[0]}`);
        }
    }
    if (placed.length === 0) {
        return;
    }
    if (!player || !player.running) {
        startPlayer([...tops].map((top) => `/files/${top}`).filter((top) => top !== '/files/game')
            .concat(tops.has('game') ? ['--basedir', '/files/game'] : []), placed);
        return;
    }
    player.worker.postMessage({do: 'files', files: placed});
    send(...[...tops].sort((a, b) => (b === 'game') - (a === 'game')).map((path) => ({kind: 'drop', path})),
        {kind: 'dropEnd'});
}

function readEntries(reader) {
    return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

// Adds the files of a dropped folder.
async function walk(entry, path, files) {
    const own = path + fileName(entry.name, 'file');
    if (files.length >= FILES_MOST) {
        return;
    }
    if (entry.isFile) {
        files.push([own, await new Promise((resolve, reject) => entry.file(resolve, reject))]);
        return;
    }
    const reader = entry.createReader();
    for (let some = await readEntries(reader); some.length > 0; some = await readEntries(reader)) {
        for (const inner of some) {
            await walk(inner, `${own}/`, files);
        }
    }
}

async function handleDrop(event) {
    event.preventDefault();
    const files = [];
    const folders = [];
    for (const item of event.dataTransfer.items) { // which are gone after the first wait
        const entry = item.webkitGetAsEntry?.();
        if (entry && entry.isDirectory) {
            folders.push(entry);
        } else if (item.kind === 'file') {
            const file = item.getAsFile();
            files.push([fileName(file.name, 'file'), file]);
        }
    }
    try {
        for (const folder of folders) {
            await walk(folder, '', files);
        }
        takeFiles(files);
    } catch {
        notice('the browser does not let this page read dropped folders: choose it with the button Folder');
    }
}

function handleChosen(event) {
    takeFiles([...event.target.files].map((file) => [
        (file.webkitRelativePath || file.name).split('/').map((word) => fileName(word, 'file')).join('/'), file]));
    event.target.value = '';
    stage.focus();
}

// --- links ---------------------------------------------------------------------------------------

// Fetches a file; progress is shown.
async function download(url, name) {
    const answer = await fetch(url, {credentials: 'omit', referrerPolicy: 'no-referrer'});
    if (!answer.ok) {
        throw new Error(`the server's answer is ${answer.status}`);
    }
    const whole = Number(answer.headers.get('content-length')) || 0;
    const blocks = [];
    let size = 0;
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        blocks.push(part.value);
        size += part.value.length;
        if (size > DOWNLOAD_MOST) {
            await reader.cancel();
            throw new Error('it is longer than 2 GB');
        }
        const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
        notice(`${name}: ${megabytes(size)}${whole >= size ? ` of ${megabytes(whole)}` : ''} MB`);
    }
    return new File(blocks, name, {lastModified: 0});
}

async function followLink() {
    const link = parseLink(location.hash, document.baseURI);
    if (link.error) {
        notice(link.error, 'Play the built-in demo', () => startPlayer([], []));
        return;
    }
    const files = [];
    const words = [...link.words];
    let name = '';
    try {
        for (const data of link.data) {
            name = data.name;
            files.push([`game/${data.folder}/${name}`, await download(data.url, name)]);
        }
        if (link.demo && link.demo.url) {
            name = link.demo.name;
            files.push([`link/${name}`, await download(link.demo.url, name)]);
        }
    } catch (failure) {
        notice(`${name} cannot be fetched: ${failure.message}`, 'Play the built-in demo', () => startPlayer([], []));
        return;
    }
    if (link.data.length > 0) {
        words.push('--basedir', '/files/game');
    }
    if (link.demo) {
        words.unshift(link.demo.builtin || `/files/link/${link.demo.name}`);
    }
    notice('');
    await startPlayer(words, files, link);
}

// --- the page ------------------------------------------------------------------------------------

function listen() {
    addEventListener('keydown', handleKey);
    addEventListener('keyup', handleKey);
    addEventListener('paste', (event) => endPaste(event.clipboardData.getData('text/plain')));
    addEventListener('blur', releaseAll);
    addEventListener('hashchange', followLink);
    stage.addEventListener('pointerdown', handlePress);
    stage.addEventListener('pointerup', handleRelease);
    stage.addEventListener('pointercancel', handleRelease);
    stage.addEventListener('pointermove', sendMove);
    stage.addEventListener('pointerleave', () => send({kind: 'leave'}));
    stage.addEventListener('wheel', handleWheel, {passive: false});
    stage.addEventListener('contextmenu', (event) => event.preventDefault());
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', handleDrop);
    new ResizeObserver(() => send({kind: 'size', ...canvasSize()})).observe(stage);
    element('open').onclick = () => element('files').click();
    element('open-folder').onclick = () => element('folder').click();
    element('files').onchange = element('folder').onchange = handleChosen;
    element('share').onclick = () => {
        if (player) {
            player.sharing = true;
            pressKey('Ctrl+c');
        }
    };
    element('fullscreen').onclick = () => setFullscreen(!document.fullscreenElement);
    for (const button of document.querySelectorAll('[data-key]')) {
        button.onclick = () => {
            wakeSound();
            pressKey(button.dataset.key);
            stage.focus();
        };
    }
}

if (threaded && !crossOriginIsolated) {
    notice('the threads of this page need https or localhost, and a server that sends ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp');
} else {
    listen();
    stage.focus();
    setInterval(watch, 1000);
    requestAnimationFrame(tick);
    followLink();
}
// For tests, and for the console of a curious user.
window.quakereel = {run: runCommand};
