// Makes the page of its parts, called by make web:
//
//   node tools/web/pack.js SOURCES PROGRAM OUT
//
// SOURCES: engine/viewer/host/web; PROGRAM: quakereel-web.js, which emscripten linked, its .wasm beside it. Writes
// OUT/quakereel.html, one file that opens from a folder, and OUT/split, several files for a server. A program with threads
// has a .worker.js beside it as well; it becomes OUT/threads, several files for a server.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const [sources, program, out] = process.argv.slice(2);
const source = (name) => fs.readFileSync(path.join(sources, name), 'utf8');
const linked = (ending) => fs.readFileSync(program.replace(/\.js$/, ending));
const hash = (text) => `'sha256-${crypto.createHash('sha256').update(text).digest('base64')}'`;
const threaded = fs.existsSync(program.replace(/\.js$/, '.worker.js'));
const pageScript = [`const threaded = ${threaded};`, ...['link.js', 'keys.js', 'parts.js', 'page.js'].map(source)].join('\n');
const style = source('page.css');
const parts = {
    'worklet.js': source('worklet.js'),
    'quakereel.wasm': linked('.wasm'),
};
if (threaded) { // each of them loads what emscripten linked, without worker.js
    parts['quakereel-web.js'] = linked('.js');
    parts['quakereel-web.worker.js'] = linked('.worker.js');
    parts['worker.js'] = `importScripts('quakereel-web.js');\n${source('worker.js')}`;
} else {
    parts['worker.js'] = `${linked('.js')}\n${source('worker.js')}`;
}

// What the page may do: run its own scripts, fetch demos and data of links. No script, picture or form of others.
function policy(scripts) {
    return `default-src 'none'; script-src ${scripts} 'wasm-unsafe-eval'; worker-src ${scripts}; ` +
        `style-src ${hash(style)}; connect-src * blob:; base-uri 'none'; form-action 'none'`;
}

function page(scripts, script) {
    const replaced = {'@POLICY@': policy(scripts), '@STYLE@': style, '@SCRIPT@': script};
    return source('page.html').replace(/@[A-Z]+@/g, (word) => replaced[word]);
}

// One file.
function writeWhole() {
    const packed = Object.fromEntries(Object.entries(parts).map(([name, bytes]) =>
        [name, zlib.gzipSync(bytes, {level: 9}).toString('base64')]));
    const whole = `const packed = ${JSON.stringify(packed)};\n${pageScript}`;
    if (whole.includes('</script')) {
        throw new Error('a script would end inside a text');
    }
    fs.writeFileSync(path.join(out, 'quakereel.html'), page(`${hash(whole)} blob: data:`, `<script>${whole}</script>`));
}

// Several files.
function writeSplit(name) {
    const folder = path.join(out, name);
    fs.mkdirSync(folder, {recursive: true});
    fs.writeFileSync(path.join(folder, 'index.html'), page("'self'", '<script src="page.js"></script>'));
    fs.writeFileSync(path.join(folder, 'page.js'), `const packed = null;\n${pageScript}`);
    for (const [file, bytes] of Object.entries(parts)) {
        fs.writeFileSync(path.join(folder, file), bytes);
    }
}

writeSplit(threaded ? 'threads' : 'split');
if (!threaded) {
    writeWhole();
}
