// The sharp edges of all parts as one set of lines: each end knows its part, whose matrix and strength lie in a texture.
import { BufferAttribute, BufferGeometry, Color, DataTexture, FloatType, LineSegments, RGBAFormat, ShaderMaterial } from 'three';

import { faded, hidden } from './appearance.js';

const texelsOfPart = 4;  // the columns of its matrix; the fourth number of the first one is the strength of its lines

const vertexShader = `
uniform highp sampler2D parts;
attribute float part;
varying float strength;
void main() {
    int width = textureSize(parts, 0).x;
    int first = int(part) * ${texelsOfPart};
    ivec2 at = ivec2(first % width, first / width);
    vec4 x = texelFetch(parts, at, 0);
    vec4 y = texelFetch(parts, at + ivec2(1, 0), 0);
    vec4 z = texelFetch(parts, at + ivec2(2, 0), 0);
    vec4 p = texelFetch(parts, at + ivec2(3, 0), 0);
    strength = x.w;
    vec3 world = mat3(x.xyz, y.xyz, z.xyz) * position + p.xyz;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
    if (strength <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const fragmentShader = `
uniform vec3 colour;
varying float strength;
void main() {
    gl_FragColor = vec4(colour, strength);
    #include <colorspace_fragment>
}`;

export class PartEdges {
    constructor(report, edgesOfGeometry) {
        this.shown = true;
        const count = report.parts.reduce((sum, part) => sum + edgesOfGeometry[part.geometry].length, 0);
        const positions = new Float32Array(count);
        const owners = new Float32Array(count / 3);
        let at = 0;
        for (const part of report.parts) {
            const edges = edgesOfGeometry[part.geometry];
            positions.set(edges, at);
            owners.fill(part.index, at / 3, (at + edges.length) / 3);
            at += edges.length;
        }
        const width = 1024;
        const rows = Math.max(1, Math.ceil((report.parts.length * texelsOfPart) / width));
        this.numbers = new Float32Array(4 * width * rows);
        this.texture = new DataTexture(this.numbers, width, rows, RGBAFormat, FloatType);
        this.material = new ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms: { parts: { value: this.texture }, colour: { value: new Color() } },
            transparent: true,
            depthWrite: false,
        });
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(positions, 3));
        geometry.setAttribute('part', new BufferAttribute(owners, 1));
        this.lines = new LineSegments(geometry, this.material);
        this.lines.frustumCulled = false;
    }

    place(matrices) {
        matrices.forEach((matrix, part) => {
            for (let column = 0; column < 4; ++column) {
                const at = 4 * (part * texelsOfPart + column);
                for (let row = 0; row < 3; ++row) this.numbers[at + row] = matrix.elements[4 * column + row];
            }
        });
        this.texture.needsUpdate = true;
    }

    colour(looks, colours) {
        this.material.uniforms.colour.value.set(colours.edges);
        looks.forEach((look, part) => {
            const share = look.mode === faded ? 0.22 : 0.25 + 0.75 * look.alpha;
            this.numbers[4 * part * texelsOfPart + 3] = look.mode === hidden ? 0 : colours.edgeStrength * share;
        });
        this.texture.needsUpdate = true;
    }
}
