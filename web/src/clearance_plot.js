// The clearance of a motion over its time, above the timeline and as wide as it: what is proven as an area,
// what was measured as a line, what is wanted. A press or a drag goes to that time.
import { el, svg } from './dom.js';
import { number } from './format.js';

const height = 128;
const margin = { top: 12, bottom: 8 };
const mostTicks = 4;

/** 1, 2 or 5 times a power of ten. */
function tickStep(length) {
    const power = 10 ** Math.floor(Math.log10(length / mostTicks));
    return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * mostTicks >= length);
}

/** A stretch of the data as an object. */
function stretch([from, to, atLeast, distance, a, b]) {
    return { from, to, atLeast, distance, a, b };
}

export class ClearancePlot {
    constructor(report, lengths, store, timeline) {
        Object.assign(this, { report, lengths, store, timeline });
        this.data = report.clearance;
        this.stretches = this.data.stretches.map(stretch);
        this.#scale();
        this.picture = svg('svg', { role: 'img', 'aria-label': 'Clearance over time' });
        this.tip = el('div', { class: 'tip', hidden: true });
        this.element = el('div', { class: 'clearance-plot' }, this.picture, this.tip);
        this.#listen();
        new ResizeObserver(() => this.#draw()).observe(this.element);
        store.listen(['time', 'dark'], () => this.#cursor());
    }

    /** From 0, or the deepest overlap, to the largest distance. */
    #scale() {
        const known = this.stretches.map(({ distance }) => distance).filter((d) => d !== null);
        this.low = Math.min(0, ...known);
        this.high = Math.max(this.data.wanted, ...known);
        if (!(this.high > this.low)) this.high = this.low + 1;
        this.high += 0.06 * (this.high - this.low);
    }

    #x(t) {
        return this.left + t * (this.right - this.left);
    }

    #y(value) {
        const inside = Math.min(Math.max(value ?? this.low, this.low), this.high);
        const share = (this.high - inside) / (this.high - this.low);
        return margin.top + share * (height - margin.top - margin.bottom);
    }

    /** The stretch at a time. */
    at(t) {
        return this.stretches.find(({ to }) => t <= to) ?? this.stretches[this.stretches.length - 1];
    }

    #draw() {
        const width = this.element.clientWidth;
        if (width === 0) return;
        const own = this.element.getBoundingClientRect();
        const track = this.timeline.range();
        [this.left, this.right] = [track.left - own.left, track.right - own.left];
        this.picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.line = svg('line', { class: 'cursor', y1: margin.top - 6, y2: height - margin.bottom });
        this.dot = svg('circle', { class: 'cursor-dot', r: 4 });
        this.picture.replaceChildren(
            ...this.#grid(),
            ...this.#curves(),
            ...this.#marks(),
            ...this.#legend(width),
            this.line,
            this.dot
        );
        this.#cursor();
    }

    #grid() {
        const step = tickStep(this.high - this.low);
        const marks = [];
        for (let value = Math.ceil(this.low / step) * step; value <= this.high; value += step) {
            const y = this.#y(value);
            const name = Math.abs(value) < 1e-9 * step ? 'grid zero' : 'grid';
            marks.push(svg('line', { class: name, x1: this.left, x2: this.right, y1: y, y2: y }));
            const text = Math.abs(value) < 1e-9 * step ? '0' : this.lengths.number(value, 3);
            const shown = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
            marks.push(svg('text', { x: this.left - 8, y: y + 4, 'text-anchor': 'end' }, shown));
        }
        return marks;
    }

    #curves() {
        let bound = '';
        let measured = '';
        for (const { from, to, atLeast, distance } of this.stretches) {
            bound += `${bound ? 'L' : 'M'}${this.#x(from)} ${this.#y(atLeast)}H${this.#x(to)}`;
            if (distance !== null)
                measured += `${measured ? 'L' : 'M'}${this.#x((from + to) / 2)} ${this.#y(distance)}`;
        }
        const area = `${bound}V${this.#y(this.low)}H${this.#x(0)}Z`;
        return [
            svg('path', { class: 'proven-area', d: area }),
            svg('path', { class: 'proven', d: bound }),
            svg('path', { class: 'measured', d: measured }),
        ];
    }

    /** What is wanted, where nothing is free any more, and the moment to show. */
    #marks() {
        const { wanted, answer, worst } = this.data;
        const marks = [];
        const x = this.#x(worst);
        if (wanted > 0) {
            const y = this.#y(wanted);
            marks.push(svg('line', { class: 'wanted', x1: this.left, x2: this.right, y1: y, y2: y }));
        }
        if (answer !== 'free') {
            const bottom = height - margin.bottom;
            marks.push(svg('line', { class: 'hit', x1: x, x2: x, y1: margin.top, y2: bottom }));
        }
        const value = answer === 'hit' ? wanted : this.at(worst).distance;
        marks.push(svg('circle', { class: `worst ${answer}`, cx: x, cy: this.#y(value), r: 4.5 }));
        return marks;
    }

    #legend(width) {
        const x = this.right + 14;
        if (width - x < 60) return [];
        const entries = [
            ['measured', 'measured'],
            ['proven', 'proven'],
        ];
        if (this.data.wanted > 0) entries.push(['wanted', 'wanted']);
        return entries.flatMap(([name, word], i) => {
            const y = margin.top + 4 + 18 * i;
            return [
                svg('line', { class: name, x1: x, x2: x + 14, y1: y, y2: y }),
                svg('text', { x: x + 20, y: y + 4 }, word),
            ];
        });
    }

    #cursor() {
        if (!this.line) return;
        const { time } = this.store.state;
        const x = this.#x(time);
        this.line.setAttribute('x1', x);
        this.line.setAttribute('x2', x);
        this.dot.setAttribute('cx', x);
        this.dot.setAttribute('cy', this.#y(this.at(time).distance));
    }

    #timeOf(event) {
        const x = event.clientX - this.element.getBoundingClientRect().left;
        return Math.min(Math.max((x - this.left) / (this.right - this.left), 0), 1);
    }

    #listen() {
        const go = (event) => {
            this.timeline.pause();
            this.store.set({ time: this.#timeOf(event) });
        };
        this.element.addEventListener('pointerdown', (event) => {
            if (event.button !== 0) return;
            this.element.setPointerCapture(event.pointerId);
            this.dragging = true;
            go(event);
        });
        this.element.addEventListener('pointermove', (event) => {
            if (this.dragging) go(event);
            this.#hover(event);
        });
        for (const end of ['pointerup', 'pointercancel'])
            this.element.addEventListener(end, () => (this.dragging = false));
        this.element.addEventListener('pointerleave', () => (this.tip.hidden = true));
    }

    #hover(event) {
        const t = this.#timeOf(event);
        const { distance, atLeast, a, b } = this.at(t);
        const { parts, clearance } = this.report;
        const time = number(clearance.start + t * clearance.duration, 4);
        const length = distance === null ? 'unknown' : this.lengths.text(distance, 4);
        const proven = atLeast === null ? '' : `, proven ≥ ${this.lengths.number(atLeast, 4)}`;
        this.tip.textContent = `time ${time}: ${length}${proven} · ${parts[a].name} – ${parts[b].name}`;
        this.tip.hidden = false;
        const room = this.element.clientWidth - this.tip.offsetWidth - 8;
        const x = Math.max(8, Math.min(this.#x(t) + 12, room));
        this.tip.style.transform = `translate(${x}px, -30px)`;
    }
}
