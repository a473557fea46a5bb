// Normals and edges of triangles as CAD shows them: smooth where faces bend gently, sharp where they do not,
// a line along each sharp edge.

// gentler bends are taken for curved surfaces: a circle of 12 sides still looks round
const smoothCosine = Math.cos((32 * Math.PI) / 180);
// of a vertex whose corners are compared one with another; fans beyond it (caps of cylinders) are compared
// with the first ones
const mostCorners = 48;

/** Bits of a float, the same for both zeros. */
function positive(bits) {
    return bits === 0x80000000 ? 0 : bits;
}

/**
 * Numbers the different positions: corners of one place share a number even where the file repeats its
 * vertices.
 */
function weld(positions) {
    const count = positions.length / 3;
    const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
    let size = 16;
    while (size < 2 * count) size *= 2;
    const table = new Int32Array(size).fill(-1);
    const place = new Uint32Array(count);
    for (let i = 0; i < count; ++i) {
        const x = positive(bits[3 * i]);
        const y = positive(bits[3 * i + 1]);
        const z = positive(bits[3 * i + 2]);
        let slot = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) >>> 0;
        slot = (slot ^ (slot >>> 15)) & (size - 1);
        for (;;) {
            const other = table[slot];
            if (other < 0) {
                table[slot] = i;
                place[i] = i;
                break;
            }
            if (
                positive(bits[3 * other]) === x &&
                positive(bits[3 * other + 1]) === y &&
                positive(bits[3 * other + 2]) === z
            ) {
                place[i] = other;
                break;
            }
            slot = (slot + 1) & (size - 1);
        }
    }
    return place;
}

/** Twice the area times the normal, for each triangle; and the same with unit length. */
function faceNormals(positions, index) {
    const count = index.length / 3;
    const weighted = new Float32Array(3 * count);
    const unit = new Float32Array(3 * count);
    for (let f = 0; f < count; ++f) {
        const a = 3 * index[3 * f];
        const b = 3 * index[3 * f + 1];
        const c = 3 * index[3 * f + 2];
        const ux = positions[b] - positions[a];
        const uy = positions[b + 1] - positions[a + 1];
        const uz = positions[b + 2] - positions[a + 2];
        const vx = positions[c] - positions[a];
        const vy = positions[c + 1] - positions[a + 1];
        const vz = positions[c + 2] - positions[a + 2];
        const x = uy * vz - uz * vy;
        const y = uz * vx - ux * vz;
        const z = ux * vy - uy * vx;
        const length = Math.sqrt(x * x + y * y + z * z) || 1;
        weighted[3 * f] = x;
        weighted[3 * f + 1] = y;
        weighted[3 * f + 2] = z;
        unit[3 * f] = x / length;
        unit[3 * f + 1] = y / length;
        unit[3 * f + 2] = z / length;
    }
    return { weighted, unit };
}

/** Corners (3 f + k) of each place: those of place p are corners[starts[p]] .. corners[starts[p + 1] - 1]. */
function cornersOf(place, index) {
    const starts = new Uint32Array(place.length + 1);
    for (let c = 0; c < index.length; ++c) ++starts[place[index[c]] + 1];
    for (let p = 0; p < place.length; ++p) starts[p + 1] += starts[p];
    const next = starts.slice();
    const corners = new Uint32Array(index.length);
    for (let c = 0; c < index.length; ++c) corners[next[place[index[c]]]++] = c;
    return { starts, corners };
}

function cosine(unit, f, g) {
    return unit[3 * f] * unit[3 * g] + unit[3 * f + 1] * unit[3 * g + 1] + unit[3 * f + 2] * unit[3 * g + 2];
}

/** The triangles with a normal at each vertex; vertices are repeated where faces meet sharply. */
function smoothed(positions, index, normals, { starts, corners }) {
    const { weighted, unit } = normals;
    // As many as there are corners at the most.
    const outPositions = new Float32Array(3 * index.length);
    const outNormals = new Float32Array(3 * index.length);
    const outIndex = new Uint32Array(index.length);
    let vertices = 0;
    for (let p = 0; p + 1 < starts.length; ++p) {
        const [begin, end] = [starts[p], starts[p + 1]];
        const compared = Math.min(end, begin + mostCorners);
        const first = vertices;
        for (let i = begin; i < end; ++i) {
            const face = (corners[i] / 3) | 0;
            let [x, y, z] = [weighted[3 * face], weighted[3 * face + 1], weighted[3 * face + 2]];
            for (let j = begin; j < compared; ++j) {
                const other = (corners[j] / 3) | 0;
                if (j === i || cosine(unit, face, other) < smoothCosine) continue;
                x += weighted[3 * other];
                y += weighted[3 * other + 1];
                z += weighted[3 * other + 2];
            }
            const length = Math.sqrt(x * x + y * y + z * z) || 1;
            [x, y, z] = [x / length, y / length, z / length];
            let v = first;
            while (
                v < vertices &&
                outNormals[3 * v] * x + outNormals[3 * v + 1] * y + outNormals[3 * v + 2] * z < 0.9999
            )
                ++v;
            if (v === vertices) {
                for (let k = 0; k < 3; ++k) outPositions[3 * v + k] = positions[3 * p + k];
                outNormals[3 * v] = x;
                outNormals[3 * v + 1] = y;
                outNormals[3 * v + 2] = z;
                ++vertices;
            }
            outIndex[corners[i]] = v;
        }
    }
    return {
        positions: outPositions.slice(0, 3 * vertices),
        normals: outNormals.slice(0, 3 * vertices),
        index: outIndex,
    };
}

/** Positions of the ends of edges where faces meet sharply or end, two after two. */
function sharpEdges(positions, index, place, unit, { starts, corners }) {
    const ends = [];
    for (let c = 0; c < index.length; ++c) {
        const face = (c / 3) | 0;
        const [u, v] = [place[index[c]], place[index[3 * face + ((c + 1) % 3)]]];
        if (u === v) continue;
        let sharp = true;
        let mine = true;
        for (let i = starts[u]; i < starts[u + 1] && mine; ++i) {
            const other = (corners[i] / 3) | 0;
            if (other === face) continue;
            const shares =
                place[index[3 * other]] === v ||
                place[index[3 * other + 1]] === v ||
                place[index[3 * other + 2]] === v;
            if (!shares) continue;
            mine = face < other; // each edge once
            if (cosine(unit, face, other) > smoothCosine) sharp = false;
        }
        if (sharp && mine) {
            ends.push(
                positions[3 * u],
                positions[3 * u + 1],
                positions[3 * u + 2],
                positions[3 * v],
                positions[3 * v + 1],
                positions[3 * v + 2]
            );
        }
    }
    return new Float32Array(ends);
}

/** { positions, normals, index, edges } of a geometry; edges is empty unless asked for. */
export function shaded(positions, index, withEdges) {
    const place = weld(positions);
    const normals = faceNormals(positions, index);
    const around = cornersOf(place, index);
    const result = smoothed(positions, index, normals, around);
    result.edges = withEdges
        ? sharpEdges(positions, index, place, normals.unit, around)
        : new Float32Array(0);
    return result;
}
