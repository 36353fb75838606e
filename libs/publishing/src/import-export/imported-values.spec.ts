import { exportedFields, memberDefinition } from '@almanac/resource-fields';
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
