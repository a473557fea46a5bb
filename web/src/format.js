// Numbers for people: few digits, true minus signs, powers of ten set small; exact values are for hovering.

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function power(exponent) {
    const digits = [...String(Math.abs(exponent))].map((digit) => superscripts[digit]).join('');
    return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/**
 * |value| with so many digits, the nearest such number; with `side` > 0 none that is smaller, with `side` < 0
 * none that is larger.
 */
function rounded(value, digits, side) {
    const size = Math.abs(value);
    const nearest = Number(size.toPrecision(digits)); // 9.9999 to four digits is 10.00
    if (side === 0 || (side > 0 ? nearest >= size : nearest <= size)) return nearest;
    const step = 10 ** (Math.floor(Math.log10(size)) + 1 - digits);
    return Math.max(0, Number((side > 0 ? size + step : size - step).toPrecision(digits)));
}

/**
 * A number with so many significant digits; a zero behind the point is kept, it says that the digit is known.
 * Rounded to the nearest, or `toward` -1: down, +1: up.
 */
export function number(value, digits = 4, toward = 0) {
    if (value === null || !Number.isFinite(value)) return 'unbounded';
    if (value === 0) return '0';
    const magnitude = rounded(value, Math.max(1, digits), value < 0 ? -toward : toward);
    if (magnitude === 0) return '0';
    const sign = value < 0 ? '−' : '';
    if (magnitude < 1e-4 || magnitude >= 1e7) {
        const [mantissa, exponent] = magnitude.toExponential(Math.max(0, digits - 1)).split('e');
        const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
        return `${sign}${short === '1' ? '' : `${short} × `}${power(Number(exponent))}`;
    }
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(magnitude)));
    const text = magnitude.toFixed(Math.min(decimals, 16));
    const [whole, rest] = text.split('.');
    const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
    return sign + grouped + (rest ? `.${rest}` : '');
}

/** Both ends of an interval with as many digits as tell them apart, rounded outward. */
export function ends([lower, upper], factor = 1) {
    if (lower === null || upper === null) {
        const scaled = (end) => (end === null ? null : end * factor);
        return `${number(scaled(lower), 4, -1)} … ${number(scaled(upper), 4, 1)}`;
    }
    if (lower === upper) return number(lower * factor, 6);
    let digits = 4;
    while (digits < 15 && number(lower * factor, digits) === number(upper * factor, digits)) ++digits;
    return `${number(lower * factor, digits, -1)} … ${number(upper * factor, digits, 1)}`;
}

export function count(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function plural(value, one, many) {
    return `${count(value)} ${value === 1 ? one : many}`;
}

/**
 * An interval as a value and its uncertainty, with as many digits of the value as the width leaves, at most
 * four: value ± spread contains it. One too narrow to be seen in four digits is the nearest number, and the
 * spread says how well it is known.
 * { value, spread, exact, wide }: spread is '' for a point. Ends below `nothing` are 0.
 */
export function interval([lower, upper], factor = 1, unit = '', nothing = 0) {
    const exact = `in [${lower ?? '−∞'}, ${upper ?? '∞'}]${unit ? ` ${unit}` : ''}`;
    if (lower === null || upper === null) {
        const value =
            lower === null && upper === null
                ? 'unknown'
                : lower === null
                  ? `≤ ${number(upper * factor, 4, 1)}`
                  : `≥ ${number(lower * factor, 4, -1)}`;
        return { value, spread: '', exact, wide: true };
    }
    const middle = Math.max(Math.abs(lower), Math.abs(upper)) < nothing ? 0 : ((lower + upper) / 2) * factor;
    const half = ((upper - lower) / 2) * factor;
    if (half === 0) return { value: number(middle), spread: '', exact, wide: false };
    const nearest = middle === 0 ? '0' : number(lower * factor);
    if (middle === 0 || nearest === number(upper * factor))
        return { value: nearest, spread: `known to within ${number(2 * half, 1, 1)}`, exact, wide: false };
    const span = Math.floor(Math.log10(Math.abs(middle))) - Math.floor(Math.log10(half)) + 2;
    const digits = Math.min(Math.max(span, 1), 4);
    const shown = Math.sign(middle) * rounded(middle, digits, 0);
    // As seen from the number that is shown; a rounding of these differences is no reason for another step.
    const reach = Math.max(upper * factor - shown, shown - lower * factor) * (1 - 1e-13);
    return { value: number(middle, digits), spread: `± ${number(reach, 2, 1)}`, exact, wide: true };
}

/** The value alone, where there is no room for the spread. */
export function about(value, wide) {
    return wide && !/^[≤≥]/.test(value) ? `≈ ${value}` : value;
}

/** Lengths of a report: metres are shown in a unit that fits the assembly's size, other units as they are. */
export function lengthFormat(unit, diameter) {
    let factor = 1;
    let shown = unit;
    if (unit === 'm' && diameter > 0) {
        if (diameter < 0.02) [factor, shown] = [1e6, 'µm'];
        else if (diameter < 20) [factor, shown] = [1e3, 'mm'];
    }
    return {
        unit: shown,
        number: (value, digits) => number(value * factor, digits),
        text: (value, digits) => `${number(value * factor, digits)} ${shown}`,
        interval: (bounds) => interval(bounds, factor, unit, 1e-12 * diameter),
        ends: (bounds) => ends(bounds, factor),
        atLeast: (value) => `${number(value * factor, 4, -1)} ${shown}`,
        atMost: (value) => `${number(value * factor, 4, 1)} ${shown}`,
        point: (p) =>
            p
                .map((x) => number(Math.abs(x * factor) < 1e-9 * diameter * factor ? 0 : x * factor, 4))
                .join(', '),
        exactPoint: (p) => `${p.join(', ')} ${unit}`,
    };
}

/** A unit vector: as an axis where it is one. */
export function direction(v) {
    const names = ['x', 'y', 'z'];
    for (let i = 0; i < 3; ++i) if (Math.abs(v[i]) > 1 - 1e-9) return `${v[i] > 0 ? '+' : '−'}${names[i]}`;
    return `(${v.map((x) => number(Math.abs(x) < 1e-6 ? 0 : x, 3)).join(', ')})`;
}
