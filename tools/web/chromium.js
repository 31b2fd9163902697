// Drives headless Chromium over a pipe in Chrome DevTools Protocol, without any library: messages are JSON, each ended
// by a zero byte, on descriptors 3 and 4 of the browser.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const BROWSER = process.env.CHROMIUM || 'chromium';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
    '--autoplay-policy=no-user-gesture-required', '--remote-debugging-pipe', '--hide-scrollbars', '--mute-audio',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];

class Browser {
    constructor() {
        this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quakereel-web-'));
        this.process = spawn(BROWSER, [...FLAGS, `--user-data-dir=${this.folder}`], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
        this.calls = new Map();
        this.listeners = [];
        this.last = 0;
        let text = '';
        this.process.stdio[4].setEncoding('utf8').on('data', (part) => {
            const messages = (text + part).split('\0');
            text = messages.pop();
            messages.forEach((message) => this.hear(JSON.parse(message)));
        });
        this.process.on('exit', () => this.calls.forEach(({reject}) => reject(new Error('the browser ended'))));
    }

    hear(message) {
        const call = this.calls.get(message.id);
        if (call) {
            this.calls.delete(message.id);
            message.error ? call.reject(new Error(`${call.method}: ${message.error.message}`)) : call.resolve(message.result);
        } else {
            this.listeners.forEach((listener) => listener(message));
        }
    }

    call(method, params = {}, sessionId = undefined) {
        const id = ++this.last;
        this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
        return new Promise((resolve, reject) => this.calls.set(id, {method, resolve, reject}));
    }

    // Opens a page of that size; script runs in it before its own.
    async open(url, {width = 640, height = 480, script = ''} = {}) {
        const {targetId} = await this.call('Target.createTarget', {url: 'about:blank'});
        const {sessionId} = await this.call('Target.attachToTarget', {targetId, flatten: true});
        const tab = new Tab(this, targetId, sessionId);
        await tab.call('Page.enable');
        await tab.call('Runtime.enable');
        await tab.resize(width, height);
        if (script) {
            await tab.call('Page.addScriptToEvaluateOnNewDocument', {source: script});
        }
        await tab.call('Page.navigate', {url});
        return tab;
    }

    async close() {
        await Promise.race([this.call('Browser.close').catch(() => {}), new Promise((done) => setTimeout(done, 3000))]);
        const ended = new Promise((done) => this.process.on('exit', done));
        if (this.process.exitCode === null && this.process.kill('SIGKILL')) {
            await ended;
        }
        try { // its own processes may still write there
            fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 200});
        } catch {
            console.error(`left: ${this.folder}`);
        }
    }
}

class Tab {
    constructor(browser, targetId, sessionId) {
        Object.assign(this, {browser, targetId, sessionId, log: []});
        browser.listeners.push((message) => {
            if (message.sessionId !== sessionId) {
                return;
            }
            if (message.method === 'Runtime.consoleAPICalled') {
                this.log.push(message.params.args.map((arg) => arg.value ?? arg.description).join(' '));
            } else if (message.method === 'Runtime.exceptionThrown') {
                const {exceptionDetails: details} = message.params;
                this.log.push(`exception: ${details.exception?.description || details.text}`);
            }
        });
    }

    call(method, params = {}) {
        return this.browser.call(method, params, this.sessionId);
    }

    resize(width, height) {
        return this.call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
    }

    // Value of an expression in the page; promises are waited for.
    async value(expression) {
        const {result, exceptionDetails} = await this.call('Runtime.evaluate',
            {expression, awaitPromise: true, returnByValue: true, userGesture: true});
        if (exceptionDetails) {
            throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
        }
        return result.value;
    }

    // Waits until the expression is true.
    async until(expression, seconds = 20) {
        for (const start = Date.now(); Date.now() - start < seconds * 1000;) {
            if (await this.value(expression).catch(() => false)) {
                return;
            }
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error(`not within ${seconds} s: ${expression}\n${this.log.slice(-10).join('\n')}`);
    }

    async key(code, key, modifiers = 0) {
        const text = [...key].length === 1 ? key : undefined;
        await this.call('Input.dispatchKeyEvent', {type: text ? 'keyDown' : 'rawKeyDown', code, key, text, modifiers});
        await this.call('Input.dispatchKeyEvent', {type: 'keyUp', code, key, modifiers});
    }

    // Drops files of this machine on the middle of the page.
    async drop(files, x = 320, y = 200) {
        const data = {items: [], files, dragOperationsMask: 1};
        for (const type of ['dragEnter', 'dragOver', 'drop']) {
            await this.call('Input.dispatchDragEvent', {type, x, y, data});
        }
    }

    async screenshot(file) {
        const {data} = await this.call('Page.captureScreenshot', {format: 'png'});
        fs.writeFileSync(file, Buffer.from(data, 'base64'));
    }

    close() {
        return this.browser.call('Target.closeTarget', {targetId: this.targetId});
    }
}

module.exports = {Browser};
