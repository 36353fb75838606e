import { postCodec, memberCodec } from './record-codecs';
import { reviveInstants } from './instant-codec';

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
    expect(reviveInstants<object>(row, postCodec)).toEqual({
      title: 'T',
      createdAt: at,
      publishedAt: null,
      tags: [{ id: 't', updatedAt: at }],
      authors: [{ id: 'u', lastSeenAt: at, roles: [{ id: 'r', createdAt: at }] }],
    });
    expect(row.createdAt).toBe(AT);
  });

  it('leaves dates in texts, Dates, and properties without a definition as they are', () => {
    const row = { note: AT, createdAt: at, chattedAt: AT, subscriptions: [{ startedAt: AT, planNickname: AT }] };
    expect(reviveInstants<object>(row, memberCodec)).toEqual({
      ...row,
      subscriptions: [{ startedAt: at, planNickname: AT }],
    });
  });

  it('adds no relation that was not loaded', () => {
    expect(Object.keys(reviveInstants<object>({ id: 'p', createdAt: AT }, postCodec))).toEqual(['id', 'createdAt']);
  });
});
