// Builds the page: reads the data, makes the panels and the view, ties keys and buttons to what they do. When
// anything of it fails, the tables that the page holds anyway stay, with a line that says why.
import { selectedParts } from './appearance.js';
import { ClearancePlot } from './clearance_plot.js';
import { readReport } from './data.js';
import { el, iconButton } from './dom.js';
import { askedKinds } from './findings_list.js';
import { lengthFormat } from './format.js';
import { Inspector } from './inspector.js';
import { helpDialog, listenToKeys } from './keys.js';
import { linkTo, selectionFromLink } from './link.js';
import { Poses } from './poses.js';
import { Sidebar } from './sidebar.js';
import { Store } from './store.js';
import { Timeline } from './timeline.js';
import { toolbar } from './toolbar.js';
import { View } from './view.js';

const root = document.documentElement;

function showTables(reason) {
    root.dataset.view = 'off';
    const notice = document.getElementById('notice');
    notice.textContent =
        `The 3D view could not start (${reason}). ` + 'The tables hold everything that was found.';
    notice.hidden = false;
    document.querySelector('.app')?.remove();
}

function systemIsDark() {
    return globalThis.matchMedia('(prefers-color-scheme: dark)').matches;
}

function startState(report) {
    const asked = askedKinds(report);
    const first = asked.find((kind) => report[kind].length > 0);
    return {
        tab: first ?? (report.parts.length > 0 ? asked[0] : 'parts'),
        selection: null,
        query: '',
        sort: 'listed',
        hidden: new Set(),
        isolated: null,
        isolateFollows: false,
        hovered: -1,
        opacity: 1,
        explode: 0,
        edges: true,
        time: 0,
        dark: systemIsDark(),
    };
}

function makeActions(report, store, parts) {
    const { state } = store;
    const chosen = () => Object.values(selectedParts(state.selection, report) ?? {});
    return {
        step: (by) => parts.sidebar.step(by),
        fly: () => parts.view.flyToSelection(),
        fit: () => parts.view.fit(),
        look: (name) => parts.view.look(name),
        clear: () => store.set({ selection: null, isolated: null, isolateFollows: false }),
        isolate: () => {
            const on = state.isolated === null && state.selection !== null;
            store.set({ isolated: on ? new Set(chosen()) : null, isolateFollows: on });
        },
        hide: () => store.set({ hidden: new Set([...state.hidden, ...chosen()]) }),
        showAll: () => store.set({ hidden: new Set(), isolated: null, isolateFollows: false }),
        back: () =>
            state.isolated
                ? store.set({ isolated: null, isolateFollows: false })
                : store.set({ selection: null }),
        edges: () => store.set({ edges: !state.edges }),
        play: () => parts.timeline?.toggle(),
        theme: () => store.set({ dark: !state.dark }),
        help: () => parts.help.showModal(),
        search: () => parts.sidebar.search.focus(),
        tab: (index) => parts.sidebar.tabs[index] && store.set({ tab: parts.sidebar.tabs[index] }),
    };
}

/** Selecting a finding goes to its time and flies there. */
function followSelection(report, store, view) {
    store.listen(['selection'], ({ selection, isolateFollows }) => {
        linkTo(selection);
        if (isolateFollows)
            store.set({
                isolated: selection ? new Set(Object.values(selectedParts(selection, report))) : null,
            });
        if (!selection) return;
        if (selection.kind === 'impacts') store.set({ time: report.impacts[selection.index].time[1] ?? 0 });
        else if (selection.kind !== 'parts')
            store.set({ time: report[selection.kind][selection.index].moment ?? 0 });
        if (selection.kind !== 'parts') view.flyToSelection();
    });
}

/** The rules that hold while the system is dark. */
function darkRules() {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return rules.filter(
        (rule) => rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme')
    );
}

function themeSwitch(store) {
    const palette = darkRules();
    const button = iconButton('moon', 'Light or dark (T)', () => store.set({ dark: !store.state.dark }));
    const show = () => {
        const shown = iconButton(store.state.dark ? 'sun' : 'moon', '', null).firstChild;
        button.replaceChildren(shown);
    };
    store.listen(['dark'], ({ dark }) => {
        root.dataset.theme = dark ? 'dark' : 'light';
        for (const rule of palette) rule.media.mediaText = dark ? 'all' : 'not all';
        show();
    });
    show();
    globalThis
        .matchMedia('(prefers-color-scheme: dark)')
        .addEventListener('change', () => store.set({ dark: systemIsDark() }));
    return button;
}

function build(report) {
    const store = new Store(startState(report));
    const poses = new Poses(report);
    const diameter = poses.home.min.distanceTo(poses.home.max);
    const lengths = lengthFormat(report.unit, diameter);
    const parts = { help: helpDialog() };
    const actions = makeActions(report, store, parts);
    const stage = el('div', { class: 'stage' });
    parts.sidebar = new Sidebar(report, lengths, store);
    parts.timeline = report.motions.length > 0 ? new Timeline(report, store) : null;
    const inspector = new Inspector(report, poses, lengths, store, actions);
    const head = el(
        'header',
        { class: 'head' },
        el('span', { class: 'brand' }, 'graze'),
        el('h1', { title: report.title }, report.title || 'Assembly'),
        el('span', { class: 'spring' }),
        themeSwitch(store),
        iconButton('help', 'Keys (?)', () => actions.help())
    );
    const plot =
        report.clearance && parts.timeline ? new ClearancePlot(report, lengths, store, parts.timeline) : null;
    const middle = el('div', { class: 'middle' }, stage, plot?.element, parts.timeline?.element);
    document.body.append(
        el('div', { class: 'app' }, head, parts.sidebar.element, middle, inspector.element, parts.help)
    );
    root.dataset.view = 'on';
    parts.view = new View(stage, report, poses, lengths, store);
    stage.append(toolbar(store, parts.view));
    followSelection(report, store, parts.view);
    listenToKeys(actions);
    const linked = selectionFromLink(report);
    if (linked) store.set({ selection: linked });
    return { report, store, poses, view: parts.view };
}

async function start() {
    const begin = performance.now();
    const page = build(await readReport());
    page.loadMilliseconds = performance.now() - begin;
    globalThis.grazeReport = page; // for tests, and for the curious at the console
}

start().catch((error) => {
    console.error(error);
    showTables(error instanceof Error ? error.message : String(error));
});
