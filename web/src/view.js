// The 3D view: draws when something has changed, never otherwise, and turns the pointer into selections.
import { Box3, Ray, Scene, Sphere, Vector3, WebGLRenderer } from 'three';

import { appearance, selectedParts } from './appearance.js';
import { ViewCamera } from './camera.js';
import { el } from './dom.js';
import { Gizmo } from './gizmo.js';
import { Marks } from './marks.js';
import { palette } from './palette.js';
import { PartsMesh } from './parts_mesh.js';
import { Picking, rayThrough } from './picking.js';
import { drawsInSoftware } from './software_gl.js';

const slowFrame = 90; // milliseconds: beyond it moving pictures are drawn with less in them
const leastShare = 0.03; // of the triangles of a moving picture
// triangles that a processor draws in a millisecond: a first guess, until moving pictures are measured
const softwareRate = 300;
const settled = 160; // milliseconds of rest after which the full picture is drawn
const motionShare = 0.3; // of everything: how much of a motion's surroundings is seen at least
const clickPixels = 4; // a press that moves further turns the view

export class View {
    #frame = 0;

    constructor(parent, report, poses, lengths, store) {
        Object.assign(this, { parent, report, poses, store });
        this.canvas = parent.appendChild(
            el('canvas', { class: 'canvas', tabindex: '0', 'aria-label': '3D view of the assembly' })
        );
        this.software = drawsInSoftware();
        this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: !this.software, alpha: true });
        this.renderer.autoClear = false;
        this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, 2));
        this.scene = new Scene();
        this.parts = new PartsMesh(report, poses, this.scene);
        this.camera = new ViewCamera(this.canvas, new Vector3(...report.up), () => this.invalidate());
        this.marks = new Marks(report, poses, lengths, parent);
        this.gizmo = new Gizmo(parent, (direction) => this.look(direction));
        this.picking = new Picking(report, poses);
        this.tip = parent.appendChild(el('div', { class: 'tip', hidden: true }));
        this.frames = { count: 0, milliseconds: 0 };
        if (this.software) this.wholeFrame = this.parts.index.length / 3 / softwareRate;
        this.#listen();
        this.#place();
        this.resize();
        this.camera.flyToBox(this.#visibleBox(), this.camera.homeDirection, true);
        this.#colour();
        this.#mark();
    }

    #listen() {
        const { store } = this;
        store.listen(['time', 'explode', 'selection'], () => this.#place());
        store.listen(['selection', 'hidden', 'isolated', 'opacity', 'time', 'dark', 'hovered'], () =>
            this.#colour()
        );
        store.listen(['selection', 'dark', 'time', 'explode'], () => this.#mark());
        store.listen(['edges'], (state) => {
            this.parts.edgesShown = state.edges;
            this.invalidate();
        });
        new ResizeObserver(() => this.resize()).observe(this.parent);
        this.canvas.addEventListener('pointerdown', (event) => {
            this.pressed = [event.clientX, event.clientY];
        });
        this.canvas.addEventListener('pointerup', (event) => this.#released(event));
        this.canvas.addEventListener('pointermove', (event) => this.#hover(event));
        this.canvas.addEventListener('pointerleave', () => this.#hover(null));
        this.canvas.addEventListener('dblclick', () => this.flyToSelection());
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.parent;
        if (width === 0 || height === 0) return;
        [this.width, this.height] = [width, height];
        this.renderer.setSize(width, height, false);
        this.camera.camera.aspect = width / height;
        this.invalidate();
    }

    #colours() {
        return palette(this.store.state.dark);
    }

    #around() {
        const chosen = selectedParts(this.store.state.selection, this.report);
        if (!chosen || chosen.part !== undefined) return null;
        return { centre: this.#target().centre, keep: new Set([chosen.a, chosen.b]) };
    }

    #place() {
        const { time, explode } = this.store.state;
        this.poses.place(time, explode, this.#around());
        this.parts.place();
        const everything = this.poses.sceneBounds();
        for (const bounds of this.poses.bounds) if (!bounds.isEmpty()) everything.union(bounds);
        this.sphere = everything.getBoundingSphere(new Sphere());
        this.invalidate();
    }

    #colour() {
        const { state } = this.store;
        const colours = this.#colours();
        this.looks = appearance(state, this.report);
        this.parts.colour(this.looks, colours, state.hovered, this.camera.up);
        this.invalidate();
    }

    /** Marks belong to where the parts were checked: at the start, at a moment, or at an impact's time. */
    #mark() {
        const { selection, time } = this.store.state;
        const colours = this.#colours();
        const finding =
            selection && selection.kind !== 'parts' ? this.report[selection.kind][selection.index] : null;
        const away = finding && Math.abs(time - (finding.moment ?? 0)) > 1e-12;
        const moved = away && (this.poses.moves(finding.a) || this.poses.moves(finding.b));
        if (!finding) this.marks.showPins(colours, this.#pinsShown());
        else if (selection.kind === 'impacts') this.marks.showImpact(finding, colours);
        else if (moved) this.marks.clear();
        else if (selection.kind === 'clashes') this.marks.showClash(finding, colours);
        else if (selection.kind === 'possible') this.marks.showPossible(finding, colours);
        else this.marks.showNearMiss(finding, colours);
        this.invalidate();
    }

    #pinsShown() {
        const { selection, time, explode } = this.store.state;
        if (selection || explode > 0) return new Set();
        if (this.report.clearance) return new Set(['impacts']); // the others have moments of their own
        return new Set(time > 0 ? ['impacts'] : ['clashes', 'possible', 'nearMisses']);
    }

    invalidate() {
        if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
    }

    #draw(now) {
        this.#frame = 0;
        const begin = performance.now();
        const busy = this.camera.step(begin, this.sphere.center, this.sphere.radius);
        const share = this.#pace(now, busy);
        const { camera } = this.camera;
        this.redraw(share);
        this.gizmo.update(camera);
        this.frames.count += 1;
        this.frames.milliseconds += performance.now() - begin;
        if (busy) this.invalidate();
    }

    /** Draws at once, with the camera where it is: all, or a share of the triangles and no edges. */
    redraw(share = 1) {
        const { camera } = this.camera;
        this.renderer.clear();
        this.marks.update(this.camera, this.width, this.height);
        const render = () => this.renderer.render(this.scene, camera);
        this.parts.drawShown(render, share);
        this.renderer.render(this.marks.scene, camera);
        this.parts.drawVeiled(render, share);
    }

    /**
     * Sets how finely this frame is drawn. While things move and frames take long, fewer points are drawn, no
     * edges, and of the triangles a share, large parts first; that share is returned, 1 for a full picture.
     * The full picture follows when things have come to rest.
     */
    #pace(now, busy) {
        const gap = now - (this.lastFrame ?? -Infinity);
        this.lastFrame = now;
        // What a whole frame would take; a gap of seconds is a pause, not a frame.
        if (gap < 10000 && this.moving)
            this.wholeFrame = 0.5 * ((this.wholeFrame ?? gap) + gap / (this.share ?? 1));
        this.moving = busy || (gap < settled && !this.resting);
        this.resting = false;
        const inHaste = this.moving && this.wholeFrame > slowFrame;
        this.share = inHaste ? Math.min(Math.max(slowFrame / this.wholeFrame, leastShare), 1) : 1;
        const scale = inHaste ? 0.6 : this.software && !this.moving ? 2 : 1;
        const ratio = scale * Math.min(globalThis.devicePixelRatio || 1, 2);
        if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
        clearTimeout(this.rest);
        if (inHaste || (this.software && this.moving)) {
            this.rest = setTimeout(() => {
                this.resting = true;
                this.invalidate();
            }, settled);
        }
        return this.share;
    }

    /** Box of all that is visible; planes without end are not framed. */
    #visibleBox() {
        const box = new Box3();
        this.poses.bounds.forEach((bounds, part) => {
            if (
                !bounds.isEmpty() &&
                !this.report.parts[part].endless &&
                (!this.looks || this.looks[part].mode !== 0)
            )
                box.union(bounds);
        });
        return box.isEmpty() ? this.poses.home : box;
    }

    fit() {
        this.camera.flyToBox(this.#visibleBox());
    }

    look(direction) {
        const toward =
            typeof direction === 'string'
                ? this.camera.namedDirection(direction)
                : this.camera.clearOfPole(direction);
        this.camera.flyTo(
            this.camera.controls.target,
            this.camera.camera.position.distanceTo(this.camera.controls.target) / this.camera.distanceFor(1),
            toward
        );
    }

    /**
     * Where the selection is, how large it is, across which normal it is seen best, and whether the place
     * itself can be seen from outside.
     */
    #target() {
        const { selection } = this.store.state;
        const chosen = selectedParts(selection, this.report);
        if (chosen.part !== undefined) {
            const sphere = this.poses.bounds[chosen.part].getBoundingSphere(new Sphere());
            return { centre: sphere.center, radius: 1.3 * sphere.radius, normal: null };
        }
        const finding = this.report[selection.kind][selection.index];
        const [smaller, larger] = [finding.a, finding.b]
            .map((part) => this.report.parts[part].radius)
            .sort((x, y) => x - y);
        if (selection.kind === 'nearMisses') {
            const [a, b] = [this.poses.toView(finding.pointA), this.poses.toView(finding.pointB)];
            const gap = a.distanceTo(b);
            return {
                centre: a.clone().lerp(b, 0.5),
                radius: Math.max(1.5 * gap, Math.min(0.9 * smaller, 25 * gap), 0.2 * smaller),
                normal: gap > 0 ? b.sub(a).normalize() : null,
                open: true,
            };
        }
        const normal = finding.normal ? new Vector3(...finding.normal) : null;
        const point = this.poses.toView(finding.point);
        const depth = finding.depth?.[1] ?? 0;
        if (!finding.region)
            return {
                centre: point,
                radius: Math.max(1.1 * smaller, 1.3 * depth),
                normal,
                open: selection.kind === 'impacts',
            };
        const [min, max] = finding.region.map((corner) => this.poses.toView(corner));
        const size = 0.5 * min.distanceTo(max);
        const inside = finding.relation.includes('inside') ? Math.min(1.1 * larger, 8 * smaller) : 0;
        return {
            centre: min.lerp(max, 0.5),
            radius: Math.max(
                1.5 * size,
                Math.min(1.1 * smaller, 8 * size),
                0.15 * smaller,
                1.3 * depth,
                inside
            ),
            normal,
        };
    }

    /** Whether no part of the selected pair hides a point from a camera so far away in a direction. */
    #seen(point, direction, distance) {
        const { a, b } = selectedParts(this.store.state.selection, this.report);
        const camera = point.clone().addScaledVector(direction, distance);
        const hit = this.picking.nearest(
            new Ray(camera, direction.clone().negate()),
            (part) => part === a || part === b
        );
        return !hit || hit.distance > 0.98 * distance;
    }

    flyToSelection() {
        if (!this.store.state.selection) return this.fit();
        const { centre, radius: near, normal, open } = this.#target();
        // In a motion a body alone does not show where it is.
        const radius = this.report.clearance ? Math.max(near, motionShare * this.sphere.radius) : near;
        const clear = (direction) => !open || this.#seen(centre, direction, this.camera.distanceFor(radius));
        this.camera.flyTo(centre, radius, normal ? this.camera.besideOf(normal, clear) : null);
    }

    #at(event) {
        const rect = this.canvas.getBoundingClientRect();
        const [x, y] = [event.clientX - rect.left, event.clientY - rect.top];
        const pin = this.marks.pinAt(x, y, this.camera.camera, this.width, this.height);
        if (pin) return { pin };
        const hit = this.picking.pick(
            rayThrough(this.camera.camera, (2 * x) / this.width - 1, 1 - (2 * y) / this.height),
            this.looks
        );
        return hit ? { part: hit.part } : {};
    }

    #released(event) {
        const [x, y] = this.pressed ?? [Infinity, 0];
        if (event.button !== 0 || Math.hypot(event.clientX - x, event.clientY - y) > clickPixels) return;
        const { pin, part } = this.#at(event);
        if (pin) this.store.set({ selection: { kind: pin.kind, index: pin.index } });
        else if (part !== undefined)
            this.store.set({ selection: { kind: 'parts', index: part, quiet: true } });
        else this.store.set({ selection: null });
    }

    #hover(event) {
        this.pointer = event && event.buttons === 0 ? event : null;
        if (this.hovering) return;
        this.hovering = true;
        requestAnimationFrame(() => {
            this.hovering = false;
            const { pin, part } = this.pointer && !this.camera.flight ? this.#at(this.pointer) : {};
            const over = pin ? this.#pinText(pin) : part !== undefined ? this.report.parts[part].name : '';
            this.store.set({ hovered: part ?? -1 });
            this.canvas.style.cursor = over ? 'pointer' : '';
            this.tip.hidden = !over;
            if (!over) return;
            const rect = this.canvas.getBoundingClientRect();
            this.tip.textContent = over;
            const x = this.pointer.clientX - rect.left + 14;
            const y = this.pointer.clientY - rect.top + 16;
            this.tip.style.transform = `translate(${x}px, ${y}px)`;
        });
    }

    #pinText({ kind, index }) {
        const { a, b } = this.report[kind][index];
        return `${this.report.parts[a].name} – ${this.report.parts[b].name}`;
    }
}
