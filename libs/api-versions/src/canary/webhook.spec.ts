import { site, tag } from '../goldens/content-samples';
import { samples } from '../goldens/samples';
import { canary } from './index';

describe('the webhook payload', () => {
  it.each([
    ['post', samples.post],
    ['page', samples.page],
    ['tag', tag],
    ['member', samples.member],
  ] as const)('of a %s is the same for a snapshot that was stored as JSON', (resource, current) => {
    const updatedAt = new Date('2020-01-02T03:04:05Z');
    const snapshots = { current, previous: { updatedAt } };
    const payload = canary.webhook.payload(resource, snapshots, site);
    expect(canary.webhook.payload(resource, JSON.parse(JSON.stringify(snapshots)), site)).toEqual(payload);
    expect(JSON.parse(JSON.stringify(payload))[resource].previous).toHaveProperty('updated_at');
  });
});
