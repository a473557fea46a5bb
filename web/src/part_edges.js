// The sharp edges of all parts as one set of lines.
import { BufferAttribute, BufferGeometry, Color, LineSegments, ShaderMaterial } from 'three';

import { partLookup } from './part_table.js';

const vertexShader = `
${partLookup}
uniform float wantVeiled;
varying float strength;
varying float veiled;
void main() {
    strength = partTexel(0).w;
    veiled = partTexel(1).w;
    gl_Position = projectionMatrix * viewMatrix * vec4(partRotation() * position + partTexel(3).xyz, 1.0);
    if (strength <= 0.0 || veiled != wantVeiled) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const fragmentShader = `
uniform vec3 colour;
uniform vec3 veilColour;
varying float strength;
varying float veiled;
void main() {
    gl_FragColor = vec4(mix(colour, veilColour, veiled), strength);
    #include <colorspace_fragment>
}`;

/** Lines of all parts; edgesOfGeometry: positions of their ends, local. */
export function partEdges(report, edgesOfGeometry, table) {
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
    const material = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: {
            parts: { value: table.texture },
            wantVeiled: { value: 0 },
            colour: { value: new Color() },
            veilColour: { value: new Color() },
        },
        transparent: true,
        depthWrite: false,
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('part', new BufferAttribute(owners, 1));
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    return lines;
}
