// The lists of clashes, parts in open meshes, near misses and impacts: searched, sorted, walked through.
import { el, icon } from './dom.js';
import { about, interval, number } from './format.js';
import { matches, partName } from './names.js';
import { VirtualList } from './virtual_list.js';

export const kinds = {
    clashes: {
        title: 'Clashes',
        tone: 'clash',
        empty: 'No clashes',
        emptyText: 'No two of the tested parts overlap.',
    },
    possible: {
        title: 'Possible',
        tone: 'near',
        empty: 'Nothing in open meshes',
        emptyText: 'No part is inside of a mesh that is not closed.',
    },
    nearMisses: {
        title: 'Near',
        tone: 'near',
        empty: 'No near misses',
        emptyText: 'No two parts come closer than the clearance.',
    },
    impacts: {
        title: 'Impacts',
        tone: 'impact',
        empty: 'No impacts',
        emptyText: 'Nothing collides along the motions.',
    },
};

/** The kinds of findings that were looked for, the gravest first; at least one. */
export function askedKinds(report) {
    const asked = {
        clashes: report.askedClashes,
        possible: false,
        nearMisses: report.askedClearance,
        impacts: report.askedMotion,
    };
    const shown = Object.keys(kinds).filter((kind) => asked[kind] || report[kind].length > 0);
    return shown.length > 0 ? shown : ['clashes'];
}

/** What a finding is sorted by: deep, close and early ones first. */
const weight = {
    clashes: (clash) =>
        clash.relation === 'identical' ? -Infinity : -((clash.interference ?? clash.depth)?.[1] ?? 0),
    possible: (found) => -(found.winding[0] ?? 0),
    nearMisses: (near) => near.distance[0] ?? 0,
    impacts: (impact) => impact.time[0] ?? 0,
};

/** The number of a row: { value, spread, exact, unit }. */
export function measure(kind, finding, lengths) {
    if (kind === 'impacts') return { ...interval(finding.time), unit: '' };
    if (kind === 'possible') return { ...interval(finding.winding), unit: '' };
    const bounds = kind === 'clashes' ? (finding.interference ?? finding.depth) : finding.distance;
    return bounds
        ? { ...lengths.interval(bounds), unit: lengths.unit }
        : { value: '–', spread: '', exact: 'no depth known', unit: '' };
}

/** "time 1.25", in the unit of the motion; null for a finding without a moment. */
export function momentText({ moment }, { clearance }) {
    if ((moment ?? null) === null || !clearance) return null;
    return `time ${number(clearance.start + moment * clearance.duration, 4)}`;
}

export class FindingsList {
    constructor(kind, report, lengths, store) {
        Object.assign(this, { kind, report, lengths, store, order: [] });
        this.list = new VirtualList(56, (index) => this.#row(index), kinds[kind].title);
        this.nothing = el('div', { class: 'empty' });
        this.element = el('div', { class: 'findings' }, this.list.element, this.nothing);
        store.listen(['query', 'sort'], () => this.#fill());
        store.listen(['selection'], () => this.#selected());
        this.#fill();
    }

    #fill() {
        const { query, sort } = this.store.state;
        const findings = this.report[this.kind];
        const { parts } = this.report;
        const text = ({ a, b }) => [parts[a].name, parts[b].name, parts[a].group, parts[b].group].join(' ');
        this.order = findings
            .map((_, index) => index)
            .filter((index) => !query || matches(text(findings[index]), query));
        if (sort === 'measure')
            this.order.sort(
                (i, j) => weight[this.kind](findings[i]) - weight[this.kind](findings[j]) || i - j
            );
        if (sort === 'name')
            this.order.sort((i, j) => text(findings[i]).localeCompare(text(findings[j])) || i - j);
        this.list.setRows(this.order);
        this.list.element.hidden = this.order.length === 0;
        this.#explainEmpty(findings.length > 0);
    }

    #explainEmpty(filtered) {
        const { empty, emptyText } = kinds[this.kind];
        this.nothing.hidden = this.order.length > 0;
        this.nothing.replaceChildren(
            el('div', { class: `empty-mark ${filtered ? '' : 'good'}` }, icon(filtered ? 'search' : 'check')),
            el('strong', {}, filtered ? 'No match' : empty),
            el('span', {}, filtered ? 'No pair has these words in its names.' : emptyText)
        );
    }

    #row(index) {
        const finding = this.report[this.kind][index];
        const { value, exact, unit, wide } = measure(this.kind, finding, this.lengths);
        const { selection } = this.store.state;
        const chosen = selection?.kind === this.kind && selection.index === index;
        const word = {
            clashes: finding.relation,
            possible: 'possibly inside',
            nearMisses: momentText(finding, this.report) ?? 'apart',
            impacts: momentText({ moment: finding.time?.[1] }, this.report) ?? finding.answer,
        }[this.kind];
        return el(
            'div',
            {
                class: `row finding ${chosen ? 'chosen' : ''}`,
                role: 'option',
                'aria-selected': String(chosen),
                dataset: { index },
                onclick: () => this.store.set({ selection: { kind: this.kind, index } }),
            },
            el('span', { class: `ordinal tone-${kinds[this.kind].tone}` }, String(index + 1)),
            el(
                'span',
                { class: 'pair' },
                partName(this.report.parts[finding.a].name),
                partName(this.report.parts[finding.b].name)
            ),
            el(
                'span',
                { class: 'measure' },
                el(
                    'span',
                    { class: 'value', title: exact },
                    this.kind === 'impacts' ? 't ' : '',
                    about(value, wide),
                    unit ? el('small', {}, ` ${unit}`) : null
                ),
                el(
                    'span',
                    { class: 'word' },
                    finding.state ? el('b', { class: `state state-${finding.state}` }, finding.state) : null,
                    word
                )
            )
        );
    }

    #selected() {
        const { selection } = this.store.state;
        this.list.refresh();
        if (selection?.kind === this.kind) this.list.reveal(this.order.indexOf(selection.index));
    }

    /** Selects the next (+1) or previous (-1) one of those in the list. */
    step(by) {
        if (this.order.length === 0) return;
        const { selection } = this.store.state;
        const at = selection?.kind === this.kind ? this.order.indexOf(selection.index) : by > 0 ? -1 : 0;
        const index = this.order[(at + by + this.order.length) % this.order.length];
        this.store.set({ selection: { kind: this.kind, index } });
    }
}
