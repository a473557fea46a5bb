// Elements without markup in strings: names from files are only ever text.

/** An element with attributes, listeners (on...) and children; strings become text, null is left out. */
export function el(tag, props = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
        if (value === null || value === undefined || value === false) continue;
        if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
        else if (key === 'class') node.className = value;
        else if (key === 'dataset') Object.assign(node.dataset, value);
        else if (key === 'value') node.value = value;
        else node.setAttribute(key, value === true ? '' : value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return node;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

export function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS(svgNamespace, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

// Strokes on a grid of 16.
const icons = {
    eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
    eyeOff:
        'M2 2l12 12M6.3 3.8A6 6 0 0 1 8 3.5c4 0 6.500 4.500 6.500 4.500a11 11 0 0 1-2 2.500' +
        'M4 4.800A11 11 0 0 0 1.500 8S4 12.500 8 12.500a6 6 0 0 0 2.800-.7',
    isolate: 'M5.500 5.500h5v5h-5ZM2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3',
    fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
    edges: 'M8 1.800 13.500 5v6L8 14.200 2.500 11V5ZM8 8l5.500-3M8 8v6M8 8 2.500 5',
    previous: 'M10 3 5 8l5 5',
    next: 'M6 3l5 5-5 5',
    play: 'M5 3.200v9.600L12.500 8Z',
    pause: 'M5.500 3v10M10.500 3v10',
    close: 'M4 4l8 8M12 4l-8 8',
    check: 'M3 8.500 6.500 12 13 4.500',
    sun:
        'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.500M8 13.500V15' +
        'M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
    moon: 'M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7Z',
    help:
        'M6 6a2 2 0 1 1 2.800 1.800c-.6.3-.8.7-.8 1.400M8 11.800v.2' +
        'M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Z',
    search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.800 10.800 14 14',
    alert: 'M8 2 14.500 13.500h-13ZM8 6.500v3M8 11.500v.2',
    chevron: 'M4 6l4 4 4-4',
    copy: 'M6 6h7.500v7.500H6ZM10 6V2.500H2.500V10H6',
};

export function icon(name) {
    return svg(
        'svg',
        { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' },
        svg('path', { d: icons[name] })
    );
}

/** A button of one icon; the title is what it does, with its key. */
export function iconButton(name, title, onclick, extra = {}) {
    return el(
        'button',
        { type: 'button', class: 'icon-button', title, 'aria-label': title, onclick, ...extra },
        icon(name)
    );
}
