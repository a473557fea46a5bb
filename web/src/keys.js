// The keyboard.
import { el } from './dom.js';

const table = [
    ['J, ↓', 'next finding'],
    ['K, ↑', 'previous finding'],
    ['Enter', 'fly to the selection'],
    ['F', 'fit everything'],
    ['I', 'isolate the selection'],
    ['H', 'hide the selection'],
    ['A', 'show all parts'],
    ['Esc', 'back: close, show the rest, select nothing'],
    ['0, 7, 8, 9', 'look from a corner, the front, the right, the top'],
    ['E', 'edges on or off'],
    ['Space', 'play the motion'],
    ['1 – 5', 'lists'],
    ['/', 'search'],
    ['T', 'light or dark'],
    ['?', 'this help'],
];

export function helpDialog() {
    const rows = table.map(([keys, what]) =>
        el(
            'tr',
            {},
            el(
                'td',
                {},
                keys.split(', ').map((key) => el('kbd', {}, key))
            ),
            el('td', {}, what)
        )
    );
    const close = el('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, 'Close');
    const mouse = el(
        'p',
        { class: 'quiet' },
        'Mouse: left turns, right moves, the wheel zooms to the pointer; ' +
            'a click selects, a double click flies there.'
    );
    const dialog = el('dialog', { class: 'help' }, el('h2', {}, 'Keys'), el('table', {}, rows), mouse, close);
    return dialog;
}

/** actions: functions by the names used here. */
export function listenToKeys(actions) {
    const bound = {
        j: () => actions.step(1),
        ArrowDown: () => actions.step(1),
        k: () => actions.step(-1),
        ArrowUp: () => actions.step(-1),
        Enter: actions.fly,
        f: actions.fit,
        i: actions.isolate,
        h: actions.hide,
        a: actions.showAll,
        Escape: actions.back,
        e: actions.edges,
        ' ': actions.play,
        t: actions.theme,
        '?': actions.help,
        '/': actions.search,
        0: () => actions.look('home'),
        7: () => actions.look('front'),
        8: () => actions.look('right'),
        9: () => actions.look('top'),
        1: () => actions.tab(0),
        2: () => actions.tab(1),
        3: () => actions.tab(2),
        4: () => actions.tab(3),
        5: () => actions.tab(4),
    };
    document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
        const typing = event.target instanceof HTMLInputElement && event.target.type !== 'range';
        if (typing && event.key === 'Escape') return event.target.blur();
        if (typing || event.target instanceof HTMLSelectElement) return;
        const onControl =
            event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement;
        if (onControl && ['Enter', ' ', 'ArrowUp', 'ArrowDown'].includes(event.key)) return;
        const action = bound[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!action) return;
        event.preventDefault();
        action();
    });
}
