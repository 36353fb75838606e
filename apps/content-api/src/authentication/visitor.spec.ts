import { type AccessLevel, isGated } from './visitor';

describe('isGated', () => {
  it.each<[AccessLevel, string[]]>([
    ['public', ['members', 'paid', 'unknown', undefined].map(String)],
    ['member', ['paid', 'unknown', undefined].map(String)],
    ['paid', ['unknown', undefined].map(String)],
    ['everything', []],
  ])('hides the expected visibilities from the access level %s', (access, hidden) => {
    const visibilities = ['public', 'members', 'paid', 'unknown', undefined];
    expect(visibilities.filter((visibility) => isGated({ access }, visibility)).map(String)).toEqual(hidden);
  });
});
