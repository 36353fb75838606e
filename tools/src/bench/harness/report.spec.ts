import { type Figure } from './figure';
import { tableOf } from './report';

const figure: Figure = { benchmark: 'b', measure: 'm', values: [149.6, 152.1], unit: 'MB', bar: 'none', isMet: null };

/** The cells of the only figure of a table. */
function cellsOf(more: Partial<Figure>): string[] {
  const [, row = ''] = tableOf([{ ...figure, ...more }]).split('\n');
  return row.split(/ {2,}/);
}

describe('tableOf', () => {
  it('does not say that a figure without a bar is met', () => {
    expect(cellsOf({})).toEqual(['b', 'm', '151 (150–152) MB', '–', '–', 'none', '–']);
  });

  it('prints a decimal of values and ratios within 1 % of their limits', () => {
    expect(cellsOf({ limits: { value: 150 }, bar: 'each ≤ 150 MB', isMet: false })).toEqual([
      ...['b', 'm', '150.8 (149.6–152) MB', '–', '–', 'each ≤ 150 MB', 'NO'],
    ]);
    const reference = { name: 'reference', values: [300, 300] };
    expect(cellsOf({ reference, limits: { ratio: 0.5 }, bar: '≥ 50 %', isMet: true })[4]).toBe('50.3 % (49.9 %–51 %)');
  });
});
