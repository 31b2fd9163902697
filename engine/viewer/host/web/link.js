// Links to moments: page#demo=URL&data=URL&t=1:30&look=truecolor&follow=NAME
//
//   demo    an address, http or https, from this page's on; or builtin:NAME
//   data    a pak or pk3, likewise; may be repeated
//   others  options of `quakereel play`, listed below; the program says which values are good
//
// Pure: nothing is fetched here and nothing run. What a link has is text from strangers.
'use strict';

const LINK_MOST = 4096; // characters
const LINK_DATA_MOST = 32; // files
const NAME_MOST = 100;
const LINK_OPTIONS = {
    t: '--start',
    look: '--look',
    follow: '--follow',
    speed: '--speed',
    camera: '--camera',
    fov: '--fov',
    hud: '--hud',
    filter: '--filter',
};
const BASE_FOLDERS = ['id1', 'baseq3', 'baseoa'];

// Text from elsewhere as a short line.
function plainText(text, most) {
    const line = String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '?');
    return line.length > most ? line.slice(0, most) + '...' : line;
}

// A plain name of a file, whatever the text.
function fileName(text, otherwise) {
    const name = plainText(text, NAME_MOST).replace(/[/\\]/g, '_');
    return name === '' || name === '.' || name === '..' ? otherwise : name;
}

// The words of an address's path, decoded where they can be.
function pathWords(url) {
    return url.pathname.split('/').map((word) => {
        try {
            return decodeURIComponent(word);
        } catch {
            return word;
        }
    });
}

// Which folder of the game data a pak or pk3 belongs in: its own if that is a game's, else by its kind.
function dataFolder(words) {
    const own = words[words.length - 2];
    const isPk3 = /\.pk3$/i.test(words[words.length - 1]);
    return BASE_FOLDERS.includes(own) ? own : isPk3 ? 'baseq3' : 'id1';
}

// The address, or null if it is none of the web's.
function webAddress(text, base) {
    try {
        const url = new URL(text, base);
        return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
    } catch {
        return null;
    }
}

// hash: the page's, '#' included or empty. base: the page's own address. Returns
// {demo: null | {builtin} | {url, name}, data: [{url, folder, name}], words: [...]}, words being the program's
// arguments for the options; or {error: a line}.
function parseLink(hash, base) {
    const link = {demo: null, data: [], words: []};
    const seen = new Set();
    if (hash.length > LINK_MOST) {
        return {error: `the link is longer than ${LINK_MOST} characters`};
    }
    for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
        const shown = plainText(value, 60);
        if (seen.has(key) && key !== 'data') {
            return {error: `the link has '${plainText(key, 20)}' twice`};
        }
        seen.add(key);
        if (/[\u0000-\u001f\u007f]/.test(value) || value === '') {
            return {error: `the link's ${plainText(key, 20)} is ${value === '' ? 'empty' : 'no plain text'}`};
        }
        if (key === 'demo' && /^builtin:[a-z0-9_]+$/.test(value)) {
            link.demo = {builtin: value};
        } else if (key === 'demo' || key === 'data') {
            const url = webAddress(value, base);
            if (!url) {
                return {error: `the link's ${key} is no address of the web: ${shown}`};
            }
            const words = pathWords(url);
            const name = fileName(words[words.length - 1], key);
            if (key === 'demo') {
                link.demo = {url: url.href, name};
            } else if (!/\.(pak|pk3)$/i.test(name)) {
                return {error: `the link's data is neither a .pak nor a .pk3: ${shown}`};
            } else if (link.data.push({url: url.href, folder: dataFolder(words), name}) > LINK_DATA_MOST) {
                return {error: `the link has more than ${LINK_DATA_MOST} files of data`};
            }
        } else if (Object.hasOwn(LINK_OPTIONS, key)) {
            link.words.push(LINK_OPTIONS[key], value);
        } else {
            return {error: `the link has an unknown word: ${plainText(key, 40)}`};
        }
    }
    return link;
}

// Words of a line that a shell would read, as the program writes it: plain or in single quotes.
function shellWords(line) {
    return [...line.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
        word.replace(/'([^']*)'|\\(.)/g, (all, quoted, escaped) => quoted ?? escaped));
}

// The link to what a command line `quakereel shot DEMO --at TIME ...` shows. from: the link, as parseLink returned it,
// that the demo and its data came by. Returns null where the demo is not on the web.
function linkOfCommand(line, from) {
    const words = shellWords(line);
    const link = new URLSearchParams();
    if (/^builtin:/.test(words[2])) {
        link.set('demo', words[2]);
    } else if (from.demo && from.demo.url && words[2] === `/files/link/${from.demo.name}`) {
        link.set('demo', from.demo.url);
        from.data.forEach(({url}) => link.append('data', url));
    } else {
        return null;
    }
    for (let i = 3; i + 1 < words.length; i++) {
        const option = words[i] === '--at' ? '--start' : words[i];
        const key = Object.keys(LINK_OPTIONS).find((one) => LINK_OPTIONS[one] === option);
        if (key) {
            link.set(key, words[++i]);
        }
    }
    return `#${link}`;
}

if (typeof module !== 'undefined') {
    module.exports = {parseLink, linkOfCommand, plainText, fileName};
}
