// What was found, as a sentence.

function leaf(name) {
    return name.slice(name.lastIndexOf('/') + 1) || 'unnamed';
}

/** Pieces of a sentence: strings, and { part, role } for the names in it. */
export function sentence(kind, finding, report) {
    const a = { text: leaf(report.parts[finding.a].name), part: finding.a, role: 'a' };
    const b = { text: leaf(report.parts[finding.b].name), part: finding.b, role: 'b' };
    if (kind === 'nearMisses' && (finding.moment ?? null) !== null)
        return [a, ' and ', b, ' are closest here.'];
    if (kind === 'nearMisses') return [a, ' and ', b, ' come close without touching.'];
    if (kind === 'possible')
        return finding.relation === 'a inside b'
            ? [a, ' seems to be inside of ', b, ', which is not closed.']
            : [b, ' seems to be inside of ', a, ', which is not closed.'];
    if (kind === 'impacts' && finding.answer !== 'contact')
        return [a, ' and ', b, ' come within the tolerance: whether they touch is not known.'];
    if (kind === 'impacts')
        return finding.time[1] === 0
            ? [a, ' and ', b, ' overlap already at the start.']
            : [a, ' and ', b, ' collide during the motion.'];
    switch (finding.relation) {
        case 'touching':
            return [a, ' touches ', b, '.'];
        case 'a inside b':
            return [a, ' is wholly inside ', b, '.'];
        case 'b inside a':
            return [b, ' is wholly inside ', a, '.'];
        case 'identical':
            return [a, ' and ', b, ' are the same shape in the same place.'];
        default:
            return finding.depth
                ? [a, ' and ', b, ' reach into each other.']
                : ['The surfaces of ', a, ' and ', b, ' cross.'];
    }
}
