// What is drawn about a finding: curves in which surfaces cross, the way out with its depth, contact points,
// the line between nearest points, the box of the region; and a pin for every finding while none is selected.
// Marks are seen through parts, faintly where these hide them.
import { Color, ConeGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Scene, Vector3 } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

import { dots } from './dots.js';
import { about } from './format.js';
import { Labels } from './labels.js';

const behindStrength = 0.5;
// pixels: a depth of a micrometre is still a visible arrow; its label has the true number
const leastArrow = 44;
const headPixels = 15;

/** Two materials of one look: in front of parts, and hidden by them. */
function inAndBehind(make) {
    return [make({ depthTest: true, opacity: 1 }), make({ depthTest: false, opacity: behindStrength })];
}

function lines(positions, colour, width) {
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(positions);
    const group = new Group();
    for (const material of inAndBehind(
        (look) =>
            new LineMaterial({
                color: new Color(colour),
                linewidth: width,
                transparent: true,
                depthWrite: false,
                ...look,
            })
    )) {
        const object = new LineSegments2(geometry, material);
        object.frustumCulled = false;
        group.add(object);
    }
    return group;
}

function boxEdges(min, max) {
    const corner = (i) => [i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z];
    const positions = [];
    for (let i = 0; i < 8; ++i)
        for (const bit of [1, 2, 4]) if (!(i & bit)) positions.push(...corner(i), ...corner(i | bit));
    return positions;
}

/** An arrow of true length, or of a few pixels when that is longer. */
class Arrow {
    constructor(start, direction, length, colour) {
        Object.assign(this, { start, direction, length });
        this.tip = start.clone();
        this.group = new Group();
        this.group.position.copy(start);
        this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction));
        this.shaft = lines([0, 0, 0, 0, 1, 0], colour, 3);
        this.heads = inAndBehind(
            (look) => new MeshBasicMaterial({ color: colour, transparent: true, depthWrite: false, ...look })
        );
        const cone = new ConeGeometry(0.34, 1, 24);
        cone.translate(0, -0.5, 0);
        this.head = new Group().add(...this.heads.map((material) => new Mesh(cone, material)));
        this.group.add(this.shaft, this.head);
    }

    update(pixel) {
        const length = Math.max(this.length, leastArrow * pixel);
        const head = Math.min(headPixels * pixel, 0.6 * length);
        this.shaft.scale.set(1, length - 0.8 * head, 1);
        this.head.scale.setScalar(head);
        this.head.position.set(0, length, 0);
        this.tip.copy(this.start).addScaledVector(this.direction, length);
    }
}

export class Marks {
    constructor(report, poses, lengths, layer) {
        Object.assign(this, { report, poses, lengths });
        this.scene = new Scene();
        this.labels = new Labels(layer);
        this.arrows = [];
        this.pinned = [];
    }

    clear() {
        this.scene.traverse((object) => {
            object.geometry?.dispose();
            object.material?.dispose?.();
        });
        this.scene.clear();
        this.labels.clear();
        this.arrows = [];
        this.pinned = [];
    }

    /** Pins of all findings whose parts are at rest where they were checked. */
    showPins(colours, shown) {
        this.clear();
        for (const kind of ['nearMisses', 'possible', 'impacts', 'clashes']) {
            if (!shown.has(kind)) continue;
            this.report[kind].forEach((finding, index) => {
                const at =
                    kind === 'nearMisses'
                        ? finding.pointA.map((x, i) => (x + finding.pointB[i]) / 2)
                        : finding.point;
                this.pinned.push({ kind, index, point: this.poses.toView(at), colour: colours.pins[kind] });
            });
        }
        if (this.pinned.length > 0)
            this.scene.add(
                dots(
                    this.pinned.map(({ point, colour }) => ({ point, colour })),
                    { size: 9, rim: '#ffffff' }
                )
            );
    }

    /** The pin at a place of the screen, in pixels; null for none. */
    pinAt(x, y, camera, width, height) {
        let best = null;
        let nearest = 9 * 9;
        const p = new Vector3();
        for (const pin of this.pinned) {
            p.copy(pin.point).project(camera);
            if (p.z > 1) continue;
            const gap = (((p.x + 1) * width) / 2 - x) ** 2 + (((1 - p.y) * height) / 2 - y) ** 2;
            if (gap < nearest) [best, nearest] = [pin, gap];
        }
        return best;
    }

    #arrow(start, normal, length, colour) {
        const arrow = new Arrow(start, normal, length, colour);
        this.arrows.push(arrow);
        this.scene.add(arrow.group);
        return arrow;
    }

    showClash(clash, colours) {
        this.clear();
        const point = this.poses.toView(clash.point);
        if (clash.region) {
            const [min, max] = clash.region.map((corner) => this.poses.toView(corner));
            this.scene.add(lines(boxEdges(min, max), colours.region, 1));
        }
        if (clash.curve.length > 0) {
            const curve = lines(clash.curve, colours.curve, 3.5);
            curve.position.copy(point);
            this.scene.add(curve);
        }
        const contacts = clash.contacts.map(({ position }) => ({
            point: this.poses.toView(position),
            colour: colours.contact,
        }));
        if (contacts.length > 0) this.scene.add(dots(contacts, { size: 7, rim: colours.contactRim }));
        if (clash.depth && clash.normal && clash.depth[1] > 0) {
            const { value, wide } = this.lengths.interval(clash.depth);
            const arrow = this.#arrow(
                point,
                new Vector3(...clash.normal),
                clash.depth[0] ?? 0,
                colours.arrow
            );
            this.labels.add(
                arrow.tip,
                `${about(value, wide)} ${this.lengths.unit} deep`,
                'clash',
                arrow.start
            );
        } else {
            this.labels.add(point, clash.relation, 'clash');
        }
    }

    showNearMiss(near, colours) {
        this.clear();
        const [a, b] = [this.poses.toView(near.pointA), this.poses.toView(near.pointB)];
        this.scene.add(lines([...a.toArray(), ...b.toArray()], colours.measure, 3));
        this.scene.add(
            dots(
                [a, b].map((point) => ({ point, colour: colours.contact })),
                { size: 8, rim: colours.measure }
            )
        );
        const { value, wide } = this.lengths.interval(near.distance);
        this.labels.add(a.clone().lerp(b, 0.5), `${about(value, wide)} ${this.lengths.unit}`, 'near');
    }

    showPossible(found, colours) {
        this.clear();
        const point = this.poses.toView(found.point);
        this.scene.add(dots([{ point, colour: colours.contact }], { size: 8, rim: colours.measure }));
        this.labels.add(point, `possibly ${found.relation}`, 'near');
    }

    showImpact(impact, colours) {
        this.clear();
        const point = this.poses.toView(impact.point);
        const arrow = this.#arrow(point, new Vector3(...impact.normal), 0, colours.pins.impacts);
        this.scene.add(dots([{ point, colour: colours.contact }], { size: 8, rim: colours.pins.impacts }));
        this.labels.add(point, 'first contact', 'impact', arrow.tip);
    }

    /** Keeps sizes on the screen the same. */
    update(view, width, height) {
        for (const arrow of this.arrows) arrow.update(view.pixelSize(arrow.start, height));
        this.labels.follow(view.camera, width, height);
    }
}
