import { postInstants, memberInstants } from './row-instants';
import { reviveInstants } from './instant-properties';

const AT = '2026-03-01T10:00:00.000Z';
const at = new Date(AT);

describe('reviveInstants', () => {
  it('makes Dates of the instants of a row and of its relations', () => {
    const row = {
      title: 'T',
      createdAt: AT,
      publishedAt: null,
      tags: [{ id: 't', updatedAt: AT }],
      authors: [{ id: 'u', lastSeenAt: AT, roles: [{ id: 'r', createdAt: AT }] }],
    };
    expect(reviveInstants<object>(row, postInstants)).toEqual({
      title: 'T',
      createdAt: at,
      publishedAt: null,
      tags: [{ id: 't', updatedAt: at }],
      authors: [{ id: 'u', lastSeenAt: at, roles: [{ id: 'r', createdAt: at }] }],
    });
    expect(row.createdAt).toBe(AT);
  });

  it('reads the year 0, which PostgreSQL writes as 1 BC', () => {
    const row = { publishedAt: '0001-02-03T04:05:06.789+00:00 BC', createdAt: '0001-02-03T04:05:06+00:00' };
    expect(reviveInstants<object>(row, postInstants)).toEqual({
      publishedAt: new Date('0000-02-03T04:05:06.789Z'),
      createdAt: new Date('0001-02-03T04:05:06Z'),
    });
  });

  it('leaves dates in texts, Dates, and properties without a definition as they are', () => {
    const row = { note: AT, createdAt: at, chattedAt: AT, subscriptions: [{ startedAt: AT, planNickname: AT }] };
    expect(reviveInstants<object>(row, memberInstants)).toEqual({
      ...row,
      subscriptions: [{ startedAt: at, planNickname: AT }],
    });
  });

  it('adds no relation that was not loaded', () => {
    expect(Object.keys(reviveInstants<object>({ id: 'p', createdAt: AT }, postInstants))).toEqual(['id', 'createdAt']);
  });
});
