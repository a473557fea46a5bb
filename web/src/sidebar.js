// The lists beside the view: one tab for each kind of finding that was asked for, and the parts.
import { el, icon } from './dom.js';
import { askedKinds, FindingsList, kinds } from './findings_list.js';
import { count } from './format.js';
import { PartsList } from './parts_list.js';

const sorts = [
    ['listed', 'as listed'],
    ['measure', 'worst first'],
    ['name', 'by name'],
];

export class Sidebar {
    constructor(report, lengths, store) {
        this.store = store;
        this.tabs = [...askedKinds(report), 'parts'];
        this.lists = Object.fromEntries(
            this.tabs.map((tab) => [
                tab,
                tab === 'parts'
                    ? new PartsList(report, store)
                    : new FindingsList(tab, report, lengths, store),
            ])
        );
        this.search = el('input', {
            type: 'search',
            placeholder: 'Search names',
            'aria-label': 'Search names',
            spellcheck: 'false',
            oninput: () => store.set({ query: this.search.value.trim() }),
        });
        this.sort = el(
            'select',
            { 'aria-label': 'Order', onchange: () => store.set({ sort: this.sort.value }) },
            sorts.map(([value, text]) => el('option', { value }, text))
        );
        this.buttons = this.tabs.map((tab) =>
            el(
                'button',
                {
                    type: 'button',
                    class: 'tab',
                    role: 'tab',
                    dataset: { tab },
                    onclick: () => store.set({ tab }),
                },
                tab === 'parts' ? 'Parts' : kinds[tab].title,
                el('span', { class: 'tab-count' }, count(report[tab].length))
            )
        );
        this.element = el(
            'nav',
            { class: 'sidebar', 'aria-label': 'Findings and parts' },
            el('div', { class: 'tabs', role: 'tablist' }, this.buttons),
            el('div', { class: 'search' }, icon('search'), this.search, this.sort),
            ...this.tabs.map((tab) => this.lists[tab].element)
        );
        store.listen(['tab'], () => this.#show());
        store.listen(['selection'], ({ selection }) => {
            if (selection && !selection.quiet) store.set({ tab: selection.kind });
        });
        this.#show();
    }

    #show() {
        const { tab } = this.store.state;
        this.tabs.forEach((name, i) => {
            this.buttons[i].setAttribute('aria-selected', String(name === tab));
            this.lists[name].element.hidden = name !== tab;
        });
        this.sort.hidden = tab === 'parts' || this.lists[tab].report[tab].length < 2;
    }

    /** Walks through the findings of the open tab; from the parts through those of the first tab. */
    step(by) {
        const { tab } = this.store.state;
        this.lists[tab === 'parts' ? this.tabs[0] : tab].step?.(by);
    }
}
