// A headless Chromium, driven by its own protocol over two pipes: no package is needed for it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    '--hide-scrollbars',
    '--mute-audio',
    '--remote-debugging-pipe',
];

/** One connection: commands out, answers and events in. */
class Connection {
    #next = 1;
    #waiting = new Map();
    #rest = '';

    constructor(toBrowser, fromBrowser, onEvent) {
        this.toBrowser = toBrowser;
        fromBrowser.setEncoding('utf8');
        fromBrowser.on('data', (text) => {
            const messages = (this.#rest + text).split('\0');
            this.#rest = messages.pop();
            for (const message of messages) this.#receive(JSON.parse(message), onEvent);
        });
    }

    #receive(message, onEvent) {
        const waiting = this.#waiting.get(message.id);
        if (!waiting) return onEvent(message);
        this.#waiting.delete(message.id);
        if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
        else waiting.resolve(message.result);
    }

    send(method, params = {}, sessionId = undefined) {
        const id = this.#next++;
        this.toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }));
    }

    fail(error) {
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}

export class Browser {
    /** Complaints of the page since it was opened: console errors and warnings, exceptions, refused loads. */
    complaints = [];

    static async start(program, { width = 1440, height = 900, extraFlags = [] } = {}) {
        const browser = new Browser();
        browser.profile = mkdtempSync(join(tmpdir(), 'graze-web-'));
        browser.process = spawn(
            program,
            [
                ...flags,
                ...extraFlags,
                `--user-data-dir=${browser.profile}`,
                `--window-size=${width},${height}`,
                'about:blank',
            ],
            { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] }
        );
        browser.connection = new Connection(browser.process.stdio[3], browser.process.stdio[4], (message) =>
            browser.#event(message)
        );
        browser.process.on('error', (error) => browser.connection.fail(error));
        browser.process.on('exit', (code) =>
            browser.connection.fail(new Error(`the browser ended with ${code}`))
        );
        const { targetInfos } = await browser.connection.send('Target.getTargets');
        const { targetId } = targetInfos.find(({ type }) => type === 'page');
        ({ sessionId: browser.session } = await browser.connection.send('Target.attachToTarget', {
            targetId,
            flatten: true,
        }));
        for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.send(`${domain}.enable`);
        await browser.resize(width, height);
        return browser;
    }

    #event({ method, params }) {
        if (method === 'Runtime.exceptionThrown')
            this.complaints.push(
                params.exceptionDetails.exception?.description ?? params.exceptionDetails.text
            );
        if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) {
            this.complaints.push(
                `console.${params.type}: ${params.args.map((arg) => arg.value ?? arg.description).join(' ')}`
            );
        }
        // Reading back pixels for a screenshot makes software rendering tell of its own slowness: not the
        // page's doing.
        if (
            method === 'Log.entryAdded' &&
            ['error', 'warning'].includes(params.entry.level) &&
            !/GPU stall due to ReadPixels/.test(params.entry.text)
        ) {
            this.complaints.push(`${params.entry.source}: ${params.entry.text}`);
        }
        if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
        if (method === 'Page.loadEventFired') this.onLoad?.();
    }

    send(method, params) {
        return this.connection.send(method, params, this.session);
    }

    async open(file, hash = '') {
        this.complaints = [];
        this.requests = [];
        const loaded = new Promise((resolve) => {
            this.onLoad = resolve;
        });
        await this.send('Page.navigate', { url: 'about:blank' });
        await loaded;
        this.complaints = [];
        this.requests = [];
        const ready = new Promise((resolve) => {
            this.onLoad = resolve;
        });
        await this.send('Page.navigate', { url: pathToFileURL(file).href + hash });
        await ready;
    }

    resize(width, height) {
        return this.send('Emulation.setDeviceMetricsOverride', {
            width,
            height,
            deviceScaleFactor: 1,
            mobile: false,
        });
    }

    media(features) {
        return this.send('Emulation.setEmulatedMedia', {
            features: Object.entries(features).map(([name, value]) => ({ name, value })),
        });
    }

    /** The value of an expression in the page; promises are awaited. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
            expression,
            returnByValue: true,
            awaitPromise: true,
        });
        if (exceptionDetails)
            throw new Error(
                `${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`
            );
        return result.value;
    }

    /** Waits until an expression is true, at most so many seconds. */
    async until(expression, seconds = 20) {
        const end = Date.now() + 1000 * seconds;
        while (!(await this.evaluate(`Boolean(${expression})`))) {
            if (Date.now() > end) throw new Error(`not within ${seconds} s: ${expression}`);
            await new Promise((resolve) => setTimeout(resolve, 40));
        }
    }

    async click(selector, { count = 1 } = {}) {
        const at = await this.evaluate(`(() => {
            const e = document.querySelector(${JSON.stringify(selector)});
            if (!e) return null;
            e.scrollIntoView({ block: 'nearest' });
            const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2];
        })()`);
        if (!at) throw new Error(`nothing to click: ${selector}`);
        await this.clickAt(at[0], at[1], { count });
    }

    async clickAt(x, y, { count = 1 } = {}) {
        await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
        for (const type of ['mousePressed', 'mouseReleased'])
            await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: count });
    }

    async drag([x, y], [toX, toY]) {
        await this.send('Input.dispatchMouseEvent', {
            type: 'mousePressed',
            x,
            y,
            button: 'left',
            buttons: 1,
            clickCount: 1,
        });
        for (let i = 1; i <= 5; ++i)
            await this.send('Input.dispatchMouseEvent', {
                type: 'mouseMoved',
                x: x + ((toX - x) * i) / 5,
                y: y + ((toY - y) * i) / 5,
                button: 'left',
                buttons: 1,
            });
        await this.send('Input.dispatchMouseEvent', {
            type: 'mouseReleased',
            x: toX,
            y: toY,
            button: 'left',
            clickCount: 1,
        });
    }

    async press(key) {
        const text = key.length === 1 ? key : undefined;
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    }

    async screenshot(file) {
        const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
        writeFileSync(file, Buffer.from(data, 'base64'));
    }

    async close() {
        const ended = new Promise((resolve) => this.process.once('exit', resolve));
        this.connection.send('Browser.close').catch(() => {});
        const timer = setTimeout(() => this.process.kill('SIGKILL'), 5000);
        await ended;
        clearTimeout(timer);
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
