// What the inspector is made of: lists of facts, titled sections, proofs with the outcome of their check.
import { el, icon } from './dom.js';

export function facts(entries) {
    const rows = entries
        .filter(Boolean)
        .map(([label, value, title]) => [el('dt', {}, label), el('dd', { title }, value)]);
    return el('dl', { class: 'numbers' }, rows);
}

export function section(title, ...children) {
    return el('section', {}, el('h3', {}, title), ...children);
}

function badge(check, claim) {
    const what = claim ? `: ${claim}` : '';
    if (check === 'verified')
        return el(
            'div',
            {
                class: 'badge good',
                title:
                    'By code that shares nothing with the search: ' +
                    'outward-rounded intervals and exact signs',
            },
            icon('check'),
            `Verified independently${what}`
        );
    return check === 'not shown'
        ? el('div', { class: 'badge bad' }, icon('alert'), `The check could not prove it${what}`)
        : null;
}

export function proofSection({ kind, lines, check, claim, measure }) {
    const badges = [badge(check, claim), badge(measure, 'the depth')].filter(Boolean);
    if (!kind && lines.length === 0 && badges.length === 0) return null;
    return section(
        'Proof',
        ...badges,
        kind ? el('p', { class: 'proof-kind' }, kind) : null,
        lines.length > 0
            ? el(
                  'ul',
                  { class: 'proof' },
                  lines.map((line) => el('li', {}, line))
              )
            : null
    );
}
