import { exportedFields, memberDefinition, postDefinition } from '@almanac/resource-fields';
import { ImportLog } from './import-log';
import { shortTextIn } from './imported-row';
import { importedValues } from './imported-values';

describe('a string that is too long', () => {
  it('is cut before a character that does not fit, and reported', () => {
    const log = new ImportLog({ version: null, totals: new Map() });
    const reader = { siteUrl: 'https://site.example', table: 'members', log };
    const fits = `${'x'.repeat(189)}😀`;
    const names = [fits, `x${fits}`].map((name) => importedValues(exportedFields(memberDefinition), { name }, reader));
    expect(names).toMatchObject([{ name: fits }, { name: 'x'.repeat(190) }]);
    expect(log.result().report.fields).toMatchObject([{ table: 'members', field: 'name', values: 1 }]);
  });

  it('has a whole number of characters', () => {
    expect([1, 2, 3].map((length) => shortTextIn({ slug: 'a😀' }, 'slug', length))).toEqual(['a', 'a', 'a😀']);
  });
});

describe('an unreadable boolean or integer', () => {
  it.each<[string, unknown, unknown, number]>([
    ['show_title_and_feature_image', 'x', true, 1],
    ['show_title_and_feature_image', 2, true, 1],
    ['show_title_and_feature_image', '', true, 0],
    ['show_title_and_feature_image', null, true, 0],
    ['show_title_and_feature_image', '0', false, 0],
    ['featured', [], false, 1],
    ['featured', 'true', true, 0],
    ['revision', 'x', 1, 1],
    ['revision', 1.5, 1, 1],
    ['revision', ' ', 1, 1],
    ['revision', '7', 7, 0],
  ])('in %s: %j becomes %j, the default, and is counted', (column, value, expected, values) => {
    const log = new ImportLog({ version: null, totals: new Map() });
    const field = postDefinition.list.find((one) => one.column === column);
    const stored = importedValues(field ? [field] : [], { [column]: value }, { siteUrl: '', table: 'posts', log });
    expect(Object.values(stored)).toEqual([expected]);
    const reason = 'The value cannot be read; the default is stored.';
    const counted = [{ table: 'posts', field: column, reason, values }];
    expect(log.result().report.fields).toEqual(values > 0 ? counted : []);
  });
});
