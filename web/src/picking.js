// Which part is under the pointer: boxes of parts first, then boxes of blocks of their triangles, then the
// triangles.
import { Box3, Matrix4, Ray, Vector3 } from 'three';

import { faded, hidden } from './appearance.js';

const blockTriangles = 128;

/** Boxes of successive triangles: neighbours in a file are mostly neighbours in space. */
function blocksOf(geometry) {
    const blocks = [];
    const p = new Vector3();
    for (let first = 0; first < geometry.triangles; first += blockTriangles) {
        const last = Math.min(first + blockTriangles, geometry.triangles);
        const box = new Box3();
        for (let c = 3 * first; c < 3 * last; ++c)
            box.expandByPoint(p.fromArray(geometry.positions, 3 * geometry.index[c]));
        blocks.push({ box, first, last });
    }
    return blocks;
}

export class Picking {
    #blocks = new Map();

    constructor(report, poses) {
        this.report = report;
        this.poses = poses;
    }

    #nearestOn(part, ray) {
        const geometry = this.report.geometries[this.report.parts[part].geometry];
        if (!this.#blocks.has(geometry)) this.#blocks.set(geometry, blocksOf(geometry));
        const local = ray.clone().applyMatrix4(new Matrix4().copy(this.poses.matrices[part]).invert());
        const [a, b, c, hit] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
        let nearest = Infinity;
        for (const block of this.#blocks.get(geometry)) {
            if (!local.intersectsBox(block.box)) continue;
            for (let t = block.first; t < block.last; ++t) {
                a.fromArray(geometry.positions, 3 * geometry.index[3 * t]);
                b.fromArray(geometry.positions, 3 * geometry.index[3 * t + 1]);
                c.fromArray(geometry.positions, 3 * geometry.index[3 * t + 2]);
                if (local.intersectTriangle(a, b, c, false, hit))
                    nearest = Math.min(nearest, hit.distanceTo(local.origin));
            }
        }
        return nearest; // poses are rigid: the same length as in the world
    }

    /** { part, distance } of the nearest of the wanted parts on a ray; null for none. */
    nearest(ray, wanted) {
        const entry = new Vector3();
        const candidates = [];
        for (let part = 0; part < this.report.parts.length; ++part) {
            const box = this.poses.bounds[part];
            if (!wanted(part) || box.isEmpty()) continue;
            if (box.containsPoint(ray.origin)) candidates.push({ part, enters: 0 });
            else if (ray.intersectBox(box, entry))
                candidates.push({ part, enters: entry.distanceTo(ray.origin) });
        }
        candidates.sort((a, b) => a.enters - b.enters);
        let best = { part: -1, distance: Infinity };
        for (const { part, enters } of candidates) {
            if (enters > best.distance) break;
            const distance = this.#nearestOn(part, ray);
            if (distance < best.distance) best = { part, distance };
        }
        return best.part < 0 ? null : best;
    }

    /**
     * { part, distance } of the nearest visible part on a ray of the view; veiled parts only where no other
     * is. Null for none.
     */
    pick(ray, looks) {
        const direct = this.nearest(ray, (part) => looks[part].mode !== hidden && looks[part].mode !== faded);
        return direct ?? this.nearest(ray, (part) => looks[part].mode === faded);
    }
}

export function rayThrough(camera, x, y) {
    const near = new Vector3(x, y, -1).unproject(camera);
    const far = new Vector3(x, y, 1).unproject(camera);
    return new Ray(near, far.sub(near).normalize());
}
