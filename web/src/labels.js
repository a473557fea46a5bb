// Words in the view: elements that follow a point.
import { el } from './dom.js';

const gap = 8; // pixels between the tip of an arrow and its label
const wideGap = 26; // where nothing points at the label: it must not cover what it is about

export class Labels {
    constructor(parent) {
        this.layer = parent.appendChild(el('div', { class: 'labels' }));
        this.labels = [];
    }

    clear() {
        this.layer.replaceChildren();
        this.labels = [];
    }

    /** `point` is read anew for each frame; the label stands on its side away from `from`. */
    add(point, text, tone, from = null) {
        const element = this.layer.appendChild(el('div', { class: `label label-${tone}` }, text));
        this.labels.push({ point, from, element, width: element.offsetWidth, height: element.offsetHeight });
        return element;
    }

    follow(camera, width, height) {
        const onScreen = (point) => {
            const p = point.clone().project(camera);
            return { x: ((p.x + 1) * width) / 2, y: ((1 - p.y) * height) / 2, visible: p.z > -1 && p.z < 1 };
        };
        for (const label of this.labels) {
            const at = onScreen(label.point);
            const from = label.from ? onScreen(label.from) : { x: at.x - 1, y: at.y + 1 };
            const length = Math.hypot(at.x - from.x, at.y - from.y) || 1;
            const away = label.from ? gap : wideGap;
            const x = at.x + ((at.x - from.x) / length) * (away + label.width / 2) - label.width / 2;
            const y = at.y + ((at.y - from.y) / length) * (away + label.height / 2) - label.height / 2;
            label.element.hidden = !at.visible;
            label.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
        }
    }
}
