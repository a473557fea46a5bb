// The controls over the view: standard views, edges, transparency, explosion.
import { el, iconButton } from './dom.js';

function slider(label, key, title, store, toState, fromState) {
    const input = el('input', {
        type: 'range',
        min: 0,
        max: 100,
        step: 1,
        'aria-label': title,
        dataset: { control: key },
    });
    const show = () => {
        input.value = Math.round(fromState(store.state[key]));
        input.style.setProperty('--share', `${input.value}%`);
    };
    input.addEventListener('input', () => store.set({ [key]: toState(Number(input.value)) }));
    store.listen([key], show);
    show();
    return el('label', { class: 'slider', title }, el('span', {}, label), input);
}

export function toolbar(store, view) {
    const named = (name, text, key) =>
        el(
            'button',
            {
                type: 'button',
                class: 'text-button',
                title: `Look from ${name === 'home' ? 'a corner' : `the ${name}`} (${key})`,
                onclick: () => view.look(name),
            },
            text
        );
    const edges = iconButton('edges', 'Edges (E)', () => store.set({ edges: !store.state.edges }));
    const showEdges = () => edges.setAttribute('aria-pressed', String(store.state.edges));
    store.listen(['edges'], showEdges);
    showEdges();
    return el(
        'div',
        { class: 'toolbar' },
        el(
            'div',
            { class: 'tool-group' },
            iconButton('fit', 'Fit everything (F)', () => view.fit()),
            named('home', 'Iso', '0'),
            named('front', 'Front', '7'),
            named('right', 'Right', '8'),
            named('top', 'Top', '9')
        ),
        el(
            'div',
            { class: 'tool-group' },
            edges,
            slider(
                'Transparency',
                'opacity',
                'Transparency of parts',
                store,
                (v) => 1 - v / 105,
                (opacity) => (1 - opacity) * 105
            ),
            slider(
                'Explode',
                'explode',
                'Move parts apart: from the middle, or from the selected finding',
                store,
                (v) => v / 50,
                (explode) => explode * 50
            )
        )
    );
}
