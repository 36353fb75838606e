import type { SeededRandom } from '../faults/random';

const HTML = [
  '<p>text</p>',
  '<p>a <a href="__GHOST_URL__/b/">link</a><img src="/content/images/a.png"></p>',
  '<script>alert(1)</script><p>after</p>',
  '<table><tr><td>cell</td></tr></table>',
  '<p>unclosed <b>tags',
  '<!--members-only--><p>paid</p>',
];
const MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  markups: [],
  atoms: [],
  cards: [],
  sections: [[1, 'p', [[0, [], 0, 'text']]]],
});
const LEXICAL = JSON.stringify({
  root: {
    ...{ type: 'root', version: 1, direction: 'ltr', format: '', indent: 0 },
    children: [
      {
        ...{ type: 'paragraph', version: 1, direction: 'ltr', format: '', indent: 0 },
        children: [{ type: 'text', text: 'text', version: 1, format: 0, style: '', mode: 'normal', detail: 0 }],
      },
    ],
  },
});

/** Values that are wrong or unusual for most columns. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, '', ' ', 0, -1, 1, 1.5, 1e300, true, false, [], {}, [1], { a: { b: 1 } }, 'x'.repeat(5_000), '\0', 'a\0b'],
  ...[
    '\ud800',
    '\u202e',
    '🙂',
    "'; drop table posts; --",
    '__proto__',
    '../../etc',
    '<b>',
    '=1+1',
    '0000-00-00 00:00:00',
  ],
];

/** A random one of the values. */
export function oneOf<T>(random: SeededRandom, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random.next() * values.length)] ?? values[0];
}

/** A value that is wrong or unusual for most columns. */
export function oddValue(random: SeededRandom): unknown {
  return ODD_VALUES[Math.floor(random.next() * ODD_VALUES.length)];
}

/**
 * An id in one of the forms that exports have: those of versions of Ghost or of converters, or a wrong one.
 * @param number the number of the row
 */
export function idOf(random: SeededRandom, number: number): unknown {
  const hex = number.toString(16).padStart(24, '5');
  return oneOf<() => unknown>(random, [
    () => hex,
    () => hex,
    () => number,
    () => String(number),
    () => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    () => undefined,
    () => `post-${number}`,
    () => oddValue(random),
  ])();
}

/** A date in one of the forms that exports have, or a wrong one. */
export function dateOf(random: SeededRandom): unknown {
  return oneOf(random, [
    '2020-01-02T03:04:05.000Z',
    '2019-05-06 07:08:09',
    1_500_000_000_000,
    null,
    '0000-00-00 00:00:00',
    '0000-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '-000001-01-01T00:00:00Z',
    'soon',
    {},
  ] as [unknown, ...unknown[]]);
}

/** The columns with the content of a post: html with one source, several or none, or damaged content. */
export function contentOf(random: SeededRandom): Record<string, unknown> {
  const html = oneOf(random, HTML as [string, ...string[]]);
  return oneOf<() => Record<string, unknown>>(random, [
    () => ({ html }),
    () => ({ html, mobiledoc: MOBILEDOC, lexical: null }),
    () => ({ html, lexical: LEXICAL, mobiledoc: null }),
    () => ({ html, lexical: LEXICAL, mobiledoc: MOBILEDOC }),
    () => ({ markdown: '# Title\n\n<b>bold</b>', html: null }),
    () => ({ html, mobiledoc: '{"version":' }),
    () => ({ html, lexical: LEXICAL.replace('paragraph', 'unheard-of') }),
    () => ({ html: null, mobiledoc: null, lexical: null }),
    () => ({ lexical: oddValue(random), mobiledoc: oddValue(random), html: oddValue(random) }),
  ])();
}
