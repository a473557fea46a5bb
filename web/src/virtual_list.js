// A list of many rows of one height, of which only those in sight exist.
import { el } from './dom.js';

const beyond = 6; // rows kept above and below, so that a quick scroll shows no gaps

export class VirtualList {
    constructor(rowHeight, makeRow, label) {
        Object.assign(this, { rowHeight, makeRow, rows: [] });
        this.space = el('div', { class: 'list-space', role: 'listbox', 'aria-label': label });
        this.element = el('div', { class: 'list', tabindex: '-1' }, this.space);
        this.element.addEventListener('scroll', () => this.#fill(), { passive: true });
        new ResizeObserver(() => this.#fill()).observe(this.element);
    }

    setRows(rows) {
        this.rows = rows;
        this.space.style.height = `${rows.length * this.rowHeight}px`;
        this.refresh();
    }

    /** Makes the rows in sight anew. */
    refresh() {
        this.first = this.last = -1;
        this.#fill();
    }

    #fill() {
        const { scrollTop, clientHeight } = this.element;
        const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - beyond);
        const last = Math.min(
            this.rows.length,
            Math.ceil((scrollTop + clientHeight) / this.rowHeight) + beyond
        );
        if (first === this.first && last === this.last) return;
        [this.first, this.last] = [first, last];
        const nodes = [];
        for (let i = first; i < last; ++i) {
            const node = this.makeRow(this.rows[i], i);
            node.style.transform = `translateY(${i * this.rowHeight}px)`;
            node.style.height = `${this.rowHeight}px`;
            nodes.push(node);
        }
        this.space.replaceChildren(...nodes);
    }

    /** Scrolls as little as shows the row. */
    reveal(index) {
        const top = index * this.rowHeight;
        const { scrollTop, clientHeight } = this.element;
        if (top < scrollTop) this.element.scrollTop = top;
        else if (top + this.rowHeight > scrollTop + clientHeight)
            this.element.scrollTop = top + this.rowHeight - clientHeight;
    }
}
