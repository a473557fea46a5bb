// All parts as one mesh, each look drawn by a single call: solid parts, then those seen through, then the
// veil around a selection. Vertices stay where they are on the device; what changes is a small table, and
// which triangles belong to which look.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh } from 'three';

import { faded, glassy, hidden, solid } from './appearance.js';
import { partColour } from './palette.js';
import { partEdges } from './part_edges.js';
import { light, partMaterials } from './part_material.js';
import { PartTable } from './part_table.js';
import { shaded } from './shading.js';

const mostEdgeTriangles = 20000; // of a geometry that gets edges: denser ones would be black with them
// lines of all parts, plain shapes first: keeps the lines of a large assembly in bounds
const edgeBudget = 250000;

/** Takes the edges away from geometries that the budget does not reach. */
function limitEdges(shapes, report) {
    const uses = shapes.map(() => 0);
    for (const part of report.parts) ++uses[part.geometry];
    const lines = shapes.map((shape, i) => (uses[i] * shape.edges.length) / 6);
    let left = edgeBudget;
    for (const i of shapes.map((_, k) => k).sort((j, k) => lines[j] - lines[k])) {
        left -= lines[i];
        if (left < 0) shapes[i].edges = new Float32Array(0);
    }
}

/**
 * Vertices of all parts behind each other. { geometry, index, ranges }: index and the range of each part in
 * it.
 */
function merged(report, shapes) {
    const sum = (of) => report.parts.reduce((total, part) => total + of(shapes[part.geometry]), 0);
    const vertices = sum((shape) => shape.positions.length / 3);
    const positions = new Float32Array(3 * vertices);
    const normals = new Int8Array(4 * vertices); // a fourth byte, so that each starts at a multiple of four
    const owners = new Float32Array(vertices);
    const index = new Uint32Array(sum((shape) => shape.index.length));
    const ranges = [];
    let vertex = 0;
    let corner = 0;
    for (const part of report.parts) {
        const shape = shapes[part.geometry];
        const count = shape.positions.length / 3;
        positions.set(shape.positions, 3 * vertex);
        owners.fill(part.index, vertex, vertex + count);
        for (let i = 0; i < count; ++i)
            for (let k = 0; k < 3; ++k)
                normals[4 * (vertex + i) + k] = Math.round(127 * shape.normals[3 * i + k]);
        for (let i = 0; i < shape.index.length; ++i) index[corner + i] = vertex + shape.index[i];
        ranges.push([corner, corner + shape.index.length]);
        vertex += count;
        corner += shape.index.length;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 4, true));
    geometry.setAttribute('part', new BufferAttribute(owners, 1));
    return { geometry, index, ranges };
}

export class PartsMesh {
    constructor(report, poses, scene) {
        Object.assign(this, { report, poses, edgesShown: true, modes: [] });
        this.table = new PartTable(report.parts.length);
        this.materials = partMaterials(this.table);
        const shapes = report.geometries.map((g) =>
            shaded(g.positions, g.index, g.triangles <= mostEdgeTriangles)
        );
        limitEdges(shapes, report);
        const { geometry, index, ranges } = merged(report, shapes);
        Object.assign(this, { index, ranges });
        geometry.setIndex(new BufferAttribute(new Uint32Array(index.length), 1).setUsage(DynamicDrawUsage));
        this.mesh = new Mesh(geometry, this.materials.solid);
        this.mesh.frustumCulled = false;
        this.bySize = report.parts
            .map((_, part) => part)
            .sort((a, b) => report.parts[b].radius - report.parts[a].radius);
        this.edges = partEdges(
            report,
            shapes.map((shape) => shape.edges),
            this.table
        );
        scene.add(this.mesh, this.edges);
    }

    /** Takes over where the poses stand. */
    place() {
        this.table.place(this.poses.matrices);
    }

    colour(looks, colours, highlighted, up) {
        const colour = new Color();
        const picked = new Color(colours.picked);
        looks.forEach(({ mode, alpha, tone }, part) => {
            partColour(colours, tone, this.report.parts[part], colour);
            if (part === highlighted) colour.lerp(picked, 0.45);
            const share = mode === faded ? 0.22 : 0.25 + 0.75 * alpha;
            this.table.paint(
                part,
                colour,
                alpha,
                mode === hidden ? 0 : colours.edgeStrength * share,
                mode === faded
            );
        });
        light(this.materials, up, colours);
        this.edges.material.uniforms.colour.value.set(colours.edges);
        this.edges.material.uniforms.veilColour.value.set(colours.veilEdges);
        if (looks.some(({ mode }, part) => mode !== this.modes[part]))
            this.#sort(looks.map(({ mode }) => mode));
    }

    /** Puts the triangles of each look behind each other, large parts first. */
    #sort(modes) {
        this.modes = modes;
        const target = this.mesh.geometry.index;
        this.spans = {};
        let at = 0;
        for (const wanted of [solid, glassy, faded]) {
            const begin = at;
            this.bySize.forEach((part) => {
                if (modes[part] !== wanted) return;
                const piece = this.index.subarray(...this.ranges[part]);
                target.array.set(piece, at);
                at += piece.length;
            });
            this.spans[wanted] = [begin, at - begin];
        }
        target.needsUpdate = true;
    }

    #draw(mode, material, render, share) {
        const [begin, count] = this.spans[mode];
        if (count === 0) return;
        this.mesh.geometry.setDrawRange(begin, 3 * Math.ceil((share * count) / 3));
        this.mesh.material = material;
        render();
    }

    #drawEdges(veiled, render) {
        this.mesh.visible = false;
        this.edges.visible = true;
        this.edges.material.uniforms.wantVeiled.value = veiled ? 1 : 0;
        render();
        this.mesh.visible = true;
        this.edges.visible = false;
    }

    /**
     * Calls `render` for a share of the triangles of solid and of glassy parts, and for their edges when it
     * is all of them.
     */
    drawShown(render, share) {
        this.edges.visible = false;
        this.#draw(solid, this.materials.solid, render, share);
        this.#draw(glassy, this.materials.glassy, render, share);
        if (this.edgesShown && share === 1) this.#drawEdges(false, render);
    }

    /**
     * The same for veiled parts. They cover what is behind them, so that a veil has one layer: to be drawn
     * last.
     */
    drawVeiled(render, share) {
        if (this.spans[faded][1] === 0) return;
        this.#draw(faded, this.materials.veilDepth, render, share);
        this.#draw(faded, this.materials.veil, render, share);
        if (this.edgesShown && share === 1) this.#drawEdges(true, render);
    }
}
