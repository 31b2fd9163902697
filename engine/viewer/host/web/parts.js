// The page's parts: addresses of the scripts of the other threads, and the program, compiled once. `packed` has them as
// base64 of gzip where the page is one file; where it is several, they lie beside it. `threaded`: the program has threads.
'use strict';

async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function workerAddress(name) {
    return packed ? URL.createObjectURL(new Blob([await unpack(packed[name])], {type: 'text/javascript'})) : name;
}

// A page from a folder may not load a worklet from a blob.
async function workletAddress(name) {
    const text = packed && new TextDecoder().decode(await unpack(packed[name]));
    return packed ? `data:text/javascript,${encodeURIComponent(text)}` : name;
}

async function compileProgram() {
    const name = 'quakereel.wasm';
    const bytes = packed ? await unpack(packed[name]) : await (await fetch(name)).arrayBuffer();
    return WebAssembly.compile(bytes);
}

// Each is made once.
const parts = {
    made: {},
    make(name, work) {
        this.made[name] ??= work(name);
        return this.made[name];
    },
    worker: () => parts.make('worker.js', workerAddress),
    worklet: () => parts.make('worklet.js', workletAddress),
    program: () => parts.make('quakereel.wasm', compileProgram),
};
