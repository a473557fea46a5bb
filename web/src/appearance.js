// How each part is shown, from what the user has chosen: one plain function, so that list, view and legend
// agree.

export const hidden = 0;
export const solid = 1;
export const glassy = 2; // seen through, with what lies behind it
export const faded = 3; // a veil for orientation around a selection

/** The parts of a finding or a part itself: { a, b } or { part }; null when nothing is selected. */
export function selectedParts(selection, report) {
    if (!selection) return null;
    if (selection.kind === 'parts') return { part: selection.index };
    const { a, b } = report[selection.kind][selection.index];
    return { a, b };
}

function tone(part) {
    if (part.clashes.length > 0) return 'clash';
    if (part.impacts.length > 0) return 'impact';
    if (part.near || part.possible.length > 0) return 'near';
    return 'plain';
}

/**
 * The most alpha of a part of a clash: what is inside of the other, the same as it, or a small thing in a
 * large one must be seen.
 */
function cover(finding, role, parts) {
    if (!finding || finding.relation === undefined) return 1;
    if (finding.relation === 'identical') return role === 'b' ? 0.5 : 1;
    const other = role === 'a' ? 'b' : 'a';
    if (finding.relation === `${other} inside ${role}`) return 0.3;
    return parts[finding[role]].radius > 4 * parts[finding[other]].radius ? 0.55 : 1;
}

/**
 * For each part { mode, alpha, tone }. Tones: plain, clash, near, impact (part of a finding), a, b (the
 * selected pair), picked, struck (an impact has happened at the time shown).
 */
export function appearance(state, report) {
    const chosen = selectedParts(state.selection, report);
    const pair = chosen && chosen.a !== undefined;
    const finding = pair ? report[state.selection.kind][state.selection.index] : null;
    const struck = new Set();
    if (state.time > 0) {
        for (const impact of report.impacts)
            if (impact.time[1] <= state.time) struck.add(impact.a).add(impact.b);
    }
    return report.parts.map((part, index) => {
        if (state.hidden.has(index) || (state.isolated && !state.isolated.has(index)))
            return { mode: hidden, alpha: 0, tone: 'plain' };
        const isChosen = chosen && (chosen.a === index || chosen.b === index || chosen.part === index);
        const mode = state.opacity < 1 ? glassy : solid;
        if (isChosen) {
            const role = chosen.a === index ? 'a' : chosen.b === index ? 'b' : 'picked';
            const alpha = Math.min(Math.max(state.opacity, 0.15), cover(finding, role, report.parts));
            return { mode: alpha < 1 ? glassy : solid, alpha, tone: role };
        }
        if (pair && !state.isolated) return { mode: faded, alpha: 0.1 * state.opacity, tone: 'plain' };
        return {
            mode,
            alpha: state.opacity,
            tone: struck.has(index) ? 'struck' : pair ? 'plain' : tone(part),
        };
    });
}
