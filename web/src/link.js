// The selection in the page's address, so that a link or a reload comes back to it: #clashes-3.

export function selectionFromLink(report) {
    const [, kind, number] =
        /^#(clashes|possible|nearMisses|impacts|parts)-(\d+)$/.exec(globalThis.location.hash) ?? [];
    const index = Number(number) - 1;
    return kind && index >= 0 && index < report[kind].length ? { kind, index } : null;
}

export function linkTo(selection) {
    const hash = selection ? `#${selection.kind}-${selection.index + 1}` : '';
    try {
        history.replaceState(null, '', hash || globalThis.location.pathname + globalThis.location.search);
    } catch {
        // Some browsers refuse it for files; the link is a convenience.
    }
}
