import { navigationOf } from './navigation.ts';

const at = (currentPath: string, siteUrl = 'https://site.example') => ({ siteUrl, currentPath });
const navigation = [
  { label: 'Home', url: '/' },
  { label: 'Sea', url: 'https://site.example/tag/sea/' },
  { label: 'Map', url: 'https://maps.example/harbour?zoom=3' },
];

describe('navigationOf', () => {
  it('returns both levels', () => {
    const { primary, secondary } = navigationOf(
      { navigation, secondary_navigation: [{ label: 'Contact', url: '/contact/' }] },
      at('/'),
    );
    expect(primary.map(({ label }) => label)).toEqual(['Home', 'Sea', 'Map']);
    expect(secondary).toEqual([{ label: 'Contact', href: '/contact/', isCurrent: false }]);
  });

  it('makes addresses on the site paths and leaves those of other sites', () => {
    const { primary } = navigationOf({ navigation }, at('/'));
    expect(primary.map(({ href }) => href)).toEqual(['/', '/tag/sea/', 'https://maps.example/harbour?zoom=3']);
  });

  it('keeps addresses on the site whose path begins with two slashes', () => {
    const urls = ['https://site.example//about/', '/.//maps.example/x'];
    const { primary } = navigationOf({ navigation: urls.map((url) => ({ label: 'x', url })) }, at('/'));
    expect(primary.map(({ href }) => href)).toEqual(['/about/', '/maps.example/x']);
  });

  it.each([
    ['/', ['Home']],
    ['/tag/sea', ['Sea']],
    ['/tag/sea/', ['Sea']],
    ['/tag/sea/page/2/', []],
    ['/harbour', []],
  ])('marks the current item of %s', (path, labels) => {
    const { primary } = navigationOf({ navigation }, at(path));
    expect(primary.filter(({ isCurrent }) => isCurrent).map(({ label }) => label)).toEqual(labels);
  });

  it('keeps query and fragment, and does not mark a part of the page as the page', () => {
    const entries = [
      { label: 'Berlin', url: '/events/?zone=Europe/Berlin' },
      { label: 'Team', url: '/about/#team' },
    ];
    expect(navigationOf({ navigation: entries }, at('/about/')).primary).toEqual([
      { label: 'Berlin', href: '/events/?zone=Europe/Berlin', isCurrent: false },
      { label: 'Team', href: '/about/#team', isCurrent: false },
    ]);
  });

  it('leaves out entries without label or address, and addresses that run scripts', () => {
    const entries = [
      { label: '', url: '/a/' },
      { label: 'B' },
      { label: 'C', url: 'javascript:alert(1)' },
      { label: 'D', url: 'data:text/html,x' },
      { label: 'E', url: 'http://[' },
      { label: 'Mail', url: 'mailto:desk@site.example' },
    ];
    expect(navigationOf({ navigation: entries }, at('/')).primary.map(({ label }) => label)).toEqual(['Mail']);
  });

  it('accepts settings without navigation', () => {
    expect(navigationOf({ navigation: null }, at('/'))).toEqual({ primary: [], secondary: [] });
  });
});
