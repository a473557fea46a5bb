// Round points of constant size on the screen, with a rim; never hidden by parts.
import { BufferGeometry, Color, Float32BufferAttribute, Points, ShaderMaterial } from 'three';

const vertexShader = `
uniform float size;
attribute vec3 tint;
varying vec3 inside;
void main() {
    inside = tint;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_PointSize = size + 4.0;
}`;

const fragmentShader = `
uniform float size;
uniform vec3 rim;
varying vec3 inside;
void main() {
    float r = length(gl_PointCoord - 0.5) * (size + 4.0);
    float radius = 0.5 * size;
    float cover = 1.0 - smoothstep(radius + 0.6, radius + 1.6, r);
    if (cover <= 0.0) discard;
    gl_FragColor = vec4(mix(inside, rim, smoothstep(radius - 2.0, radius - 1.0, r)), cover);
    #include <colorspace_fragment>
}`;

/** points: [{ point, colour }]; look: { size in pixels, rim }. */
export function dots(points, { size, rim }) {
    const geometry = new BufferGeometry();
    geometry.setAttribute(
        'position',
        new Float32BufferAttribute(
            points.flatMap(({ point }) => point.toArray()),
            3
        )
    );
    geometry.setAttribute(
        'tint',
        new Float32BufferAttribute(
            points.flatMap(({ colour }) => new Color(colour).toArray()),
            3
        )
    );
    const material = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: { size: { value: size }, rim: { value: new Color(rim) } },
        transparent: true,
        depthTest: false,
        depthWrite: false,
    });
    const object = new Points(geometry, material);
    object.frustumCulled = false;
    object.renderOrder = 2;
    object.onBeforeRender = (renderer) => {
        material.uniforms.size.value = size * renderer.getPixelRatio();
    };
    return object;
}
