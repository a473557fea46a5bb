// What shaders know of each part: a texture with its place, its colour and how its edges look. Changing a
// part changes some numbers here, never its triangles.
import { DataTexture, FloatType, RGBAFormat } from 'three';

const texels = 5; // three columns of the rotation, the position, the colour with its alpha
// a multiple of texels, so that no part is cut at the end of a row; within what every WebGL 2 allows
const width = 1280;

/**
 * GLSL: reads the part of a vertex. The fourth numbers of the first two columns are the strength of its
 * edges, and 1 for a veiled part.
 */
export const partLookup = `
uniform highp sampler2D parts;
attribute float part;
ivec2 partAt() {
    int first = int(part) * ${texels};
    return ivec2(first % ${width}, first / ${width});
}
vec4 partTexel(int i) { return texelFetch(parts, partAt() + ivec2(i, 0), 0); }
mat3 partRotation() { return mat3(partTexel(0).xyz, partTexel(1).xyz, partTexel(2).xyz); }
`;

export class PartTable {
    constructor(count) {
        const rows = Math.max(1, Math.ceil((count * texels) / width));
        this.numbers = new Float32Array(4 * width * rows);
        this.texture = new DataTexture(this.numbers, width, rows, RGBAFormat, FloatType);
        this.texture.needsUpdate = true;
    }

    place(matrices) {
        matrices.forEach(({ elements }, part) => {
            for (let column = 0; column < 4; ++column) {
                const at = 4 * (part * texels + column);
                for (let row = 0; row < 3; ++row) this.numbers[at + row] = elements[4 * column + row];
            }
        });
        this.texture.needsUpdate = true;
    }

    /** Linear colour, alpha, strength of edges, whether veiled. */
    paint(part, colour, alpha, strength, veiled) {
        const at = 4 * part * texels;
        this.numbers[at + 3] = strength;
        this.numbers[at + 7] = veiled ? 1 : 0;
        this.numbers.set([colour.r, colour.g, colour.b, alpha], at + 16);
        this.texture.needsUpdate = true;
    }
}
