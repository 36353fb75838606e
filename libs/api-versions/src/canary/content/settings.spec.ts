import { settings } from './settings';

const site = { url: 'https://example.com', timezone: 'Etc/UTC' };
const menuOf = (stored: string): unknown => settings(new Map([['navigation', stored]]), site).navigation;

describe('a menu of the site', () => {
  it('contains the label and the URL of each item', () => {
    expect(menuOf('[{"label":"Home","url":"/","slug":"home"}]')).toEqual([{ label: 'Home', url: '/' }]);
  });

  it('leaves out items whose label or URL is no string', () => {
    const items = [
      { label: 2024, url: '/2024/' },
      { label: { en: 'Home' }, url: '/' },
      { label: 'Home', url: null },
      { label: 'Home' },
      ['label', 'url'],
      'Home',
      null,
      { label: '', url: '' },
    ];
    expect(menuOf(JSON.stringify(items))).toEqual([{ label: '', url: '' }]);
  });

  it.each(['', 'null', '{}', 'no JSON'])('is empty for %j', (stored) => {
    expect(menuOf(stored)).toEqual([]);
  });
});
