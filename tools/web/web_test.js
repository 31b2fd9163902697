// Tests of the page in headless Chromium, called by make web-test:
//
//   node tools/web/web_test.js PAGES PROGRAM SHOTS [NAME...]
//
// PAGES: build/web; PROGRAM: the native quakereel, whose results the page's have to equal; SHOTS: a folder for
// screenshots. With names: these tests only. Exit status 1 if one fails.
'use strict';
const assert = require('assert');
const {execFileSync} = require('child_process');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const {Browser} = require('./chromium.js');
const {parseLink, linkOfCommand} = require('../../engine/viewer/host/web/link.js');
const {KEYS} = require('../../engine/viewer/host/web/keys.js');

const [pages, program, shots, ...chosen] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quakereel-web-'));
const pageFile = 'file://' + path.resolve(pages, 'quakereel.html');
const WIDTH = 640;
const HEIGHT = 480;
// The page, before the height of the buttons below the picture is known.
const SIZE = {width: WIDTH, height: HEIGHT + 48};

function native(...words) {
    const env = {...process.env, HOME: folder, QUAKEREEL_BASEDIR: ''};
    return execFileSync(program, words, {env, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore']});
}

function line(text, start) {
    return text.split('\n').find((one) => one.startsWith(start));
}

// Hash of the canvas's pixels in a rectangle, in the page.
const hashOf = (rectangle) => `(() => {
    const canvas = document.getElementById('picture');
    const {data} = canvas.getContext('2d').getImageData(${rectangle});
    let hash = 0x811c9dc5;
    for (let i = 0; i < data.length; i++) {
        hash = Math.imul(hash ^ data[i], 0x01000193) >>> 0;
    }
    return hash + ' ' + canvas.width + 'x' + canvas.height;
})()`;
const HASH = hashOf('0, 0, canvas.width, canvas.height');

// The same of a PNG file, by the page, which knows PNG.
async function hashOfPicture(tab, file) {
    const bytes = fs.readFileSync(file).toString('base64');
    return tab.value(`(async () => {
        const bytes = Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]), {colorSpaceConversion: 'none'});
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d');
        context.drawImage(picture, 0, 0);
        const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
        let hash = 0x811c9dc5;
        for (let i = 0; i < data.length; i++) {
            hash = Math.imul(hash ^ data[i], 0x01000193) >>> 0;
        }
        return hash + ' ' + canvas.width + 'x' + canvas.height;
    })()`);
}

async function hashOfShot(tab, ...words) {
    const file = path.join(folder, 'shot.png');
    native('shot', ...words, '--size', `${WIDTH}x${HEIGHT}`, '--force', '-o', file);
    return hashOfPicture(tab, file);
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// The canvas's hash once it has stayed the same for a while.
async function settledHash(tab) {
    let last = '';
    for (let same = 0; same < 4;) {
        const hash = await tab.value(HASH);
        same = hash === last ? same + 1 : 0;
        last = hash;
        await sleep(100);
    }
    return last;
}

async function play(browser, hash, options = {}) {
    const tab = await browser.open(`${options.page || pageFile}${hash}`, {...SIZE, ...options});
    await tab.until('performance.getEntriesByName("first picture").length > 0', 30);
    const buttons = await tab.value('document.getElementById("tools").offsetHeight');
    await tab.resize(WIDTH, HEIGHT + buttons);
    return tab;
}

// Pauses the demo, hides the bar, and goes to 40 % of it.
async function goInside(tab) {
    await tab.key('Space', ' ');
    await tab.key('KeyO', 'o');
    await tab.key('KeyO', 'o');
    await tab.key('Numpad4', '4');
}

// Serves build/web/FORM, and files by their addresses, with these headers: {page, server}.
async function serve(form, {files = {}, headers = {}} = {}) {
    const types = {'.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm'};
    const server = http.createServer((request, answer) => {
        const name = new URL(request.url, 'http://host').pathname;
        const file = files[name] || path.join(pages, form, path.basename(name) || 'index.html');
        if (!fs.existsSync(file)) {
            answer.writeHead(404).end();
            return;
        }
        answer.writeHead(200, {'content-type': types[path.extname(file)] || 'application/octet-stream',
            'content-length': fs.statSync(file).size, ...headers});
        fs.createReadStream(file).pipe(answer);
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return {page: `http://127.0.0.1:${server.address().port}/`, server};
}

// What `quakereel timedemo` of the page and of the native program say of all frames is the same.
async function compareFrames(tab, ...words) {
    const all = ['timedemo', ...words, '--no-window', '--size', '160x100'];
    const result = await tab.value(`quakereel.run(${JSON.stringify(all)})`);
    assert.strictEqual(result.status, 0, result.errors.join('\n') + result.text);
    assert.strictEqual(line(result.lines.join('\n'), 'hash'), line(native(...all), 'hash'), words.join(' '));
}

const ISOLATED = {'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp'};

const tests = {
    links() {
        const base = 'http://host/dir/page.html';
        const good = parseLink('#demo=x/y.dem&data=../id1/pak0.pak&data=http://h/q/pak1.pk3&t=1:30&follow=a%20b', base);
        assert.deepStrictEqual(good, {
            demo: {url: 'http://host/dir/x/y.dem', name: 'y.dem'},
            data: [{url: 'http://host/id1/pak0.pak', folder: 'id1', name: 'pak0.pak'},
                {url: 'http://h/q/pak1.pk3', folder: 'baseq3', name: 'pak1.pk3'}],
            words: ['--start', '1:30', '--follow', 'a b']});
        assert.deepStrictEqual(parseLink('', base), {demo: null, data: [], words: []});
        for (const bad of ['#demo=javascript:alert(1)', '#demo=file:///etc/passwd', '#x=1', '#t=1&t=2', '#t=%00', '#t=',
            '#demo=builtin:../x', '#data=http://h/x.zip', '#constructor=1', '#demo=' + 'a'.repeat(5000)]) {
            const {error} = parseLink(bad, base);
            assert(error && error.length < 200 && !error.includes('\n'), bad);
        }
        const made = linkOfCommand('quakereel shot \'builtin:demo1\' --at 1:02.5 --follow \'a b\' --size 1x1 -o x.png',
            {demo: null, data: []});
        assert.strictEqual(made, '#demo=builtin%3Ademo1&t=1%3A02.5&follow=a+b');
        assert.strictEqual(linkOfCommand('quakereel shot /files/1/x.dem --at 1', {demo: null, data: []}), null);
    },

    keys() {
        const list = fs.readFileSync(path.join(__dirname, '../../engine/viewer/host/keycode_list.h'), 'utf8');
        const places = new Map([...list.matchAll(/KEYCODE\((\w+), (\d+),/g)].map(([, id, place]) => [id, Number(place)]));
        const ids = {ArrowLeft: 'LEFT', ArrowRight: 'RIGHT', ArrowUp: 'UP', ArrowDown: 'DOWN', Home: 'HOME', End: 'END',
            PageUp: 'PAGEUP', PageDown: 'PAGEDOWN', F1: 'F1', F12: 'F12', Numpad1: 'KP_1', Numpad5: 'KP_5', Numpad0: 'KP_0',
            NumpadEnter: 'KP_ENTER', NumpadAdd: 'KP_PLUS', Insert: 'INSERT', Pause: 'PAUSE'};
        for (const [code, id] of Object.entries(ids)) {
            assert.strictEqual(KEYS[code][0], places.get(id), code);
        }
    },

    // The same frames as the native program, of each family and look.
    async frames(browser) {
        const tab = await play(browser, '');
        for (const words of [['builtin:demo1'], ['builtin:demo3'], ['builtin:demo4'], ['builtin:demo5'],
            ['builtin:demo1', '--look', 'truecolor']]) {
            await compareFrames(tab, ...words);
        }
        await tab.close();
    },

    // Keys seek and step; what the canvas shows is the native program's frame.
    async viewer(browser) {
        const tab = await play(browser, '#demo=builtin:demo1');
        await goInside(tab);
        const inside = await hashOfShot(tab, 'builtin:demo1', '--at', '40%');
        await tab.until(`${HASH} === '${inside}'`);
        await tab.key('Period', '.');
        const next = await settledHash(tab);
        assert.notStrictEqual(next, inside);
        await tab.key('Period', '.');
        assert.notStrictEqual(await settledHash(tab), next);
        await tab.key('Comma', ',');
        await tab.until(`${HASH} === '${next}'`);
        await tab.key('Home', 'Home');
        await tab.until(`${HASH} === '${await hashOfShot(tab, 'builtin:demo1', '--at', '0')}'`);
        await tab.value('document.getElementById("share").click()');
        await tab.until('location.hash === "#demo=builtin%3Ademo1&t=0.000"');
        await tab.key('KeyO', 'o');
        await tab.key('ArrowRight', 'ArrowRight');
        await sleep(500);
        await tab.screenshot(path.join(shots, 'viewer.png'));
        await tab.key('F1', 'F1');
        await sleep(300);
        await tab.screenshot(path.join(shots, 'help.png'));
        await tab.close();
    },

    // A click in the middle of the bar seeks; the button Link says where to.
    async mouse(browser) {
        const tab = await play(browser, '#demo=builtin:demo1');
        await tab.key('Space', ' ');
        for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
            await tab.call('Input.dispatchMouseEvent',
                {type, x: WIDTH / 2, y: HEIGHT - 40, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1});
            await sleep(300);
        }
        await tab.screenshot(path.join(shots, 'mouse.png'));
        await tab.value('document.getElementById("share").click()');
        await tab.until('/&t=(19|20)\\./.test(location.hash)');
        await tab.close();
    },

    // A link's time and look are those of the first picture.
    async link(browser) {
        for (const [demo, look] of [['builtin:demo3', 'truecolor'], ['builtin:demo5', '']]) {
            const tab = await play(browser, `#demo=${demo}&t=7.5${look && `&look=${look}`}&speed=0.05`);
            await tab.key('Space', ' ');
            await tab.screenshot(path.join(shots, `link-${look || 'quake3'}.png`));
            assert.match(await tab.value('document.title'), new RegExp(demo.slice(8)));
            await tab.close();
        }
    },

    // The samples that reach the worklet are those of `quakereel sound`.
    async sound(browser) {
        // The page's channels pass through one that notes what the program sends.
        const script = `window.heard = [];
            const Real = MessageChannel;
            window.MessageChannel = function () {
                const a = new Real(), b = new Real();
                a.port2.onmessage = ({data}) => { heard.push(data.slice()); b.port2.postMessage(data, [data.buffer]); };
                b.port2.onmessage = ({data}) => a.port2.postMessage(data);
                return {port1: a.port1, port2: b.port1};
            };`;
        const tab = await play(browser, '#demo=builtin:demo1', {script});
        const file = path.join(folder, 'sound.wav');
        native('sound', 'builtin:demo1', '--force', '-o', file);
        const whole = fs.readFileSync(file).subarray(44);
        // While the page finds its pace, and when the machine has other work, the sound keeps step with the picture by
        // tiny changes of speed. So half a second is looked for, again and again, for half a minute.
        const half = 4 * 24000;
        let found = false;
        for (let i = 0; i < 15 && !found; i++) {
            await sleep(2000);
            const heard = Buffer.from(await tab.value(`(() => {
                const bytes = new Uint8Array(new Int16Array(heard.slice(-188).flatMap((block) => [...block])).buffer);
                let text = '';
                for (const byte of bytes) { text += String.fromCharCode(byte); }
                return btoa(text);
            })()`), 'base64');
            for (let at = 0; at + half <= heard.length && !found; at += half / 5) {
                const part = heard.subarray(at, at + half);
                found = part.some((byte) => byte !== 0) && whole.indexOf(part) >= 0;
            }
        }
        assert(found, 'other samples than those of the command sound');
        await tab.close();
    },

    // Dropped: a demo without its data, then a pak with the data.
    async drop(browser) {
        const demo = path.join(folder, 'a <b>demo<script>.dem');
        const pak = path.join(folder, 'pak0.pak');
        native('cut', 'builtin:demo1', '--from', '1', '--to', '6', '--force', '-o', demo);
        fs.copyFileSync(path.join(path.dirname(program), 'host/builtin.pak'), pak);
        const tab = await play(browser, '');
        await tab.drop([demo]);
        await tab.until('document.title.includes("<script>")');
        assert.strictEqual(await tab.value('document.querySelectorAll("b").length'), 0);
        await tab.key('Space', ' ');
        await tab.key('Home', 'Home');
        const without = await settledHash(tab);
        await tab.screenshot(path.join(shots, 'drop-demo.png'));
        await tab.drop([pak]);
        await tab.until(`${HASH} !== '${without}'`);
        await sleep(500);
        await tab.screenshot(path.join(shots, 'drop-pak.png'));
        await tab.close();
    },

    // Marks stay for the next visit.
    async marks(browser) {
        const tab = await play(browser, '#demo=builtin:demo1');
        await goInside(tab);
        await tab.key('KeyA', 'a');
        await tab.until('Object.values(localStorage).some((text) => /^mark /m.test(text))');
        await tab.call('Page.reload');
        await tab.until('window.quakereel && performance.getEntriesByName("first picture").length > 0');
        const {lines, errors} = await tab.value('quakereel.run(["marks", "builtin:demo1"])');
        assert.match(lines.join('\n'), /0:16/, errors.join('\n'));
        await tab.close();
    },

    // A picture the program writes becomes a download, Ctrl+V pastes, the button Look changes the look.
    async outputs(browser) {
        const tab = await play(browser, '#demo=builtin:demo1&look=exact');
        await goInside(tab);
        const exact = await settledHash(tab);
        await tab.value('window.saved = []; save = (name, file) => saved.push([name, file.size]);');
        await tab.key('KeyS', 's');
        await tab.until('saved.length === 1');
        const [name, size] = await tab.value('saved[0]');
        assert.match(name, /^demo1-.*\.png$/);
        assert(size > 10000);
        await tab.value('document.querySelector("[data-key=\'Ctrl+l\']").click()');
        await tab.until(`${HASH} !== '${exact}'`);
        await tab.key('KeyO', 'o'); // with messages
        await tab.key('Semicolon', ':');
        await tab.value(`stage.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyV', key: 'v', ctrlKey: true, bubbles: true}));
            endPaste('0:05');`);
        await sleep(300);
        await tab.screenshot(path.join(shots, 'paste.png'));
        await tab.key('Enter', 'Enter');
        await sleep(500);
        await tab.value('document.getElementById("share").click()');
        await tab.until('/&t=5\\.000/.test(location.hash)');
        await tab.close();
    },

    // Links and files of strangers.
    async hostile(browser) {
        const bad = await browser.open(`${pageFile}#demo=javascript:alert(1)`, SIZE);
        await bad.until('!document.getElementById("notice").hidden');
        assert.match(await bad.value('document.getElementById("notice-text").textContent'), /no address of the web/);
        await bad.value('document.getElementById("notice-button").click()');
        await bad.until('performance.getEntriesByName("first picture").length > 0');
        await bad.close();

        const refused = await browser.open(`${pageFile}#demo=builtin:demo1&t=--force`, SIZE);
        await refused.until('!document.getElementById("notice").hidden');
        assert.match(await refused.value('document.getElementById("notice-text").textContent'), /--force/);
        await refused.close();

        const garbage = path.join(folder, 'garbage.dem');
        fs.writeFileSync(garbage, Buffer.from(Array.from({length: 5000}, (_, i) => (i * 7919) & 255)));
        const tab = await play(browser, '');
        await tab.drop([garbage]);
        await tab.key('Space', ' ');
        await sleep(500);
        await tab.screenshot(path.join(shots, 'garbage.png'));
        await tab.key('F1', 'F1');
        const help = await settledHash(tab);
        await tab.key('F1', 'F1');
        await tab.until(`${HASH} !== '${help}'`);
        await tab.close();
    },

    // A program that does not answer: the page says so and can stop it.
    async watch(browser) {
        const script = `const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (message, ...more) {
                if (!(window.silent && message.do === 'turn')) { post.call(this, message, ...more); }
            };
            const now = performance.now.bind(performance);
            performance.now = () => now() + (window.later || 0);`;
        const tab = await play(browser, '', {script});
        await tab.value('window.silent = true');
        await sleep(300);
        await tab.value('window.later = 11000');
        await tab.until('/not answered/.test(document.getElementById("notice-text").textContent)');
        await tab.screenshot(path.join(shots, 'watch.png'));
        await tab.value('document.getElementById("notice-button").click()');
        assert.match(await tab.value('document.getElementById("notice-text").textContent'), /stopped/);
        await tab.value('window.silent = false; document.getElementById("notice-button").click()');
        await tab.until('document.getElementById("notice").hidden');
        await tab.close();
    },

    // On a phone: a finger on the bar seeks, a button pauses.
    async touch(browser) {
        const tab = await browser.open(pageFile + '#demo=builtin:demo5', {width: 360, height: 640});
        await tab.call('Emulation.setTouchEmulationEnabled', {enabled: true});
        await tab.call('Emulation.setDeviceMetricsOverride', {width: 360, height: 640, deviceScaleFactor: 2, mobile: true});
        await tab.until('performance.getEntriesByName("first picture").length > 0', 30);
        await tab.until('document.getElementById("picture").width === 720');
        const buttons = await tab.value('document.getElementById("tools").offsetHeight');
        const place = await tab.value('JSON.stringify(document.querySelector("[data-key=Space]").getBoundingClientRect())');
        const {x, y, width, height} = JSON.parse(place);
        for (const [touchX, touchY] of [[x + width / 2, y + height / 2], [180, 640 - buttons - 30]]) {
            await tab.call('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x: touchX, y: touchY}]});
            await sleep(300);
            await tab.call('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
            await sleep(300);
        }
        await tab.screenshot(path.join(shots, 'touch.png'));
        await tab.value('document.getElementById("share").click()');
        await tab.until('/&t=1[01]\\./.test(location.hash)');
        await tab.close();
    },

    // The split form, from a server, with a demo and a pak of it.
    async server(browser) {
        const demo = path.join(folder, 'served.dem');
        native('cut', 'builtin:demo1', '--from', '1', '--to', '6', '--force', '-o', demo);
        const files = {'/x/served.dem': demo, '/x/id1/pak0.pak': path.join(path.dirname(program), 'host/builtin.pak')};
        const {page, server} = await serve('split', {files});
        const tab = await play(browser, '#demo=x/served.dem&data=x/id1/pak0.pak&t=2', {page});
        await tab.key('Space', ' ');
        assert.match(await tab.value('document.title'), /served.dem - reel: The Reel/);
        await tab.screenshot(path.join(shots, 'server.png'));
        await tab.close();

        const quake = path.join(folder, 'quake');
        fs.mkdirSync(path.join(quake, 'id1'), {recursive: true});
        fs.copyFileSync(files['/x/id1/pak0.pak'], path.join(quake, 'id1/pak0.pak'));
        const bare = await play(browser, '#demo=x/served.dem&t=2', {page});
        await bare.key('Space', ' ');
        const without = await settledHash(bare);
        await bare.drop([quake]);
        await bare.until(`${HASH} !== '${without}'`);
        await sleep(500);
        await bare.screenshot(path.join(shots, 'drop-folder.png'));
        await bare.close();

        const missing = await browser.open(`${page}#demo=nothing.dem`, SIZE);
        await missing.until('!document.getElementById("notice").hidden');
        assert.match(await missing.value('document.getElementById("notice-text").textContent'), /nothing.dem cannot be fetched.*404/);
        await missing.close();
        server.close();
    },

    // The page whose program has threads (build/web/threads), by name alone: the same frames as the native program's on as
    // many threads, and small pictures under the mouse, which only a thread makes. Demos of another server need no header
    // but the one that lets them be fetched. A server that does not isolate the page gets one line.
    async threads(browser) {
        const {page, server} = await serve('threads', {headers: ISOLATED});
        const tab = await play(browser, '#demo=builtin:demo1', {page});
        assert.strictEqual(await tab.value('crossOriginIsolated'), true);
        await goInside(tab);
        await tab.until(`${HASH} === '${await hashOfShot(tab, 'builtin:demo1', '--at', '40%')}'`);
        await tab.key('KeyO', 'o'); // the bar again
        const aboveBar = hashOf(`${WIDTH / 2 - 80}, ${HEIGHT - 212}, 160, 10`); // and above Quake's
        const without = await tab.value(aboveBar);
        await tab.call('Input.dispatchMouseEvent', {type: 'mouseMoved', x: WIDTH / 2, y: HEIGHT - 40, button: 'none'});
        await tab.until(`${aboveBar} !== '${without}'`);
        await tab.screenshot(path.join(shots, 'threads.png'));
        for (const words of [['builtin:demo1', '--look', 'exact'], ['builtin:demo1', '--look', 'truecolor'],
            ['builtin:demo3'], ['builtin:demo5']]) {
            for (const count of ['2', '3']) {
                await compareFrames(tab, ...words, '--threads', count);
            }
        }
        await tab.close();

        const demo = path.join(folder, 'other.dem');
        native('cut', 'builtin:demo1', '--from', '1', '--to', '6', '--force', '-o', demo);
        const other = await serve('threads', {files: {'/other.dem': demo}, headers: {'access-control-allow-origin': '*'}});
        const fetched = await play(browser, `#demo=${other.page}other.dem`, {page});
        assert.match(await fetched.value('document.title'), /^other.dem/);
        await fetched.close();
        other.server.close();
        server.close();

        const plain = await serve('threads');
        const refused = await browser.open(plain.page, SIZE);
        await refused.until('!document.getElementById("notice").hidden');
        assert.match(await refused.value('document.getElementById("notice-text").textContent'),
            /Cross-Origin-Embedder-Policy: require-corp$/);
        await refused.screenshot(path.join(shots, 'threads-refused.png'));
        assert.deepStrictEqual(refused.log, []);
        await refused.close();
        plain.server.close();
    },
};

async function main() {
    const browser = new Browser();
    let failed = 0;
    for (const [name, test] of Object.entries(tests)) {
        if (chosen.length > 0 ? !chosen.includes(name) : name === 'threads') {
            continue;
        }
        const start = Date.now();
        try {
            await test(browser);
            console.log(`web: ${name}: good (${((Date.now() - start) / 1000).toFixed(1)} s)`);
        } catch (failure) {
            failed++;
            console.log(`web: ${name}: ${failure.stack}`);
        }
    }
    await browser.close();
    fs.rmSync(folder, {recursive: true, force: true});
    process.exit(failed ? 1 : 0);
}

main();
