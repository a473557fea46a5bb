// How surfaces of parts are lit: a bright sky, a darker ground, a light that goes with the camera. Both sides
// of a triangle are seen.
import { Color, DoubleSide, ShaderMaterial, Vector3 } from 'three';

import { partLookup } from './part_table.js';

const vertexShader = `
${partLookup}
varying vec3 toward;
varying vec3 place;
varying vec4 paint;
void main() {
    mat3 rotation = partRotation();
    paint = partTexel(4);
    toward = mat3(viewMatrix) * (rotation * normal);
    vec4 seen = viewMatrix * vec4(rotation * position + partTexel(3).xyz, 1.0);
    place = seen.xyz;
    gl_Position = projectionMatrix * seen;
}`;

const fragmentShader = `
uniform vec3 up;
uniform vec3 sky;
uniform vec3 soil;
uniform float keyStrength;
varying vec3 toward;
varying vec3 place;
varying vec4 paint;
void main() {
    vec3 n = normalize(toward);
    if (!gl_FrontFacing) n = -n;
    vec3 view = normalize(-place);
    vec3 key = normalize(vec3(0.22, 0.5, 1.0));
    vec3 ambient = mix(soil, sky, 0.5 + 0.5 * dot(n, mat3(viewMatrix) * up));
    float shine = pow(max(dot(n, normalize(key + view)), 0.0), 42.0);
    vec3 lit = paint.rgb * (ambient + keyStrength * max((dot(n, key) + 0.3) / 1.3, 0.0)) + 0.09 * shine;
    gl_FragColor = vec4(lit, paint.a);
    #include <colorspace_fragment>
}`;

function material(table, extra) {
    return new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: {
            parts: { value: table.texture },
            up: { value: new Vector3(0, 0, 1) },
            sky: { value: new Color() },
            soil: { value: new Color() },
            keyStrength: { value: 1 },
        },
        side: DoubleSide,
        forceSinglePass: true,
        polygonOffset: true, // edges lie on the surface: they must not fight with it
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
        ...extra,
    });
}

/** Materials of the looks, and of the first pass of the veil, which only says how near its surfaces are. */
export function partMaterials(table) {
    return {
        solid: material(table, {}),
        glassy: material(table, { transparent: true, depthWrite: false }),
        veilDepth: material(table, { colorWrite: false }),
        veil: material(table, { transparent: true, depthWrite: false }),
    };
}

export function light(materials, up, { sky, soil, key }) {
    for (const { uniforms } of Object.values(materials)) {
        uniforms.up.value.copy(up);
        uniforms.sky.value.set(sky);
        uniforms.soil.value.set(soil);
        uniforms.keyStrength.value = key;
    }
}
