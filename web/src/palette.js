// Colours of the 3D view. Parts are quiet greys, tinted a little by their group; findings and the selected
// pair are not.
import { Color } from 'three';

// Hues of groups in degrees: steel, sand, teal, mauve, sage, slate, clay. With little saturation they are
// told apart without speaking up.
const hues = [212, 38, 186, 282, 150, 235, 18];

function hue(text) {
    let hash = 2166136261;
    for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
    return hues[(hash >>> 8) % hues.length] / 360;
}

const light = {
    ground: '#dde3e9',
    edges: '#3a424c',
    veilEdges: '#3a424c',
    edgeStrength: 0.72,
    plain: [0.14, 0.72],
    clash: '#d98f93',
    near: '#dcbf86',
    impact: '#bfa0d6',
    struck: '#c86ad0',
    picked: '#79aef0',
    a: '#ee8f35',
    b: '#3f8fe8',
    curve: '#d3123f',
    arrow: '#b30d34',
    measure: '#8a5600',
    region: '#d3123f',
    contact: '#ffffff',
    contactRim: '#b30d34',
    pins: { clashes: '#d3123f', possible: '#c98608', nearMisses: '#c98608', impacts: '#9542d0' },
    sky: '#c3c8cf',
    soil: '#7d848d',
    key: 0.5,
};

const dark = {
    ground: '#272c33',
    edges: '#0b0d10',
    veilEdges: '#aab4c0',
    edgeStrength: 0.7,
    plain: [0.1, 0.46],
    clash: '#b4636b',
    near: '#a2854c',
    impact: '#8a6ea3',
    struck: '#bd5cc9',
    picked: '#5f97e0',
    a: '#f09a48',
    b: '#4f9df2',
    curve: '#ff5c7a',
    arrow: '#ff7f95',
    measure: '#f0bd66',
    region: '#ff5c7a',
    contact: '#20252b',
    contactRim: '#ff7f95',
    pins: { clashes: '#ff5470', possible: '#f0b23e', nearMisses: '#f0b23e', impacts: '#c98cf5' },
    sky: '#b4bac4',
    soil: '#5a616b',
    key: 0.5,
};

// How much of its tone a part of a finding takes while nothing is selected: enough to be seen, not enough to
// shout.
const tints = { clash: 0.8, near: 0.45, impact: 0.45 };

export function palette(isDark) {
    return isDark ? dark : light;
}

/** The colour of a part for its tone. */
export function partColour(colours, tone, part, target = new Color()) {
    const [saturation, lightness] = colours.plain;
    if (part.endless && tone === 'plain') return target.set(colours.ground);
    if (part.colour) target.setRGB(...part.colour);
    else if (part.group) target.setHSL(hue(part.group), saturation, lightness);
    else target.setHSL(hues[0] / 360, saturation, lightness);
    return tone === 'plain' ? target : target.lerp(new Color(colours[tone]), tints[tone] ?? 1);
}
