// Opens reports in a real browser and uses them as a person does. Usage: node report_test.mjs CHROMIUM
// SAMPLE_REPORT GRAZE OUTPUT_FOLDER SAMPLE_REPORT is the program of sample_report.cpp, GRAZE the tool.
// Screenshots go to the folder. Ends with 0, or with 1 and the first thing that is wrong.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Browser } from './browser.mjs';

const [chromium, sampleReport, graze, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

function sample(kind, ...numbers) {
    const file = join(folder, `${kind}.html`);
    execFileSync(sampleReport, [kind, file, ...numbers]);
    return file;
}

/** The report of a path of the example's robot. */
function path(name, ...options) {
    const robot = fileURLToPath(new URL('../../examples/robot/', import.meta.url));
    const page = join(folder, `${name}.html`);
    const files = [join(robot, 'arm.urdf'), join(robot, name), '--scene', join(robot, 'cell.json')];
    const rules = ['--srdf', join(robot, 'arm.srdf'), '--allow', 'pedestal:table'];
    spawnSync(graze, ['path', ...files, ...rules, ...options, '--report', page]);
    return page;
}

/** Presses the plot of the clearance at a time. */
async function pressPlot(browser, t) {
    const [x, y] = await browser.evaluate(`(() => {
        const plot = document.querySelector('.clearance-plot').getBoundingClientRect();
        const slider = document.querySelector('.track input').getBoundingClientRect();
        return [slider.x + 7 + ${t} * (slider.width - 14), plot.y + plot.height / 2];
    })()`);
    await browser.clickAt(x, y);
}

const state = 'grazeReport.store.state';
const cameraAt =
    '[...grazeReport.view.camera.camera.position.toArray(),' +
    ' ...grazeReport.view.camera.controls.target.toArray()]';
const landed = '!grazeReport.view.camera.flight';

function distance(a, b) {
    return Math.hypot(...a.map((x, i) => x - b[i]));
}

/** Pixels of the view that differ between two moments, as a share. */
async function picture(browser) {
    await browser.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
    );
    return browser.evaluate(`(() => {
        const view = grazeReport.view;
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [160, 120];
        const context = copy.getContext('2d', { willReadFrequently: true });
        view.redraw();
        context.drawImage(view.canvas, 0, 0, copy.width, copy.height);
        return Array.from(context.getImageData(0, 0, copy.width, copy.height).data);
    })()`);
}

function changed(before, after) {
    let count = 0;
    for (let i = 0; i < before.length; i += 4)
        count +=
            Math.abs(before[i] - after[i]) +
                Math.abs(before[i + 1] - after[i + 1]) +
                Math.abs(before[i + 3] - after[i + 3]) >
            24;
    return count / (before.length / 4);
}

