// The data of the page: JSON and bytes as cli/report_block.cpp writes them, turned into plain objects.

function bytesOfBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
    return bytes;
}

function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).arrayBuffer();
}

function takeText(id) {
    const element = document.getElementById(id);
    const text = element.textContent;
    element.remove(); // a large assembly need not be held twice
    return text;
}

const numbersOfSample = 13; // time, rotation by columns, position

function attachBytes(report, buffer) {
    for (const geometry of report.geometries) {
        geometry.positions = new Float32Array(buffer, geometry.offset, 3 * geometry.vertices);
        geometry.index = new Uint32Array(buffer, geometry.indices, 3 * geometry.triangles);
    }
    for (const clash of report.clashes)
        clash.curve = new Float32Array(buffer, clash.curve.offset, 6 * clash.curve.segments);
    for (const motion of report.motions)
        motion.samples = new Float64Array(buffer, motion.offset, numbersOfSample * motion.count);
}

/** For each part the numbers of the findings that it takes part in. */
function attachFindings(report) {
    for (const part of report.parts)
        Object.assign(part, { clashes: [], possible: [], nearMisses: [], impacts: [] });
    for (const kind of ['clashes', 'possible', 'nearMisses', 'impacts']) {
        report[kind].forEach((finding, index) => {
            report.parts[finding.a][kind].push(index);
            report.parts[finding.b][kind].push(index);
        });
    }
}

/**
 * Whether a near miss is one that parts are coloured for: of the closest moments of a motion those that are
 * closer than wanted, and the very closest.
 */
function isStriking(near, index) {
    const moment = near.moment ?? null;
    return moment === null || index === 0 || near.distance[0] <= near.clearance;
}

export async function readReport() {
    const report = JSON.parse(takeText('report-data'));
    attachBytes(report, await inflate(bytesOfBase64(takeText('report-bytes'))));
    report.parts.forEach((part, index) => {
        part.index = index;
        part.triangles = report.geometries[part.geometry].triangles;
    });
    attachFindings(report);
    for (const part of report.parts)
        part.near = part.nearMisses.some((index) => isStriking(report.nearMisses[index], index));
    return report;
}
