import { isLargeList } from './large-lists';

describe('isLargeList', () => {
  it.each(['all', '101', '1000', '1000abc', ['15', '500']])('is true for the limit %j', (limit) => {
    expect(isLargeList({ query: { limit } })).toBe(true);
  });

  it.each(['15', '100', '100abc', '0x7f', '', undefined])('is false for the limit %j', (limit) => {
    expect(isLargeList({ query: { limit } })).toBe(false);
  });

  it('is false without a limit', () => {
    expect(isLargeList({ query: {} })).toBe(false);
  });
});
