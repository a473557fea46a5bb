// The camera: turning around a point, flights to what was chosen, standard views. Lengths of the view.
import { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const fieldOfView = 32; // degrees: long enough a lens that parallel edges look parallel
const flightSeconds = 0.65;

function eased(t) {
    return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
}

/** Two unit vectors across `up`: what is front, and what is right of it. */
function axesAcross(up) {
    const aid = Math.abs(up.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
    const front = aid.addScaledVector(up, -aid.dot(up)).normalize().negate();
    return { front, right: new Vector3().crossVectors(up, front) };
}

export class ViewCamera {
    constructor(element, up, onChange) {
        this.up = up.clone().normalize();
        this.onChange = onChange;
        this.camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 100);
        this.camera.up.copy(this.up);
        this.controls = new OrbitControls(this.camera, element);
        this.controls.enableDamping = true;
        this.controls.dampingFactor = 0.18;
        this.controls.zoomToCursor = true;
        this.controls.addEventListener('change', onChange);
        this.controls.addEventListener('start', () => {
            this.flight = null;
        });
        this.across = axesAcross(this.up);
        this.flight = null;
        const { front, right } = this.across;
        this.homeDirection = new Vector3()
            .addScaledVector(front, 0.75)
            .addScaledVector(right, 0.62)
            .addScaledVector(this.up, 0.52)
            .normalize();
    }

    /** Unit, from the target to the camera. */
    direction() {
        return this.camera.position.clone().sub(this.controls.target).normalize();
    }

    /** How far the camera must be to see a ball of this radius whole. */
    distanceFor(radius) {
        const vertical = (fieldOfView * Math.PI) / 360;
        const horizontal = Math.atan(Math.tan(vertical) * this.camera.aspect);
        return (1.08 * radius) / Math.sin(Math.min(vertical, horizontal));
    }

    /** How far the camera must be from the middle of a box to see it whole from a direction. */
    distanceForBox(box, direction) {
        const right = new Vector3().crossVectors(this.up, direction).normalize();
        const above = new Vector3().crossVectors(direction, right);
        const half = box.max.clone().sub(box.min).multiplyScalar(0.5);
        const vertical = Math.tan((fieldOfView * Math.PI) / 360);
        let distance = 0;
        for (let i = 0; i < 8; ++i) {
            const corner = new Vector3(
                i & 1 ? half.x : -half.x,
                i & 2 ? half.y : -half.y,
                i & 4 ? half.z : -half.z
            );
            const spread = Math.max(
                Math.abs(corner.dot(right)) / (vertical * this.camera.aspect),
                Math.abs(corner.dot(above)) / vertical
            );
            distance = Math.max(distance, 1.12 * spread + corner.dot(direction));
        }
        return distance;
    }

    /** Moves so that a box is seen whole, from a direction; the present one without. */
    flyToBox(box, direction = null, instant = false) {
        const toward = (direction ?? this.direction()).clone().normalize();
        this.#fly(box.getCenter(new Vector3()), toward, this.distanceForBox(box, toward), instant);
    }

    /** The same for a ball. */
    flyTo(centre, radius, direction = null) {
        this.#fly(
            centre,
            (direction ?? this.direction()).clone().normalize(),
            this.distanceFor(Math.max(radius, 1e-12)),
            false
        );
    }

    #fly(centre, toward, distance, instant) {
        const from = {
            target: this.controls.target.clone(),
            direction: this.direction(),
            distance: this.camera.position.distanceTo(this.controls.target),
        };
        const to = { target: centre.clone(), direction: toward, distance };
        const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
        if (instant || still || !Number.isFinite(from.distance) || from.distance === 0) {
            this.#set(to.target, to.direction, to.distance);
            this.flight = null;
        } else {
            this.flight = {
                from,
                to,
                start: performance.now(),
                turn: new Quaternion().setFromUnitVectors(from.direction, to.direction),
            };
        }
        this.onChange();
    }

    #set(target, direction, distance) {
        this.controls.target.copy(target);
        this.camera.position.copy(target).addScaledVector(direction, distance);
        this.camera.lookAt(target);
    }

    /** Along an axis of the up frame: 'front', 'right', 'top', 'home', or a vector. */
    namedDirection(name) {
        if (name === 'home') return this.homeDirection;
        if (name === 'front') return this.across.front;
        if (name === 'right') return this.across.right;
        return this.clearOfPole(this.up);
    }

    /** Straight down or up there is no left and right: a little aside. */
    clearOfPole(direction) {
        const along = direction.dot(this.up);
        if (Math.abs(along) < 0.9999) return direction.clone();
        return direction.clone().addScaledVector(this.across.front, 1e-3).normalize();
    }

    /** The vector without its part along up, unit; the home direction's when nothing is left. */
    #level(vector) {
        const flat = vector.clone().addScaledVector(this.up, -vector.dot(this.up));
        return flat.lengthSq() > 1e-6 ? flat.normalize() : this.#level(this.homeDirection);
    }

    /**
     * A direction on the present side, mostly across a normal and somewhat from above: a depth shows best
     * from its side. `clear` tells whether what is looked at can be seen from a direction; the first of some
     * around the normal for which it is true is taken.
     */
    besideOf(normal, clear = () => true) {
        const preferred = this.#beside(normal);
        const across = preferred.clone().addScaledVector(normal, -preferred.dot(normal)).normalize();
        const around = [0, 40, -40, 80, -80, 120, -120, 180].map((degrees) =>
            across.clone().applyAxisAngle(normal, (degrees * Math.PI) / 180)
        );
        return this.clearOfPole([preferred, ...around].find(clear) ?? preferred);
    }

    #beside(normal) {
        let level = this.#level(this.direction());
        if (Math.abs(normal.dot(this.up)) < 0.8) {
            const along = this.#level(normal);
            const across = new Vector3().crossVectors(this.up, along);
            if (across.dot(level) < 0) across.negate();
            if (along.dot(level) < 0) along.negate();
            level = across.multiplyScalar(0.88).addScaledVector(along, 0.48).normalize();
        }
        return level.addScaledVector(this.up, 0.45).normalize();
    }

    /** To be called before each frame; whether another one is needed. */
    step(now, sceneCentre, sceneRadius) {
        let busy = false;
        if (this.flight) {
            const { from, to, start, turn } = this.flight;
            const t = Math.min((now - start) / (1000 * flightSeconds), 1);
            const share = eased(t);
            const direction = from.direction
                .clone()
                .applyQuaternion(new Quaternion().slerp(turn, share))
                .normalize();
            const distance = Math.exp((1 - share) * Math.log(from.distance) + share * Math.log(to.distance));
            this.#set(from.target.clone().lerp(to.target, share), direction, distance);
            busy = t < 1;
            if (!busy) this.flight = null;
        } else {
            busy = this.controls.update();
        }
        this.#clip(sceneCentre, sceneRadius);
        return busy;
    }

    #clip(sceneCentre, sceneRadius) {
        const away = this.camera.position.distanceTo(sceneCentre);
        const reach = this.camera.position.distanceTo(this.controls.target);
        this.camera.far = away + 1.05 * sceneRadius + reach;
        this.camera.near = Math.max(
            away - 1.05 * sceneRadius,
            Math.min(0.02 * reach, 0.05 * sceneRadius),
            1e-5 * this.camera.far
        );
        this.camera.updateProjectionMatrix();
        this.camera.updateMatrixWorld();
    }

    /** Length of one pixel's height at a point. */
    pixelSize(point, viewHeight) {
        const depth = Math.max(
            -point.clone().applyMatrix4(this.camera.matrixWorldInverse).z,
            this.camera.near
        );
        return (2 * depth * Math.tan((fieldOfView * Math.PI) / 360)) / viewHeight;
    }
}
