// The panel beside the view: what is selected, in words and numbers, with its proof; the whole report when
// nothing is.
import { Vector3 } from 'three';

import { el, icon, iconButton } from './dom.js';
import { about, count, direction, number, plural } from './format.js';
import { askedKinds, kinds, measure, momentText } from './findings_list.js';
import { facts, proofSection, section } from './inspector_sections.js';
import { partName } from './names.js';
import { sentence } from './sentences.js';

const singular = {
    clashes: 'Clash',
    possible: 'Possibly inside (open mesh)',
    nearMisses: 'Near miss',
    impacts: 'Impact',
};

/** What a finding is called: near misses of a motion have moments. */
function kindTitle(kind, finding) {
    return (finding.moment ?? null) === null ? singular[kind] : 'Closest moment';
}

export class Inspector {
    constructor(report, poses, lengths, store, actions) {
        Object.assign(this, { report, poses, lengths, store, actions });
        this.element = el('aside', { class: 'inspector', 'aria-label': 'Details' });
        store.listen(['selection', 'isolated'], () => this.show());
        this.show();
    }

    show() {
        const { selection } = this.store.state;
        const content = !selection
            ? this.#overview()
            : selection.kind === 'parts'
              ? this.#part(this.report.parts[selection.index])
              : this.#finding(selection);
        const { scrollTop } = this.element;
        this.element.replaceChildren(...content.filter(Boolean));
        this.element.scrollTop = selection === this.shown ? scrollTop : 0;
        this.shown = selection;
    }

