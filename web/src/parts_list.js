// The list of parts by group: searched, shown, hidden, isolated.
import { el, icon, iconButton } from './dom.js';
import { count, plural } from './format.js';
import { matches, partName } from './names.js';
import { VirtualList } from './virtual_list.js';

function worst(part) {
    return part.clashes.length > 0
        ? 'clash'
        : part.impacts.length > 0
          ? 'impact'
          : part.nearMisses.length + part.possible.length > 0
            ? 'near'
            : '';
}

export class PartsList {
    constructor(report, store) {
        Object.assign(this, { report, store, closed: new Set() });
        this.list = new VirtualList(
            32,
            (row) => (row.group === undefined ? this.#partRow(row.part) : this.#groupRow(row)),
            'Parts'
        );
        this.nothing = el(
            'div',
            { class: 'empty' },
            el('strong', {}, 'No match'),
            el('span', {}, 'No part has these words in its name or group.')
        );
        this.restore = el(
            'button',
            {
                type: 'button',
                class: 'text-button',
                onclick: () => store.set({ hidden: new Set(), isolated: null, isolateFollows: false }),
            },
            'Show all'
        );
        this.summary = el('span', {});
        this.element = el(
            'div',
            { class: 'findings' },
            el('div', { class: 'list-head' }, this.summary, this.restore),
            this.list.element,
            this.nothing
        );
        store.listen(['query'], () => this.#fill());
        store.listen(['hidden', 'isolated', 'selection'], () => this.#refresh());
        this.#fill();
    }

    #fill() {
        const { query } = this.store.state;
        const shown = this.report.parts.filter(
            (part) => !query || matches(`${part.name} ${part.group}`, query)
        );
        const groups = new Map();
        for (const part of shown) groups.set(part.group, [...(groups.get(part.group) ?? []), part]);
        const headed = groups.size > 1 || (groups.size === 1 && !groups.has(''));
        const rows = [];
        for (const [group, parts] of groups) {
            if (headed) rows.push({ group, parts });
            if (!headed || !this.closed.has(group)) for (const part of parts) rows.push({ part });
        }
        this.rows = rows;
        this.list.setRows(rows);
        this.list.element.hidden = rows.length === 0;
        this.nothing.hidden = rows.length > 0;
        this.#refresh();
    }

    #visible(index) {
        const { hidden, isolated } = this.store.state;
        return !hidden.has(index) && (!isolated || isolated.has(index));
    }

    #refresh() {
        const visible = this.report.parts.filter((part) => this.#visible(part.index)).length;
        const total = this.report.parts.length;
        this.summary.textContent =
            visible === total
                ? plural(total, 'part', 'parts')
                : `${count(visible)} of ${plural(total, 'part', 'parts')} shown`;
        this.restore.hidden = visible === total;
        this.list.refresh();
        const { selection } = this.store.state;
        if (selection?.kind !== 'parts') return;
        const at = this.rows.findIndex((row) => row.part?.index === selection.index);
        if (at >= 0) this.list.reveal(at);
    }

    #setShown(indices, shown) {
        const { hidden, isolated } = this.store.state;
        const next = new Set(hidden);
        for (const index of indices) shown ? next.delete(index) : next.add(index);
        this.store.set({
            hidden: next,
            isolated: shown && isolated ? new Set([...isolated, ...indices]) : isolated,
        });
    }

    #isolate(indices) {
        const { isolated } = this.store.state;
        const same =
            isolated && isolated.size === indices.length && indices.every((index) => isolated.has(index));
        this.store.set({
            isolated: same ? null : new Set(indices),
            isolateFollows: false,
            hidden: new Set(),
        });
    }

    #buttons(indices, what) {
        const shown = indices.some((index) => this.#visible(index));
        const stop = (action) => (event) => {
            event.stopPropagation();
            action();
        };
        return el(
            'span',
            { class: 'row-buttons' },
            iconButton(
                'isolate',
                `Show ${what} alone`,
                stop(() => this.#isolate(indices))
            ),
            iconButton(
                shown ? 'eye' : 'eyeOff',
                shown ? `Hide ${what}` : `Show ${what}`,
                stop(() => this.#setShown(indices, !shown)),
                { class: `icon-button ${shown ? '' : 'stays'}` }
            )
        );
    }

    #partRow(part) {
        const { selection } = this.store.state;
        const chosen = selection?.kind === 'parts' && selection.index === part.index;
        const findings =
            part.clashes.length + part.possible.length + part.nearMisses.length + part.impacts.length;
        return el(
            'div',
            {
                class: `row part ${chosen ? 'chosen' : ''} ${this.#visible(part.index) ? '' : 'gone'}`,
                role: 'option',
                'aria-selected': String(chosen),
                dataset: { index: part.index },
                onclick: () => this.store.set({ selection: { kind: 'parts', index: part.index } }),
                onmouseenter: () => this.store.set({ hovered: part.index }),
                onmouseleave: () => this.store.set({ hovered: -1 }),
            },
            el('span', {
                class: `dot ${worst(part) ? `tone-${worst(part)}` : ''}`,
                title: findings > 0 ? plural(findings, 'finding', 'findings') : 'no findings',
            }),
            partName(part.name),
            findings > 0 ? el('span', { class: 'tally' }, count(findings)) : null,
            this.#buttons([part.index], 'this part')
        );
    }

    #groupRow({ group, parts }) {
        const open = !this.closed.has(group);
        const toggle = () => {
            open ? this.closed.add(group) : this.closed.delete(group);
            this.#fill();
        };
        return el(
            'div',
            { class: `row group ${open ? 'open' : ''}`, onclick: toggle },
            icon('chevron'),
            el('span', { class: 'name', title: group }, group || 'no group'),
            el('span', { class: 'tally' }, count(parts.length)),
            this.#buttons(
                parts.map((part) => part.index),
                'this group'
            )
        );
    }
}