async function slide(browser, selector, value) {
    await browser.evaluate(`(() => {
        const input = document.querySelector(${JSON.stringify(selector)});
        input.value = ${value};
        input.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
}

async function open(browser, file, hash = '') {
    await browser.open(file, hash);
    await browser.until("globalThis.grazeReport || document.documentElement.dataset.view === 'off'", 60);
    assert.equal(await browser.evaluate('document.documentElement.dataset.view'), 'on', 'the view comes up');
}

function noComplaints(browser) {
    assert.deepEqual(browser.complaints, [], 'the page has nothing to complain about');
    assert.equal(
        browser.requests.filter(
            (url) => !url.startsWith('file:') && !url.startsWith('blob:') && !url.startsWith('data:')
        ).length,
        0,
        'nothing is loaded from elsewhere'
    );
}

const tests = {
    async 'a click on a clash flies there and tells of it'(browser) {
        await open(browser, sample('findings'));
        const before = await browser.evaluate(cameraAt);
        const overview = await picture(browser);
        await browser.click('.row.finding');
        await browser.until(`${state}.selection && ${landed}`);
        const after = await browser.evaluate(cameraAt);
        assert.ok(distance(before, after) > 0.05, `the camera moves: ${before} to ${after}`);
        assert.ok(changed(overview, await picture(browser)) > 0.05, 'the picture changes');
        const aim = await browser.evaluate(
            'grazeReport.poses.toView(grazeReport.report.clashes[0].point)' +
                '.distanceTo(grazeReport.view.camera.controls.target)'
        );
        assert.ok(aim < 0.03, `the camera looks at the clash: ${aim}`);
        const text = await browser.evaluate("document.querySelector('.inspector').innerText");
        for (const word of ['Clash 1 of 3', 'wheel', 'pinion', 'Depth', 'Verified independently', 'mm'])
            assert.ok(text.includes(word), `the details contain ${word}: ${text}`);
        assert.ok(
            (await browser.evaluate("document.querySelector('.label').innerText")).includes('deep'),
            'the depth is written at the arrow'
        );
        await browser.screenshot(join(folder, 'clash.png'));
        noComplaints(browser);
    },

    async 'keys walk through the findings, isolate, go back'(browser) {
        await open(browser, sample('findings'));
        for (const expected of [0, 1, 2, 0]) {
            await browser.press('j');
            assert.equal(await browser.evaluate(`${state}.selection.index`), expected);
        }
        await browser.press('k');
        assert.equal(await browser.evaluate(`${state}.selection.index`), 2);
        await browser.press('i');
        assert.deepEqual(await browser.evaluate(`[...${state}.isolated].sort()`), [4, 5]);
        await browser.press('k');
        assert.deepEqual(
            await browser.evaluate(`[...${state}.isolated].sort()`),
            [0, 3],
            'what is isolated follows the selection'
        );
        await browser.press('Escape');
        assert.equal(await browser.evaluate(`${state}.isolated`), null);
        await browser.press('Escape');
        assert.equal(await browser.evaluate(`${state}.selection`), null);
        const away = await browser.evaluate(cameraAt);
        await browser.press('f');
        await browser.until(landed);
        assert.ok(distance(away, await browser.evaluate(cameraAt)) > 0.01, 'F fits everything again');
        noComplaints(browser);
    },

    async 'sliders make parts transparent and move them apart'(browser) {
        await open(browser, sample('findings'));
        const solid = await picture(browser);
        await slide(browser, '[data-control=opacity]', 80);
        assert.ok((await browser.evaluate(`${state}.opacity`)) < 0.3);
        const glassy = await picture(browser);
        assert.ok(changed(solid, glassy) > 0.03, 'transparency is seen');
        await slide(browser, '[data-control=opacity]', 0);
        await slide(browser, '[data-control=explode]', 50);
        assert.ok(changed(solid, await picture(browser)) > 0.03, 'the explosion is seen');
        await browser.press('j');
        const apart = await browser.evaluate('grazeReport.poses.matrices[0].elements.slice(12, 15)');
        const home = await browser.evaluate(
            '(() => { const o = grazeReport.poses.origin; return [-o.x, -o.y, -o.z]; })()'
        );
        assert.ok(distance(apart, home) < 1e-6, 'the selected pair stays where it is');
        noComplaints(browser);
    },

    async 'the timeline plays and scrubs, impacts are marked'(browser) {
        await open(browser, sample('findings'));
        assert.equal(await browser.evaluate("document.querySelectorAll('.tick').length"), 1);
        await browser.click('.play');
        await browser.until(`${state}.time > 0.1`);
        await browser.click('.play');
        const paused = await browser.evaluate(`${state}.time`);
        await browser.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
        assert.equal(await browser.evaluate(`${state}.time`), paused, 'a second click pauses');
        await slide(browser, '.track input', 0.75);
        assert.equal(await browser.evaluate(`${state}.time`), 0.75);
        const turned = await browser.evaluate('grazeReport.poses.matrices[8].elements[0]');
        assert.ok(
            Math.abs(turned - Math.cos((0.75 * Math.PI) / 2)) < 1e-3,
            `the arm stands where its motion has it: ${turned}`
        );
        await browser.click('.tick');
        await browser.until(`${state}.selection?.kind === 'impacts' && ${landed}`);
        const [time, upper] = await browser.evaluate(
            `[${state}.time, grazeReport.report.impacts[0].time[1]]`
        );
        assert.equal(time, upper, 'selecting an impact goes to its time');
        await browser.screenshot(join(folder, 'impact.png'));
        noComplaints(browser);
    },

    async 'near misses show their distance'(browser) {
        await open(browser, sample('findings'), '#nearMisses-1');
        await browser.until(`${state}.selection?.kind === 'nearMisses' && ${landed}`);
        assert.match(await browser.evaluate("document.querySelector('.label').innerText"), /^4\.\d+ mm$/);
        await browser.screenshot(join(folder, 'near.png'));
        noComplaints(browser);
    },

    async 'parts are searched, hidden, picked in the view'(browser) {
        await open(browser, sample('findings'));
        await browser.click('[data-tab=parts]');
        await browser.until("document.querySelectorAll('.row.part').length === 10", 5);
        await browser.click('input[type=search]');
        for (const letter of 'ball') await browser.press(letter);
        assert.equal(await browser.evaluate("document.querySelectorAll('.row.part').length"), 1);
        await browser.press('Escape');
        await browser.evaluate('document.querySelector(\'.row.part [title="Hide this part"]\').click()');
        assert.deepEqual(await browser.evaluate(`[...${state}.hidden]`), [7]);
        await browser.press('a');
        assert.deepEqual(await browser.evaluate(`[...${state}.hidden]`), []);
        const at = await browser.evaluate(`(() => {
            const v = grazeReport.view;
            const centre = grazeReport.poses.bounds[7].getCenter(v.camera.controls.target.clone());
            const p = centre.project(v.camera.camera);
            const r = v.canvas.getBoundingClientRect();
            return [r.x + (p.x + 1) * r.width / 2, r.y + (1 - p.y) * r.height / 2];
        })()`);
        await browser.clickAt(at[0], at[1]);
        assert.deepEqual(
            await browser.evaluate(`[${state}.selection.kind, ${state}.selection.index]`),
            ['parts', 7],
            'a click picks the ball'
        );
        noComplaints(browser);
    },

    async 'light and dark follow the system and the switch'(browser) {
        await browser.media({ 'prefers-color-scheme': 'dark' });
        await open(browser, sample('findings'));
        const background = "getComputedStyle(document.querySelector('.head')).backgroundColor";
        const dark = await browser.evaluate(background);
        await browser.screenshot(join(folder, 'dark.png'));
        await browser.click('.head .icon-button');
        assert.equal(await browser.evaluate('document.documentElement.dataset.theme'), 'light');
        assert.notEqual(await browser.evaluate(background), dark);
        await browser.click('.head .icon-button');
        assert.equal(await browser.evaluate(background), dark, 'a second click comes back');
        await browser.media({ 'prefers-color-scheme': 'light' });
        noComplaints(browser);
    },

    async 'names cannot become markup'(browser) {
        const file = sample('findings');
        await open(browser, file);
        await browser.press('k');
        await browser.click('[data-tab=parts]');
        assert.equal(await browser.evaluate('globalThis.injected'), undefined, 'no script of a name has run');
        assert.equal(
            await browser.evaluate("document.querySelectorAll('img, b, i, body script:not([type])').length"),
            1,
            'the only script is the view, and no name is an element'
        );
        assert.ok(
            (await browser.evaluate("document.querySelector('.tables').textContent")).includes(
                '</script><script>window.injected=1</script>'
            ),
            'names are shown as they are'
        );
        assert.ok(!readFileSync(file, 'utf8').includes('<script>window.injected'));
        noComplaints(browser);
    },

    async 'without findings it says so'(browser) {
        await open(browser, sample('clean'));
        assert.ok(
            (await browser.evaluate("document.querySelector('.inspector').innerText")).includes('No clashes')
        );
        assert.ok(
            (await browser.evaluate("document.querySelector('.sidebar').innerText")).includes('No clashes')
        );
        await browser.press('j');
        assert.equal(await browser.evaluate(`${state}.selection`), null);
        await browser.screenshot(join(folder, 'clean.png'));
        noComplaints(browser);
    },

    async 'a narrow window keeps everything in reach'(browser) {
        await browser.resize(420, 860);
        await open(browser, sample('findings'));
        for (const part of ['.sidebar', '.stage', '.inspector', '.timeline']) {
            const [width, height, overflow] = await browser.evaluate(`(() => {
                const r = document.querySelector('${part}').getBoundingClientRect();
                return [r.width, r.height, Math.max(r.right - innerWidth, r.bottom - innerHeight)];
            })()`);
            assert.ok(
                width > 200 && height > 40 && overflow <= 0.5,
                `${part} is in the window: ${width} x ${height}, ${overflow} outside`
            );
        }
        await browser.screenshot(join(folder, 'narrow.png'));
        await browser.resize(1200, 760);
        noComplaints(browser);
    },

    async 'a thousand parts of a million triangles open, fly, are searched and picked'(browser) {
        await open(browser, sample('large', 1000, 1000000));
        const [parts, triangles] = await browser.evaluate(
            '[grazeReport.report.parts.length,' +
                ' grazeReport.report.parts.reduce((sum, part) => sum + part.triangles, 0)]'
        );
        assert.ok(parts === 1000 && triangles > 950000, `${parts} parts, ${triangles} triangles`);
        const before = await browser.evaluate(cameraAt);
        await browser.press('j');
        await browser.until(`${state}.selection && ${landed}`, 120);
        assert.ok(distance(before, await browser.evaluate(cameraAt)) > 0.5, 'the camera moves');
        await browser.press('Escape');
        await browser.click('[data-tab=parts]');
        await browser.click('input[type=search]');
        for (const letter of 'knot-777') await browser.press(letter);
        await browser.until("document.querySelectorAll('.row.part').length === 1", 60);
        await browser.click('.row.part');
        await browser.until(`${state}.selection?.kind === 'parts' && ${state}.selection.index === 777`, 60);
        noComplaints(browser);
    },

    async 'the report of the demonstration shows what was planted'(browser) {
        execFileSync(graze, ['demo', folder]);
        await open(browser, join(folder, 'graze-report.html'));
        const before = await browser.evaluate(cameraAt);
        assert.equal(await browser.evaluate('grazeReport.report.clashes.length'), 8);
        for (const list of ['nearMisses', 'impacts', 'motions'])
            assert.ok((await browser.evaluate(`grazeReport.report.${list}.length`)) > 0, list);
        const row = await browser.evaluate(
            "[...document.querySelectorAll('.row.finding')]" +
                ".findIndex((row) => row.innerText.includes('pump-gear'))"
        );
        await browser.click(`.row.finding:nth-child(${row + 1})`);
        await browser.until(`${state}.selection?.kind === 'clashes' && ${landed}`, 60);
        assert.ok(
            distance(before, await browser.evaluate(cameraAt)) > 100,
            'the camera moves, in millimetres'
        );
        assert.ok(
            (await browser.evaluate(`grazeReport.report.clashes[${state}.selection.index].curve.length`)) > 0,
            'the crossing is drawn'
        );
        await browser.screenshot(join(folder, 'demonstration.png'));
        noComplaints(browser);
    },

    async 'the report of a cast has a timeline and nothing that was not asked'(browser) {
        const scene = join(folder, 'graze-demo.json'),
            file = join(folder, 'cast.html');
        if (!existsSync(scene)) execFileSync(graze, ['demo', folder]);
        const { status } = spawnSync(graze, ['cast', scene, '--report', file]);
        assert.equal(status, 1, 'something is hit');
        await open(browser, file);
        const impacts = await browser.evaluate('grazeReport.report.impacts.length');
        assert.ok(impacts > 0);
        assert.equal(await browser.evaluate("document.querySelectorAll('.tick').length"), impacts);
        assert.deepEqual(
            await browser.evaluate("[...document.querySelectorAll('.tab')].map((tab) => tab.dataset.tab)"),
            ['impacts', 'parts']
        );
        assert.match(
            await browser.evaluate("document.querySelector('.verdict').innerText"),
            /^\d+ impacts?\n/
        );
        await browser.press('j');
        await browser.until(`${state}.selection?.kind === 'impacts' && ${landed}`, 60);
        await browser.screenshot(join(folder, 'cast.png'));
        noComplaints(browser);
    },

    async 'the report of a path has the clearance over time'(browser) {
        const page = path('move.csv', '--clearance', '0.03', '--goal', 'measure');
        await open(browser, page);
        assert.match(
            await browser.evaluate("document.querySelector('.verdict').innerText"),
            /^Free by at least 36\.0\d mm\n/
        );
        assert.equal(await browser.evaluate('grazeReport.report.clearance.stretches.length'), 240);
        await pressPlot(browser, 0.25);
        const at = await browser.evaluate(`${state}.time`);
        assert.ok(Math.abs(at - 0.25) < 0.005, `a press on the plot goes to its time: ${at}`);
        assert.equal(
            await browser.evaluate("document.querySelector('.clock').innerText"),
            `time ${(5 * at).toFixed(3)}`
        );
        const [cursor, thumb] = await browser.evaluate(`(() => {
            const slider = document.querySelector('.track input').getBoundingClientRect();
            const line = document.querySelector('.cursor').getBoundingClientRect();
            return [line.x, slider.x + 7 + ${state}.time * (slider.width - 14)];
        })()`);
        assert.ok(Math.abs(cursor - thumb) < 1.5, `plot and slider agree: ${cursor}, ${thumb}`);
        const before = await picture(browser);
        await browser.click('.primary');
        await browser.until(`${state}.selection?.kind === 'nearMisses' && ${landed}`, 60);
        const moment = await browser.evaluate('grazeReport.report.nearMisses[0].moment');
        assert.equal(await browser.evaluate(`${state}.time`), moment, 'the worst moment is shown');
        assert.ok(changed(before, await picture(browser)) > 0.05, 'the picture changes');
        const text = await browser.evaluate("document.querySelector('.inspector').innerText");
        for (const word of ['Closest moment 1 of', 'are closest here', '36.23', 'time 3.4'])
            assert.ok(text.includes(word), `the details contain ${word}: ${text}`);
        assert.match(await browser.evaluate("document.querySelector('.label').innerText"), /^36\.2\d mm$/);
        await browser.screenshot(join(folder, 'path.png'));
        noComplaints(browser);
    },

    async 'the plot of a path that hits marks the hit'(browser) {
        await open(browser, path('shortcut.csv'));
        assert.match(
            await browser.evaluate("document.querySelector('.verdict').innerText"),
            /^Hit at time 0\.368/
        );
        const marks = "document.querySelectorAll('.clearance-plot line.hit').length";
        assert.equal(await browser.evaluate(marks), 1);
        await browser.click('.primary');
        await browser.until(`${state}.selection?.kind === 'impacts' && ${landed}`, 60);
        const [time, upper] = await browser.evaluate(
            `[${state}.time, grazeReport.report.impacts[0].time[1]]`
        );
        assert.equal(time, upper, 'the hit is shown');
        const text = await browser.evaluate("document.querySelector('.inspector').innerText");
        for (const word of ['gripper 0', 'time 0.3681', 'Verified independently'])
            assert.ok(text.includes(word), `the details contain ${word}: ${text}`);
        noComplaints(browser);
    },

    async 'a part in an open mesh is announced, listed and shown'(browser) {
        const scene = join(folder, 'open.json'),
            file = join(folder, 'open.html');
        const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [
            i & 1 ? 2 : -2,
            i & 2 ? 2 : -2,
            i & 4 ? 2 : -2,
        ]);
        const triangles = [
            [0, 2, 3],
            [0, 3, 1],
            [0, 1, 5],
            [0, 5, 4],
            [1, 3, 7],
            [1, 7, 5],
            [3, 2, 6],
            [3, 6, 7],
            [2, 0, 4],
            [2, 4, 6],
        ];
        const parts = [
            { name: 'tray', shape: { type: 'mesh', vertices, triangles, kind: 'surface' } },
            { name: 'ball', shape: { type: 'sphere', radius: 0.5 }, pose: { position: [0, 0, -1] } },
        ];
        writeFileSync(scene, JSON.stringify({ format: 'graze-scene', version: 1, parts }));
        const { status } = spawnSync(graze, ['check', scene, '--fail-on', 'possible', '--report', file]);
        assert.equal(status, 1, 'there is a finding');
        await open(browser, file);
        assert.match(
            await browser.evaluate("document.querySelector('.verdict').innerText"),
            /^1 possibly inside \(open mesh\)\n0 clashes/
        );
        assert.deepEqual(
            await browser.evaluate("[...document.querySelectorAll('.tab')].map((tab) => tab.dataset.tab)"),
            ['clashes', 'possible', 'parts']
        );
        await browser.click('[data-tab=possible]');
        await browser.press('j');
        await browser.until(`${state}.selection?.kind === 'possible' && ${landed}`, 60);
        const text = await browser.evaluate("document.querySelector('.inspector').innerText");
        for (const word of [
            'seems to be inside of tray, which is not closed',
            'Winding number',
            'b inside a',
        ])
            assert.ok(text.includes(word), `the details contain ${word}: ${text}`);
        assert.ok(
            (await browser.evaluate("document.querySelector('.label').innerText")).includes(
                'possibly b inside a'
            )
        );
        assert.equal(await browser.evaluate('location.hash'), '#possible-1');
        await browser.screenshot(join(folder, 'open.png'));
        noComplaints(browser);
    },

    async 'a broken page shows its tables'(browser) {
        const file = join(folder, 'broken.html');
        writeFileSync(
            file,
            readFileSync(sample('findings'), 'utf8').replace(/(id="report-bytes">)[^<]*/, '$1AAAA')
        );
        await browser.open(file);
        await browser.until("document.documentElement.dataset.view === 'off'");
        assert.equal(
            await browser.evaluate("getComputedStyle(document.querySelector('.tables')).visibility"),
            'visible'
        );
        assert.ok(
            (await browser.evaluate("document.querySelector('#notice').innerText")).includes(
                'could not start'
            )
        );
        assert.ok(
            (await browser.evaluate("document.querySelector('.tables').innerText")).includes('train/wheel')
        );
    },
};

async function withoutWebGl() {
    const browser = await Browser.start(chromium, { extraFlags: ['--disable-3d-apis'] });
    try {
        await browser.open(sample('findings'));
        await browser.until("document.documentElement.dataset.view === 'off'");
        assert.ok(
            (await browser.evaluate("document.querySelector('.tables').innerText")).includes('train/wheel')
        );
        await browser.screenshot(join(folder, 'tables.png'));
    } finally {
        await browser.close();
    }
}

async function main() {
    const browser = await Browser.start(chromium, { width: 1200, height: 760 });
    try {
        for (const [name, test] of Object.entries(tests)) {
            const begin = Date.now();
            try {
                await test(browser);
            } catch (error) {
                await browser.screenshot(join(folder, 'failure.png')).catch(() => {});
                throw new Error(`${name}: ${error.message}\n${browser.complaints.join('\n')}`);
            }
            console.log(`ok  ${name}  ${((Date.now() - begin) / 1000).toFixed(1)} s`);
        }
    } finally {
        await browser.close();
    }
    await withoutWebGl();
    console.log('ok  without WebGL there are tables');
    const shots = ['clash', 'demonstration', 'impact', 'near', 'dark', 'clean', 'narrow', 'path', 'tables'];
    for (const shot of shots)
        assert.ok(
            existsSync(join(folder, `${shot}.png`)) && statSync(join(folder, `${shot}.png`)).size > 10000,
            `${shot}.png`
        );
}

main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
});
