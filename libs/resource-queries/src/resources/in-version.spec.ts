import { inVersion } from './in-version';
import { adminPostsResource } from './posts';

const newerThanV3 = ['email_only'];
const newerThanV2 = ['unpublish_at', 'email_subject', 'send_email_when_published', ...newerThanV3];

describe('a resource in an API version', () => {
  it('has every filter and order in the newest one', () => {
    const { filters, orders } = inVersion(adminPostsResource, 'canary');
    expect([...filters.keys()]).toEqual([...adminPostsResource.filters.keys()]);
    expect([...orders.keys()]).toEqual([...adminPostsResource.orders.keys()]);
  });

  it('has no filter or order by a field that came later', () => {
    const inV2 = inVersion(adminPostsResource, 'v2');
    for (const column of newerThanV2) {
      expect([adminPostsResource.filters.has(column), inV2.filters.has(column)]).toEqual([true, false]);
      expect([adminPostsResource.orders.has(column), inV2.orders.has(column)]).toEqual([true, false]);
    }
    expect(inV2.filters.size).toBe(adminPostsResource.filters.size - newerThanV2.length);
    const inV3 = inVersion(adminPostsResource, 'v3');
    expect(newerThanV3.filter((column) => inV3.filters.has(column) || inV3.orders.has(column))).toEqual([]);
    expect(inVersion(adminPostsResource, 'v5').filters.size).toBe(adminPostsResource.filters.size);
  });
});
