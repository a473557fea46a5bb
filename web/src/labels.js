// Words in the view: elements that follow a point.
import { el } from './dom.js';

export class Labels {
    constructor(parent) {
        this.layer = parent.appendChild(el('div', { class: 'labels' }));
        this.labels = [];
    }

    clear() {
        this.layer.replaceChildren();
        this.labels = [];
    }

    /** `point` is read anew for each frame. */
    add(point, text, tone) {
        const element = this.layer.appendChild(el('div', { class: `label label-${tone}` }, text));
        this.labels.push({ point, element });
        return element;
    }

    follow(camera, width, height) {
        for (const { point, element } of this.labels) {
            const p = point.clone().project(camera);
            element.hidden = p.z > 1 || p.z < -1;
            element.style.transform = `translate(${(((p.x + 1) * width) / 2).toFixed(1)}px, ${(((1 - p.y) * height) / 2).toFixed(1)}px)`;
        }
    }
}
