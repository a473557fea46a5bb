// The timeline of motions: play, scrub, impacts marked.
import { el, icon } from './dom.js';
import { number } from './format.js';

const secondsOfMotion = 6;
const thumb = 14; // pixels, as the style has it

export class Timeline {
    constructor(report, store) {
        Object.assign(this, { report, store });
        this.button = el('button', {
            type: 'button',
            class: 'icon-button play',
            onclick: () => this.toggle(),
        });
        this.slider = el('input', {
            type: 'range',
            min: 0,
            max: 1,
            step: 'any',
            value: 0,
            'aria-label': 'Time along the motion',
            oninput: () => this.#scrubbed(),
        });
        this.ticks = report.impacts.map((impact, index) => this.#tick(impact, index));
        this.clock = el('output', { class: 'clock' });
        this.element = el(
            'div',
            { class: 'timeline' },
            this.button,
            el('div', { class: 'track' }, this.slider, el('div', { class: 'ticks' }, this.ticks)),
            this.clock
        );
        store.listen(['time', 'selection'], () => this.#show());
        this.#setPlaying(false);
        this.#show();
    }

    #tick(impact, index) {
        const [a, b] = [this.report.parts[impact.a].name, this.report.parts[impact.b].name];
        const at = impact.time[1] ?? 1;
        const tick = el('button', {
            type: 'button',
            class: 'tick',
            title: `Impact at t = ${number(at)}: ${a} – ${b}`,
            'aria-label': `Impact at ${number(at)}`,
            onclick: () => this.store.set({ selection: { kind: 'impacts', index } }),
        });
        tick.style.left = `${100 * at}%`;
        return tick;
    }

    /** Where time 0 and time 1 are on the screen: the middle of the slider's thumb. */
    range() {
        const { left, right } = this.slider.getBoundingClientRect();
        return { left: left + thumb / 2, right: right - thumb / 2 };
    }

    /** In the unit of the motion where it has one. */
    #timeText(time) {
        const { clearance } = this.report;
        return clearance
            ? `time ${(clearance.start + time * clearance.duration).toFixed(3)}`
            : `t = ${time.toFixed(3)}`;
    }

    #scrubbed() {
        const time = Number(this.slider.value);
        this.pause();
        this.store.set({ time });
    }

    #show() {
        const { time, selection } = this.store.state;
        this.slider.value = time;
        this.slider.style.setProperty('--share', `${100 * time}%`);
        this.clock.textContent = this.#timeText(time);
        this.ticks.forEach((tick, index) =>
            tick.classList.toggle('chosen', selection?.kind === 'impacts' && selection.index === index)
        );
    }

    #setPlaying(playing) {
        this.playing = playing;
        this.button.replaceChildren(icon(playing ? 'pause' : 'play'));
        this.button.title = playing ? 'Pause (Space)' : 'Play (Space)';
        this.button.setAttribute('aria-label', this.button.title);
    }

    toggle() {
        if (this.playing) return this.pause();
        this.#setPlaying(true);
        let last = performance.now();
        const start = this.store.state.time >= 1 ? 0 : this.store.state.time;
        this.store.set({ time: start });
        const step = () => {
            if (!this.playing) return;
            const now = performance.now();
            const time = Math.min(this.store.state.time + (now - last) / (1000 * secondsOfMotion), 1);
            last = now;
            this.store.set({ time });
            if (time >= 1) return this.pause();
            requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    }

    pause() {
        this.#setPlaying(false);
    }
}
