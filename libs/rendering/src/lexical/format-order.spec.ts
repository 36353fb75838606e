import { isPrintedAsWritten } from './format-order';

describe('isPrintedAsWritten', () => {
  it.each([
    [[], true],
    [[0, 1, 0], true],
    [[3, 1], true],
    [[3, 19, 1], true],
    [[3, 19, 2], false],
    [[1, 3, 2], false],
    [[3, undefined, 2], true],
  ])('of the formats %j is %j', (line, expected) => {
    expect(isPrintedAsWritten(line)).toBe(expected);
  });
});
