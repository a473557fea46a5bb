// Where parts stand: their poses, their motions at a time, and the explosion. Positions are taken from the
// assembly's middle in doubles before they become floats, so that an assembly far from the origin is drawn as
// finely as one that is not.
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';

function matrixOf(numbers, at, target) {
    const n = numbers;
    const i = at;
    return target.set(
        n[i],
        n[i + 3],
        n[i + 6],
        n[i + 9],
        n[i + 1],
        n[i + 4],
        n[i + 7],
        n[i + 10],
        n[i + 2],
        n[i + 5],
        n[i + 8],
        n[i + 11],
        0,
        0,
        0,
        1
    );
}

/** Bounds of the floats of a geometry, around its own centre. */
function boundsOf(geometry) {
    const box = new Box3();
    const p = new Vector3();
    for (let i = 0; i < geometry.positions.length; i += 3)
        box.expandByPoint(p.fromArray(geometry.positions, i));
    return box;
}

export class Poses {
    constructor(report) {
        this.report = report;
        this.localBounds = report.geometries.map(boundsOf);
        for (const part of report.parts)
            part.radius = this.localBounds[part.geometry].isEmpty()
                ? 0
                : this.localBounds[part.geometry].min.distanceTo(this.localBounds[part.geometry].max) / 2;
        this.centres = report.geometries.map((geometry) => new Vector3(...geometry.centre));
        this.origin = new Vector3();
        this.rest = report.parts.map((part) => matrixOf(part.pose, 0, new Matrix4()));
        this.motions = new Map(report.motions.map((motion) => [motion.part, this.#prepared(motion)]));
        for (const [part, motion] of this.motions) this.rest[part] = motion.matrices[0];
        this.matrices = report.parts.map(() => new Matrix4());
        this.bounds = report.parts.map(() => new Box3());
        this.place(0, 0, null);
        this.origin = this.sceneBounds().getCenter(new Vector3());
        this.place(0, 0, null);
        this.home = this.sceneBounds();
        this.homeCentres = this.bounds.map((box) =>
            box.isEmpty() ? new Vector3() : box.getCenter(new Vector3())
        );
    }

    #prepared(motion) {
        const times = [];
        const matrices = [];
        for (let i = 0; i < motion.count; ++i) {
            times.push(motion.samples[13 * i]);
            matrices.push(matrixOf(motion.samples, 13 * i + 1, new Matrix4()));
        }
        return { times, matrices };
    }

    moves(part) {
        return this.motions.has(part);
    }

    /** World point of the report to the point of the view. */
    toView(point) {
        return new Vector3(point[0] - this.origin.x, point[1] - this.origin.y, point[2] - this.origin.z);
    }

    /** Pose of a part at a time, in the report's world. */
    poseAt(part, time, target) {
        const motion = this.motions.get(part);
        if (!motion) return target.copy(this.rest[part]);
        const { times, matrices } = motion;
        let i = 0;
        while (i + 1 < times.length && times[i + 1] < time) ++i;
        if (i + 1 >= times.length) return target.copy(matrices[matrices.length - 1]);
        const share = Math.min(Math.max((time - times[i]) / (times[i + 1] - times[i]), 0), 1);
        const turn = new Quaternion()
            .setFromRotationMatrix(matrices[i])
            .slerp(new Quaternion().setFromRotationMatrix(matrices[i + 1]), share);
        const from = new Vector3().setFromMatrixPosition(matrices[i]);
        return target
            .makeRotationFromQuaternion(turn)
            .setPosition(from.lerp(new Vector3().setFromMatrixPosition(matrices[i + 1]), share));
    }

    /**
     * Places all parts at a time, moved away from a centre by `explode` times their distance from it. Parts
     * that are kept stay. around: { centre: Vector3 in the view, keep: Set of parts } or null for the
     * assembly's middle.
     */
    place(time, explode, around) {
        const offset = new Vector3();
        const centre = new Vector3();
        const pose = new Matrix4();
        for (let i = 0; i < this.matrices.length; ++i) {
            const geometry = this.report.parts[i].geometry;
            this.poseAt(i, time, pose);
            centre.copy(this.centres[geometry]).applyMatrix4(pose).sub(this.origin);
            const matrix = this.matrices[i].copy(pose).setPosition(centre);
            this.bounds[i].copy(this.localBounds[geometry]).applyMatrix4(matrix);
            if (explode > 0 && !this.report.parts[i].endless && !(around && around.keep.has(i))) {
                offset
                    .copy(this.homeCentres[i])
                    .sub(around ? around.centre : this.home.getCenter(new Vector3()))
                    .multiplyScalar(explode);
                matrix.setPosition(centre.add(offset));
                this.bounds[i].translate(offset);
            }
        }
    }

    /** Box of all parts, but for planes without end where there is anything else. */
    sceneBounds() {
        const box = new Box3();
        this.bounds.forEach((bounds, part) => {
            if (!bounds.isEmpty() && !this.report.parts[part].endless) box.union(bounds);
        });
        if (box.isEmpty()) for (const bounds of this.bounds) if (!bounds.isEmpty()) box.union(bounds);
        if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
        return box;
    }
}
