// All parts in one batch: shapes that repeat are stored once, and everything of one look is drawn by a single call where the browser can.
// Looks are drawn one after the other: solid parts, then those seen through, then the veil around a selection.
import { BatchedMesh, BufferAttribute, BufferGeometry, Color, DoubleSide, MeshLambertMaterial, Vector4 } from 'three';

import { faded, glassy, solid } from './appearance.js';
import { PartEdges } from './part_edges.js';
import { partColour } from './palette.js';
import { shaded } from './shading.js';

const mostEdgeTriangles = 20000;    // of a geometry that gets edges: denser ones would be black with them
const edgeBudget = 600000;          // triangles of all parts with edges, small parts first: keeps the lines of a large assembly in bounds

function geometriesWithEdges(report) {
    const uses = report.geometries.map(() => 0);
    for (const part of report.parts) ++uses[part.geometry];
    const order = report.geometries.map((_, i) => i).filter((i) => report.geometries[i].triangles <= mostEdgeTriangles && uses[i] > 0);
    order.sort((i, j) => report.geometries[i].triangles - report.geometries[j].triangles);
    const chosen = new Set();
    let left = edgeBudget;
    for (const i of order) {
        left -= report.geometries[i].triangles * uses[i];
        if (left < 0) break;
        chosen.add(i);
    }
    return chosen;
}

function bufferGeometry({ positions, normals, index }) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    geometry.setIndex(new BufferAttribute(index, 1));
    return geometry;
}

function materials() {
    const common = { side: DoubleSide, color: 0xffffff, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    const see = { ...common, transparent: true, depthWrite: false };
    const veilDepth = new MeshLambertMaterial(common);
    veilDepth.colorWrite = false;
    return {
        solid: new MeshLambertMaterial(common),
        glassy: new MeshLambertMaterial(see),
        veilDepth,
        veil: new MeshLambertMaterial(see),
    };
}

export class PartsMesh {
    constructor(report, poses, scene) {
        this.report = report;
        this.poses = poses;
        this.materials = materials();
        this.looks = report.parts.map(() => ({ mode: solid, alpha: 1, tone: 'plain' }));
        const withEdges = geometriesWithEdges(report);
        const shapes = report.geometries.map((g, i) => shaded(g.positions, g.index, withEdges.has(i)));
        const vertices = shapes.reduce((sum, shape) => sum + shape.positions.length / 3, 0);
        const indices = shapes.reduce((sum, shape) => sum + shape.index.length, 0);
        this.batch = new BatchedMesh(Math.max(report.parts.length, 1), Math.max(vertices, 1), Math.max(indices, 3), this.materials.solid);
        this.batch.frustumCulled = false;
        const ids = shapes.map((shape) => (shape.index.length > 0 ? this.batch.addGeometry(bufferGeometry(shape)) : -1));
        this.instances = report.parts.map((part) => (ids[part.geometry] < 0 ? -1 : this.batch.addInstance(ids[part.geometry])));
        this.edges = new PartEdges(report, shapes.map((shape) => shape.edges));
        scene.add(this.batch, this.edges.lines);
    }

    /** Takes over where the poses stand. */
    place() {
        this.instances.forEach((instance, part) => {
            if (instance >= 0) this.batch.setMatrixAt(instance, this.poses.matrices[part]);
        });
        this.edges.place(this.poses.matrices);
    }

    colour(looks, colours, highlighted) {
        this.looks = looks;
        const colour = new Color();
        const entry = new Vector4();
        this.instances.forEach((instance, part) => {
            if (instance < 0) return;
            partColour(colours, looks[part].tone, this.report.parts[part], colour);
            if (part === highlighted) colour.lerp(new Color(colours.picked), 0.45);
            this.batch.setColorAt(instance, entry.set(colour.r, colour.g, colour.b, looks[part].alpha));
        });
        this.edges.colour(looks, colours);
    }

    #draw(mode, material, render) {
        let any = false;
        this.instances.forEach((instance, part) => {
            if (instance < 0) return;
            const shown = this.looks[part].mode === mode;
            any ||= shown;
            this.batch.setVisibleAt(instance, shown);
        });
        if (!any) return;
        this.batch.material = material;
        render();
    }

    /** Calls `render` once for each look that some part has. */
    draw(render) {
        this.edges.lines.visible = false;
        this.#draw(solid, this.materials.solid, render);
        this.#draw(glassy, this.materials.glassy, render);
        this.#draw(faded, this.materials.veilDepth, render);
        this.#draw(faded, this.materials.veil, render);
        this.batch.visible = false;
        this.edges.lines.visible = this.edges.shown;
        render();
        this.batch.visible = true;
    }
}
