// What the user has chosen, in one place. Listeners hear of changes once they are all made.

export class Store {
    #listeners = [];
    #changed = null;

    constructor(state) {
        this.state = state;
    }

    /** Calls back with the state and the set of keys that changed; keys limit what is listened to. */
    listen(keys, callback) {
        this.#listeners.push({ keys: new Set(keys), callback });
    }

    set(changes) {
        const first = this.#changed === null;
        if (first) this.#changed = new Set();
        for (const [key, value] of Object.entries(changes)) {
            if (Object.is(this.state[key], value)) continue;
            this.state[key] = value;
            this.#changed.add(key);
        }
        if (first) this.#tell();
    }

    // A listener may set values itself: these are told in another round.
    #tell() {
        for (let round = 0; this.#changed.size > 0 && round < 16; ++round) {
            const changed = this.#changed;
            this.#changed = new Set();
            for (const { keys, callback } of this.#listeners) {
                if ([...changed].some((key) => keys.has(key))) callback(this.state, changed);
            }
        }
        this.#changed = null;
    }
}