    /** What is to be known of a whole motion, with the button to its worst moment. */
    #motionVerdict() {
        const { verdict, detail, answer, atLeast } = this.report.clearance;
        const free = `Free by at least ${this.lengths.atLeast(atLeast)}`;
        return el(
            'div',
            { class: `verdict ${answer === 'free' ? 'good' : ''}` },
            el('strong', {}, answer === 'free' ? free : verdict),
            el('span', {}, detail)
        );
    }

    #verdict() {
        if (this.report.clearance) return this.#motionVerdict();
        const words = {
            clashes: ['clash', 'clashes'],
            possible: ['possibly inside (open mesh)', 'possibly inside (open mesh)'],
            nearMisses: ['near miss', 'near misses'],
            impacts: ['impact', 'impacts'],
        };
        const counted = (kind) => plural(this.report[kind].length, ...words[kind]);
        // What may be a clash is not announced as none.
        const asked = askedKinds(this.report);
        const first =
            this.report[asked[0]].length === 0 && this.report.possible.length > 0 ? 'possible' : asked[0];
        const others = asked.filter((kind) => kind !== first);
        const clean = this.report[first].length === 0;
        return el(
            'div',
            { class: `verdict ${clean ? 'good' : ''}` },
            el('strong', {}, clean ? kinds[first].empty : counted(first)),
            el(
                'span',
                {},
                others.length > 0
                    ? others.map(counted).join(', ')
                    : clean
                      ? kinds[first].emptyText
                      : 'Select one to see it.'
            )
        );
    }

    #overview() {
        const { report, lengths } = this;
        const size = this.poses.home.getSize(new Vector3()).toArray();
        const triangles = report.parts.reduce((sum, part) => sum + part.triangles, 0);
        const start = report.clearance
            ? ['impacts', 'nearMisses'].find((kind) => report[kind].length > 0)
            : report.clashes.length > 0
                ? 'clashes'
                : report.possible.length > 0
                  ? 'possible'
                  : report.nearMisses.length > 0
                    ? 'nearMisses'
                    : report.impacts.length > 0
                      ? 'impacts'
                      : null;
        return [
            this.#verdict(),
            start
                ? el(
                      'button',
                      {
                          type: 'button',
                          class: 'primary',
                          onclick: () => this.store.set({ selection: { kind: start, index: 0 } }),
                      },
                      report.clearance
                          ? 'Show the worst moment'
                          : `Go through the ${start === 'clashes' ? 'clashes' : 'findings'}`,
                      icon('next')
                  )
                : null,
            ...report.warnings.map((warning) =>
                el('div', { class: 'warning' }, icon('alert'), el('span', {}, warning))
            ),
            section(
                'Assembly',
                facts([
                    ['parts', count(report.parts.length)],
                    ['triangles shown', count(triangles)],
                    [
                        'size',
                        `${size.map((x) => lengths.number(x, 3)).join(' × ')} ${lengths.unit}`,
                        lengths.exactPoint(size),
                    ],
                    ...report.facts.map((fact) => [fact.label, fact.value, fact.detail || null]),
                ])
            ),
            report.command
                ? section(
                      'Made by',
                      el('pre', { class: 'command' }, report.command),
                      el('p', { class: 'quiet' }, `graze ${report.version}`)
                  )
                : null,
            report.clashes.length +
                report.possible.length +
                report.nearMisses.length +
                report.impacts.length >
            0
                ? section('Colours', this.#legend())
                : null,
        ];
    }

    #legend() {
        const entry = (tone, text) =>
            el('div', { class: 'legend' }, el('span', { class: `swatch swatch-${tone}` }), text);
        return el(
            'div',
            {},
            this.report.askedClashes ? entry('clash', 'in a clash') : null,
            this.report.nearMisses.length + this.report.possible.length > 0
                ? entry(
                      'near',
                      this.report.possible.length > 0
                          ? 'in a near miss, or an open mesh around a part'
                          : 'in a near miss'
                  )
                : null,
            this.report.impacts.length > 0 ? entry('impact', 'in an impact') : null,
            entry('a', 'part a of the selected pair'),
            entry('b', 'part b')
        );
    }

    #partCard(index, role) {
        const part = this.report.parts[index];
        return el(
            'button',
            {
                type: 'button',
                class: 'part-card',
                title: `${part.name}: show this part`,
                onclick: () => this.store.set({ selection: { kind: 'parts', index } }),
            },
            el('span', { class: `swatch swatch-${role}` }),
            el(
                'span',
                { class: 'part-card-text' },
                partName(part.name),
                el('span', { class: 'quiet' }, [part.kind, part.group].filter(Boolean).join(' · '))
            )
        );
    }

    #head(title, kind) {
        const step = (by) => () => this.actions.step(by);
        return el(
            'div',
            { class: 'inspector-head' },
            el('h2', {}, title),
            kind ? iconButton('previous', 'Previous (K)', step(-1)) : null,
            kind ? iconButton('next', 'Next (J)', step(1)) : null,
            iconButton('close', 'Back to the overview (Esc)', () => this.actions.clear())
        );
    }

    #buttons() {
        const isolated = this.store.state.isolated !== null;
        return el(
            'div',
            { class: 'actions' },
            el(
                'button',
                {
                    type: 'button',
                    class: `button ${isolated ? 'on' : ''}`,
                    'aria-pressed': String(isolated),
                    title: 'Show nothing else (I)',
                    onclick: () => this.actions.isolate(),
                },
                icon('isolate'),
                isolated ? 'Show the rest' : 'Isolate'
            ),
            el(
                'button',
                {
                    type: 'button',
                    class: 'button',
                    title: 'Fly there (Enter)',
                    onclick: () => this.actions.fly(),
                },
                icon('fit'),
                'Zoom'
            )
        );
    }

    #finding({ kind, index }) {
        const { report, lengths } = this;
        const finding = report[kind][index];
        const { value, spread, exact, unit } = measure(kind, finding, lengths);
        const label = {
            clashes: 'Depth',
            possible: 'Winding number',
            nearMisses: 'Distance',
            impacts: 'Time of impact',
        }[kind];
        const words = sentence(kind, finding, report).map((piece) =>
            typeof piece === 'string' ? piece : el('em', { class: `role-${piece.role}` }, piece.text)
        );
        const place = `${count(index + 1)} of ${count(report[kind].length)}`;
        return [
            this.#head(`${kindTitle(kind, finding)} ${place}`, kind),
            el('p', { class: 'sentence' }, words),
            el(
                'div',
                { class: `hero tone-${kinds[kind].tone}`, title: exact },
                el('span', { class: 'hero-label' }, label),
                el(
                    'span',
                    { class: 'hero-value' },
                    kind === 'impacts' ? 't = ' : '',
                    value,
                    unit ? el('small', {}, ` ${unit}`) : null
                ),
                spread ? el('span', { class: 'hero-spread' }, `${spread} ${unit}`) : null
            ),
            this.#partCard(finding.a, 'a'),
            this.#partCard(finding.b, 'b'),
            this.#buttons(),
            section('Numbers', this.#numbers(kind, finding)),
            proofSection(finding.proof),
            finding.notes.length > 0
                ? section(
                      'Notes',
                      el(
                          'ul',
                          { class: 'notes' },
                          finding.notes.map((note) => el('li', {}, note))
                      )
                  )
                : null,
        ];
    }

    #numbers(kind, finding) {
        const { lengths, report } = this;
        const point = (label, p) => [label, lengths.point(p), lengths.exactPoint(p)];
        const bounds = (label, pair) => [
            label,
            `${lengths.ends(pair)} ${lengths.unit}`,
            lengths.exactPoint(pair),
        ];
        if (kind === 'nearMisses') {
            return facts([
                bounds('between', finding.distance),
                finding.clearance > 0 ? ['requested', lengths.text(finding.clearance)] : null,
                (finding.moment ?? null) === null ? null : ['when', momentText(finding, report)],
                point('nearest of a', finding.pointA),
                point('nearest of b', finding.pointB),
            ]);
        }
        if (kind === 'possible')
            return facts([
                ['would be', finding.relation],
                [
                    'winding number',
                    `${number(finding.winding[0], 4, -1)} … ${number(finding.winding[1], 4, 1)}`,
                    finding.winding.join(', '),
                ],
                point('point', finding.point),
            ]);
        const along = finding.normal ? direction(finding.normal) : null;
        if (kind === 'impacts') {
            const [lower, upper] = finding.time;
            const by = finding.answer === 'not decided' ? 'not decided until' : `${finding.answer} by`;
            return facts([
                ['answer', finding.answer],
                report.clearance ? ['when', momentText({ moment: upper ?? 1 }, report)] : null,
                ['free until', number(lower, 6, -1), String(lower)],
                [by, number(upper, 6, 1), String(upper)],
                point('point', finding.point),
                ['normal a → b', along, finding.normal.join(', ')],
            ]);
        }
        const free = finding.depth && finding.depth[1] > 0 ? lengths.atMost(finding.depth[1]) : '';
        const size = finding.region ? finding.region[1].map((x, i) => x - finding.region[0][i]) : null;
        return facts([
            ['relation', finding.relation],
            finding.interference ? bounds('interference', finding.interference) : null,
            finding.depth ? bounds('escape distance', finding.depth) : null,
            [
                'contact points',
                finding.contacts.length < finding.contactCount
                    ? `${count(finding.contactCount)}, ${count(finding.contacts.length)} drawn`
                    : count(finding.contactCount),
            ],
            finding.curve.length > 0
                ? ['curve', plural(finding.curve.length / 6, 'segment', 'segments')]
                : null,
            size
                ? [
                      'region',
                      `${size.map((x) => lengths.number(x, 3)).join(' × ')} ${lengths.unit}`,
                      finding.region.map((p) => lengths.exactPoint(p)).join(' … '),
                  ]
                : null,
            point('point', finding.point),
            along
                ? [
                      free ? 'b is free after' : 'normal a → b',
                      free ? `${free} along ${along}` : along,
                      finding.normal.join(', '),
                  ]
                : null,
        ]);
    }

    #part(part) {
        const { lengths } = this;
        const box = this.poses.bounds[part.index];
        const size = box.isEmpty() ? null : box.getSize(new Vector3()).toArray();
        const centre = box.isEmpty() ? null : box.getCenter(new Vector3()).add(this.poses.origin).toArray();
        return [
            this.#head('Part', null),
            el('p', { class: 'sentence' }, partName(part.name)),
            this.#buttons(),
            section(
                'Numbers',
                facts([
                    ['kind', part.kind || '–'],
                    part.group ? ['group', part.group] : null,
                    part.source ? ['file', part.source] : null,
                    ['triangles shown', count(part.triangles)],
                    size
                        ? [
                              'box',
                              `${size.map((x) => lengths.number(x, 3)).join(' × ')} ${lengths.unit}`,
                              lengths.exactPoint(size),
                          ]
                        : null,
                    centre ? ['middle', lengths.point(centre), lengths.exactPoint(centre)] : null,
                    part.margin > 0 ? ['margin', lengths.text(part.margin)] : null,
                    this.poses.moves(part.index) ? ['motion', 'moves along the timeline'] : null,
                ])
            ),
            ...['clashes', 'possible', 'nearMisses', 'impacts'].map((kind) => this.#findingsOf(part, kind)),
        ];
    }

    #findingsOf(part, kind) {
        if (part[kind].length === 0) return null;
        const rows = part[kind].slice(0, 200).map((index) => {
            const finding = this.report[kind][index];
            const other = finding.a === part.index ? finding.b : finding.a;
            const { value, unit, wide } = measure(kind, finding, this.lengths);
            return el(
                'button',
                {
                    type: 'button',
                    class: 'link-row',
                    onclick: () => this.store.set({ selection: { kind, index } }),
                },
                el('span', { class: `dot tone-${kinds[kind].tone}` }),
                partName(this.report.parts[other].name),
                el('span', { class: 'quiet' }, `${about(value, wide)} ${unit}`)
            );
        });
        return section(
            {
                clashes: 'Clashes with',
                possible: 'Possibly inside, or around',
                nearMisses: 'Close to',
                impacts: 'Hits',
            }[kind],
            ...rows
        );
    }
}
