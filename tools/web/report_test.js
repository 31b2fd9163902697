// Tests of the report's page in headless Chromium, called by make report-test:
//
//   node tools/web/report_test.js PROGRAM SHOTS
//
// PROGRAM: the native quakereel, which writes the reports; SHOTS: a folder for screenshots. Of each report, on a phone
// and on a desktop, light and dark: nothing is asked of the network, nothing is wider than the page, all text has a
// contrast of 4.5 at least. Exit status 1 if one fails.
'use strict';
const assert = require('assert');
const {execFileSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {Browser} = require('./chromium.js');

const [program, shots] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quakereel-report-'));
const DEMOS = ['builtin:demo1', 'builtin:demo3', 'builtin:demo5'];
const WIDTHS = [390, 1280];
const LEAST_CONTRAST = 4.5;

function writeReport(demo) {
    const file = path.join(folder, `${demo.replace(/\W/g, '-')}.html`);
    const env = {...process.env, HOME: folder, QUAKEREEL_BASEDIR: ''};
    execFileSync(program, ['report', demo, '-o', file], {env, stdio: ['ignore', 'ignore', 'inherit']});
    return file;
}

// Texts of the page whose contrast with what is behind them is too low, in the page.
const FAINT = `(() => {
    const parts = (color) => color.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = parts(getComputedStyle(at).backgroundColor);
            if (color.length < 4 || color[3] > 0) {
                return color;
            }
        }
        return [255, 255, 255];
    };
    const faint = [];
    document.querySelectorAll('body *').forEach((element) => {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (own && !element.closest('svg') && element.tagName !== 'STYLE') {
            const a = light(parts(getComputedStyle(element).color));
            const b = light(behind(element));
            const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (contrast < ${LEAST_CONTRAST}) {
                faint.push(element.tagName + ' ' + contrast.toFixed(2));
            }
        }
    });
    return faint.join(', ');
})()`;

async function check(browser, file, width, scheme) {
    const trouble = [];
    const listen = ({method, params}) => {
        if (method === 'Log.entryAdded' || method === 'Runtime.exceptionThrown') {
            trouble.push(JSON.stringify(params).slice(0, 300));
        }
        if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(params.request.url)) {
            trouble.push(params.request.url);
        }
    };
    browser.listeners.push(listen);
    const tab = await browser.open('about:blank', {width, height: 1200});
    await tab.call('Log.enable');
    await tab.call('Network.enable');
    await tab.call('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]});
    await tab.call('Page.navigate', {url: 'file://' + file});
    while (await tab.value('document.readyState + document.querySelectorAll("footer").length') !== 'complete1') {
        await new Promise((done) => setTimeout(done, 50));
    }
    await tab.value('document.querySelectorAll("details").forEach((fold) => { fold.open = true; })');
    const name = `${path.basename(file, '.html')}-${width}-${scheme}`;
    const {data} = await tab.call('Page.captureScreenshot', {captureBeyondViewport: true});
    fs.writeFileSync(path.join(shots, `report-${name}.png`), Buffer.from(data, 'base64'));
    assert.ok(await tab.value('document.querySelectorAll("h1, h2").length') > 1, `${name}: headings`);
    assert.ok(await tab.value('document.documentElement.scrollWidth') <= width, `${name}: wider than the page`);
    assert.strictEqual(await tab.value(FAINT), '', `${name}: contrast`);
    assert.strictEqual(await tab.value('document.scripts.length'), 0, `${name}: scripts`);
    assert.deepStrictEqual(trouble, [], `${name}: trouble`);
    browser.listeners = browser.listeners.filter((one) => one !== listen);
    await tab.close();
    console.log(`ok ${name}`);
}

(async () => {
    const browser = new Browser();
    let failed = 0;
    for (const file of DEMOS.map(writeReport)) {
        for (const width of WIDTHS) {
            for (const scheme of ['light', 'dark']) {
                await check(browser, file, width, scheme).catch((error) => {
                    console.log(`not ok ${error.message}`);
                    failed++;
                });
            }
        }
    }
    await browser.close();
    fs.rmSync(folder, {recursive: true, force: true});
    process.exit(failed > 0 ? 1 : 0);
})();
