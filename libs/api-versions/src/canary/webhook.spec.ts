import { site, tag } from '../goldens/content-specimens';
import { specimens } from '../goldens/specimens';
import { canary } from './index';

describe('the webhook payload', () => {
  it.each([
    ['post', specimens.post],
    ['page', specimens.page],
    ['tag', tag],
    ['member', specimens.member],
  ] as const)('of a %s is the same for a snapshot that was stored as JSON', (resource, current) => {
    const updatedAt = new Date('2020-01-02T03:04:05Z');
    const snapshots = { current, previous: { updatedAt } };
    const payload = canary.webhook.payload(resource, snapshots, site);
    expect(canary.webhook.payload(resource, JSON.parse(JSON.stringify(snapshots)), site)).toEqual(payload);
    expect(JSON.parse(JSON.stringify(payload))[resource].previous).toHaveProperty('updated_at');
  });
});
