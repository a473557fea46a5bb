// Names of parts as the lists show them: the last level stands out, the way to it is quiet.
import { el } from './dom.js';

export function partName(name) {
    const cut = name.lastIndexOf('/') + 1;
    return el(
        'span',
        { class: 'name', title: name },
        cut > 0 ? el('span', { class: 'path' }, name.slice(0, cut)) : null,
        el('span', { class: 'leaf' }, name.slice(cut) || 'unnamed')
    );
}

/** Whether all words of a search occur in a text. */
export function matches(text, query) {
    const lower = text.toLowerCase();
    return query
        .toLowerCase()
        .split(/\s+/)
        .every((word) => lower.includes(word));
}
