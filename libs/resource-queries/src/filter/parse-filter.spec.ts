import { BadRequestError } from '@almanac/errors';
import type { FilterNode } from './filter-node';
import { dependsOnTime, parseFilter, withoutKeys } from './parse-filter';

const equals = (key: string, value: string | boolean | null, isNegated = false): FilterNode => ({
  kind: 'condition',
  key,
  isNegated,
  comparison: { kind: 'equals', value },
});

describe('parseFilter', () => {
  it.each<[string, FilterNode]>([
    ['slug:post-3', equals('slug', 'post-3')],
    ['slug:-post-3', equals('slug', 'post-3', true)],
    ['featured:true', equals('featured', true)],
    ['custom_excerpt:-null', equals('custom_excerpt', null, true)],
    ["title:'It\\'s, really (yes)'", equals('title', "It's, really (yes)")],
  ])('reads one condition: %s', (filter, node) => {
    expect(parseFilter(filter)).toEqual(node);
  });

  it.each<[string, string]>([
    ['tag:a', 'a'],
    ['(tag:a)', 'a'],
    ['(tag:é)', 'é'],
    ['slug:007', '007'],
    ['(slug:2020)', '2020'],
    ['id:123456789012345678901234', '123456789012345678901234'],
    ['slug:1.50', '1.50'],
  ])('reads a value the lexer alone would lose: %s', (filter, value) => {
    expect(parseFilter(filter)).toMatchObject({ comparison: { kind: 'equals', value } });
  });

  it.each<[string, string[]]>([
    ['tag:[a,b]', ['a', 'b']],
    ['tag:[tech,b,music]', ['tech', 'b', 'music']],
    ["tag:[ 'x,y' , 1 ]", ['x,y', '1']],
  ])('reads a list: %s', (filter, values) => {
    expect(parseFilter(filter)).toMatchObject({ isNegated: false, comparison: { kind: 'in', values } });
    expect(parseFilter(filter.replace(':', ':-'))).toMatchObject({ isNegated: true, comparison: { values } });
  });

  it('binds + tighter than , and keeps groups', () => {
    expect(parseFilter('a:1,b:2+c:3')).toMatchObject({ kind: 'or', nodes: [{ key: 'a' }, { kind: 'and' }] });
    expect(parseFilter('(a:1,b:2)+c:3')).toMatchObject({ kind: 'and', nodes: [{ kind: 'or' }, { key: 'c' }] });
    expect(parseFilter('((a:1))')).toMatchObject({ key: 'a' });
  });

  it.each([
    ["title:~'x'", { kind: 'matches', text: 'x', at: 'anywhere' }, false],
    ["title:~^'a.b'", { kind: 'matches', text: 'a.b', at: 'start' }, false],
    ["title:~$'50%$'", { kind: 'matches', text: '50%$', at: 'end' }, false],
    ["title:-~'^x$'", { kind: 'matches', text: '^x$', at: 'anywhere' }, true],
    ["title:~'a/b\\n\n'", { kind: 'matches', text: 'a/b\\n\n', at: 'anywhere' }, false],
  ])('reads what is to be found as it was written: %s', (filter, comparison, isNegated) => {
    expect(parseFilter(filter)).toMatchObject({ isNegated, comparison });
  });

  it('reads comparisons and relative dates', () => {
    expect(parseFilter('published_at:>now-30d')).toMatchObject({
      comparison: { kind: 'range', operator: '>', value: { amount: -30, unit: 'days' } },
    });
    expect(parseFilter("created_at:<='2020-01-01 10:00'")).toMatchObject({
      comparison: { kind: 'range', operator: '<=', value: '2020-01-01 10:00' },
    });
  });

  it('returns null for an empty filter', () => {
    expect(parseFilter('')).toBeNull();
    expect(parseFilter('  ')).toBeNull();
  });

  it.each(['this is not nql', 'featured:true+', "title:'abc", 'a:b)', ':', 'a:', "a:''", 'yg:x', `a:'\0'`, '[a,b]'])(
    'refuses %j',
    (filter) => {
      expect(() => parseFilter(filter)).toThrow(BadRequestError);
      expect(() => parseFilter(filter)).toThrow('Error parsing filter');
    },
  );

  it('rejects a filter that is too deep or too long', () => {
    expect(() => parseFilter(`${'('.repeat(1000)}a:b${')'.repeat(1000)}`)).toThrow('Error parsing filter');
    expect(() => parseFilter(Array(101).fill('a:bc').join(','))).toThrow('Error parsing filter');
    expect(parseFilter(Array(100).fill('a:bc').join(','))).toMatchObject({ kind: 'or' });
  });
});

describe('withoutKeys', () => {
  it('drops every condition on a key, and groups that become empty', () => {
    const filter = parseFilter('(status:draft,(status:scheduled+status:-x))+featured:true');
    expect(filter && withoutKeys(filter, new Set(['status']))).toEqual({
      kind: 'and',
      nodes: [equals('featured', true)],
    });
    const only = parseFilter('status:[draft,published]');
    expect(only && withoutKeys(only, new Set(['status']))).toBeNull();
  });
});

describe('dependsOnTime', () => {
  it.each([
    ['a:b+c:>now-1d', true],
    ['a:b+c:>2020-01-01', false],
    ['c:[now-1d,x]', true],
  ])('%s: %s', (filter, expected) => {
    const parsed = parseFilter(filter);
    expect(parsed && dependsOnTime(parsed)).toBe(expected);
  });
});
