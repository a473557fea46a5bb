// The axes in the corner: turn with the camera; a click looks along one.
import { Vector3 } from 'three';

import { el, svg } from './dom.js';

const size = 76;
const reach = 27;
const axes = [
    { name: 'x', vector: new Vector3(1, 0, 0), class: 'axis-x' },
    { name: 'y', vector: new Vector3(0, 1, 0), class: 'axis-y' },
    { name: 'z', vector: new Vector3(0, 0, 1), class: 'axis-z' },
];

export class Gizmo {
    constructor(parent, onLook) {
        const picture = svg('svg', {
            viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`,
            width: size,
            height: size,
        });
        this.picture = picture;
        this.ends = axes.flatMap((axis) => [1, -1].map((sign) => this.#end(axis, sign, onLook)));
        parent.append(
            el(
                'div',
                { class: 'gizmo', role: 'group', 'aria-label': 'Axes: click to look along one' },
                picture
            )
        );
    }

    #end(axis, sign, onLook) {
        const direction = axis.vector.clone().multiplyScalar(sign);
        const dot = svg('circle', { r: sign > 0 ? 8 : 4.5 });
        const word = svg('text', { 'text-anchor': 'middle', dy: '0.34em' });
        word.textContent = sign > 0 ? axis.name : '';
        const title = svg('title');
        title.textContent = `Look along ${sign > 0 ? '−' : '+'}${axis.name}`;
        const line = svg('line', { x1: 0, y1: 0 });
        const group = svg(
            'g',
            { class: `${axis.class} ${sign > 0 ? 'plus' : 'minus'}`, tabindex: '0', role: 'button' },
            title,
            line,
            dot,
            word
        );
        group.addEventListener('click', () => onLook(direction));
        group.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') onLook(direction);
        });
        return { group, line, dot, word, direction };
    }

    update(camera) {
        const turned = this.ends.map((end) => ({
            end,
            p: end.direction.clone().transformDirection(camera.matrixWorldInverse),
        }));
        turned.sort((a, b) => a.p.z - b.p.z);
        for (const { end, p } of turned) {
            const [x, y] = [(p.x * reach).toFixed(2), (-p.y * reach).toFixed(2)];
            end.line.setAttribute('x2', x);
            end.line.setAttribute('y2', y);
            for (const node of [end.dot, end.word]) node.setAttribute('transform', `translate(${x} ${y})`);
            end.group.style.opacity = (0.72 + 0.28 * p.z).toFixed(2);
        }
        const order = turned.map(({ end }) => end.group);
        if (order.some((group, i) => this.picture.children[i] !== group)) this.picture.append(...order);
    }
}
