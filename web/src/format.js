// Numbers for people: few digits, true minus signs, powers of ten set small; exact values are for hovering.

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function power(exponent) {
    const digits = [...String(Math.abs(exponent))].map((digit) => superscripts[digit]).join('');
    return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** A number with so many significant digits; a zero behind the point is kept, it says that the digit is known. */
export function number(value, digits = 4) {
    if (value === null || !Number.isFinite(value)) return 'unbounded';
    if (value === 0) return '0';
    const magnitude = Number(Math.abs(value).toPrecision(Math.max(1, digits)));  // 9.9999 to four digits is 10.00
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

/** Both ends of an interval with as many digits as tell them apart. */
export function ends([lower, upper], factor = 1) {
    if (lower === null || upper === null || lower === upper) return `${number(lower === null ? null : lower * factor)} … ${number(upper === null ? null : upper * factor)}`;
    let digits = 4;
    while (digits < 15 && number(lower * factor, digits) === number(upper * factor, digits)) ++digits;
    return `${number(lower * factor, digits)} … ${number(upper * factor, digits)}`;
}

export function count(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function plural(value, one, many) {
    return `${count(value)} ${value === 1 ? one : many}`;
}

/**
 * An interval as a value and its uncertainty, with as many digits of the value as the width leaves, at most four.
 * { value, spread, exact }: spread is '' for a point. Below `nothing` the value is 0.
 */
export function interval([lower, upper], factor = 1, unit = '', nothing = 0) {
    const exact = `in [${lower ?? '−∞'}, ${upper ?? '∞'}]${unit ? ` ${unit}` : ''}`;
    if (lower === null || upper === null) {
        const value = lower === null && upper === null ? 'unknown' : lower === null ? `≤ ${number(upper * factor)}` : `≥ ${number(lower * factor)}`;
        return { value, spread: '', exact };
    }
    const middle = Math.max(Math.abs(lower), Math.abs(upper)) < nothing ? 0 : ((lower + upper) / 2) * factor;
    const half = ((upper - lower) / 2) * factor;
    if (half === 0) return { value: number(middle), spread: '', exact };
    const span = middle === 0 ? 1 : Math.floor(Math.log10(Math.abs(middle))) - Math.floor(Math.log10(half)) + 1;
    return { value: number(middle, Math.min(Math.max(span, 1), 4)), spread: `± ${number(half, 1)}`, exact };
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
        point: (p) => p.map((x) => number(Math.abs(x * factor) < 1e-9 * diameter * factor ? 0 : x * factor, 4)).join(', '),
        exactPoint: (p) => `${p.join(', ')} ${unit}`,
    };
}

/** A unit vector: as an axis where it is one. */
export function direction(v) {
    const names = ['x', 'y', 'z'];
    for (let i = 0; i < 3; ++i) if (Math.abs(v[i]) > 1 - 1e-9) return `${v[i] > 0 ? '+' : '−'}${names[i]}`;
    return `(${v.map((x) => number(Math.abs(x) < 1e-6 ? 0 : x, 3)).join(', ')})`;
}
