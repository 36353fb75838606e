import type { FastifyRequest } from 'fastify';
import { type AccessLevel, isGated, type Visitor, visitorOf } from './visitor';

describe('visitorOf', () => {
  const requestOf = (visitor?: Partial<Visitor>): FastifyRequest => Object.assign(Object.create(null), { visitor });

  it('returns the visitor of a request, and fails for a request that was not identified', () => {
    const visitor = { access: 'member' as const };
    expect(visitorOf(requestOf(visitor))).toBe(visitor);
    expect(() => visitorOf(requestOf())).toThrow('The visitor of this request was not identified.');
  });
});

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
