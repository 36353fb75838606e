import { createObjectId, Webhook } from '@almanac/entities';
import { PostsService } from '@almanac/publishing';
import { addPost } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

describe('GET health', () => {
  let api: AdminApiUnderTest;
  beforeEach(async () => {
    api = await startAdminApi();
  });
  afterEach(() => api.close());

  const read = async (): Promise<Record<string, unknown>> => {
    const response = await api.owner.in('canary').get('health/');
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
    return response.one('health');
  };
  const ago = (ms: number): Date => new Date(Date.now() - ms);
  const recordMail = (id: string, columns: Record<string, string>): Promise<unknown> => {
    const { payload = '{"template":"test","to":"a@example.com"}', occurred = 'now()', ...rest } = columns;
    const names = Object.keys(rest).map((name) => `, ${name}`);
    const values = Object.values(rest).map((value) => `, ${value}`);
    return api.dataSource.query(
      `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload, occurred_at${names.join('')})
       values ($1, 'mail', $1, 1, 'mail.requested', $2, ${occurred}${values.join('')})`,
      [id, payload],
    );
  };

  it('has nothing to report of a new site', async () => {
    expect(await read()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      due: { publish: { count: 0, oldest_age_seconds: 0 }, unpublish: { count: 0, oldest_age_seconds: 0 } },
      lateness: [],
      outbox: { unrelayed: 0, oldest_age_seconds: 0, incomplete: 0 },
      deliveries: { waiting: 0, due: 0, oldest_age_seconds: 0 },
      webhooks: [],
      mails: { waiting: 0, oldest_age_seconds: 0, failed: 0, failures: [] },
      newsletters: { sending: 0, failing: 0, failing_seconds: 0, failures: [] },
      migrations: { pending: [], newer: [] },
    });
  });

  it('counts what is due and not done', async () => {
    const { manager } = api.dataSource;
    await addPost(manager, { status: 'scheduled', publishedAt: ago(90_000) });
    await addPost(manager, { status: 'scheduled', publishedAt: ago(-90_000) });
    await addPost(manager, { type: 'page', publishedAt: ago(90_000), unpublishAt: ago(30_000) });
    const { due } = Object(await read());
    expect(due.publish.count).toBe(1);
    expect(due.publish.oldest_age_seconds).toBeGreaterThanOrEqual(90);
    expect(due.unpublish).toMatchObject({ count: 1 });
  });

  it('shows how late due posts were published and unpublished, and leaves out changes by users', async () => {
    const { manager } = api.dataSource;
    await addPost(manager, { status: 'scheduled', publishedAt: ago(8_000) });
    await addPost(manager, { status: 'scheduled', publishedAt: ago(2_000), type: 'page' });
    await addPost(manager, { publishedAt: ago(90_000), unpublishAt: ago(4_000) });
    const byHand = await addPost(manager, { status: 'scheduled', publishedAt: ago(-3_600_000) });
    const early = await addPost(manager, { status: 'scheduled', publishedAt: ago(-3_600_000) });
    const ended = await addPost(manager, { publishedAt: ago(90_000), unpublishAt: ago(-3_600_000) });
    const posts = api.app.get(PostsService);
    await posts.publishDue(10);
    await posts.unpublishDue(10);
    for (const [{ id, updatedAt }, change] of [
      [byHand, { status: 'published', published_at: ago(1_000).toISOString() }],
      // As in Ghost, the post keeps its later `published_at`.
      [early, { status: 'published' }],
      [ended, { status: 'draft' }],
    ] as const) {
      const body = { posts: [{ ...change, updated_at: updatedAt?.toISOString() }] };
      expect((await api.owner.in('canary').put(`posts/${id}/`, body)).status).toBe(200);
    }
    const lateness = Object(await read()).lateness as { count: number; max_seconds: number; mean_seconds: number }[];
    expect(lateness.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(Math.max(...lateness.map(({ max_seconds }) => max_seconds))).toBeGreaterThanOrEqual(8);
    expect(Math.max(...lateness.map(({ max_seconds }) => max_seconds))).toBeLessThan(60);
  });

  it('says which webhooks fail and why, without their secrets', async () => {
    const { manager } = api.dataSource;
    const add = (values: Partial<Webhook>): Promise<unknown> =>
      manager.insert(Webhook, {
        id: createObjectId(),
        event: 'post.added',
        targetUrl: `https://hooks.example/${createObjectId()}`,
        secret: 'SECRET-of-the-webhook',
        createdAt: ago(0),
        ...values,
      });
    await add({ name: 'Fine' });
    await add({
      name: 'Failing',
      failingSinceAt: ago(60_000),
      lastTriggeredStatus: '500',
      lastTriggeredError: 'It broke.',
    });
    await add({
      name: 'Off',
      status: 'disabled',
      disabledAt: ago(30_000),
      disabledReason: 'The receiver responded 410 Gone.',
    });
    const health = await read();
    expect(health.webhooks).toMatchObject([
      { name: 'Off', status: 'disabled', disabled_reason: 'The receiver responded 410 Gone.' },
      { name: 'Failing', status: 'available', last_status: '500', last_error: 'It broke.' },
    ]);
    expect(JSON.stringify(health)).not.toContain('SECRET-of-the-webhook');
  });

  it('counts waiting deliveries, changes and mails', async () => {
    await recordMail('unrelayed', { occurred: `now() - interval '50 seconds'` });
    await recordMail('open', { occurred: `now() - interval '70 seconds'`, relayed_at: 'now()' });
    await recordMail('sent', { relayed_at: 'now()', completed_at: 'now()' });
    await api.dataSource.query(
      `insert into publishing.webhooks (id, event, target_url, created_at) values ('w', 'post.added', 'https://x', now())`,
    );
    await api.dataSource.query(
      `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, status, next_attempt_at, created_at)
       values ('due', 'w', '1', 'post.added', 'pending', now() - interval '20 seconds', now()),
         ('later', 'w', '2', 'post.added', 'pending', now() + interval '1 hour', now()),
         ('done', 'w', '3', 'post.added', 'delivered', null, now())`,
    );
    const { outbox, deliveries, mails } = Object(await read());
    expect(outbox).toMatchObject({ unrelayed: 1, incomplete: 1 });
    expect(deliveries).toMatchObject({ waiting: 2, due: 1 });
    expect(deliveries.oldest_age_seconds).toBeGreaterThanOrEqual(20);
    expect(mails).toMatchObject({ waiting: 2, failed: 0 });
    expect(mails.oldest_age_seconds).toBeGreaterThanOrEqual(70);
  });

  it('lists the mails that were given up within a day, without their addresses', async () => {
    const payload = '{"template":"staff-invitation","to":"secret@example.com","failure":"connect ECONNREFUSED"}';
    const done = { relayed_at: 'now()', completed_at: 'now()', payload };
    await recordMail('failed', { ...done, occurred: `now() - interval '3 hours'` });
    await recordMail('long ago', { ...done, occurred: `now() - interval '25 hours'` });
    const { mails } = Object(await read());
    expect(mails).toMatchObject({
      failed: 1,
      failures: [{ id: 'failed', template: 'staff-invitation', reason: 'connect ECONNREFUSED' }],
    });
    expect(JSON.stringify(mails)).not.toContain('secret@example.com');
  });

  it('lists the newsletters of a week that were not sent, or not to all', async () => {
    const add = async (id: string, columns: Record<string, string>): Promise<void> => {
      const { id: postId } = await addPost(api.dataSource.manager, { title: id });
      const [names, values] = [Object.keys(columns), Object.values(columns)];
      await api.dataSource.query(
        `insert into publishing.emails (id, post_id, subject, ${names.join(', ')}) values ($1, $2, $1, ${values.join(', ')})`,
        [id, postId],
      );
    };
    const counts = { recipient_count: '10', sent_count: '8' };
    await add('sent', { status: `'submitted'`, ...counts });
    await add('sent to some', { status: `'submitted'`, ...counts, failed_count: '2' });
    await add('waits', {
      status: `'submitting'`,
      error: `'connect ECONNREFUSED'`,
      failing_since: `now() - interval '90 seconds'`,
      created_at: `now() - interval '1 hour'`,
    });
    await add('given up', { status: `'failed'`, error: `'454 No'`, created_at: `now() - interval '2 days'` });
    await add('long ago', { status: `'failed'`, created_at: `now() - interval '8 days'` });
    const { newsletters } = Object(await read());
    expect(newsletters).toMatchObject({
      sending: 1,
      failing: 1,
      failures: [
        { subject: 'sent to some', recipients: 10, sent: 8, failed: 2, error: null },
        { subject: 'waits', status: 'submitting', error: 'connect ECONNREFUSED' },
        { subject: 'given up', status: 'failed', error: '454 No', post_id: expect.any(String) },
      ],
    });
    expect(newsletters.failures).toHaveLength(3);
    expect(newsletters.failing_seconds).toBeGreaterThanOrEqual(90);
  });

  it('names migrations of a newer version', async () => {
    await api.dataSource.query(
      `insert into publishing.migrations (timestamp, name) values (9999999999999, 'FromTheFuture9999999999999')`,
    );
    expect(Object(await read()).migrations).toEqual({ pending: [], newer: ['FromTheFuture9999999999999'] });
  });

  it('is for the owner and administrators, in canary', async () => {
    expect((await (await api.as('Administrator')).in('canary').get('health/')).status).toBe(200);
    for (const role of ['Editor', 'Author', 'Contributor'] as const)
      expect((await (await api.as(role)).in('canary').get('health/')).status).toBe(403);
    expect((await api.integration.in('canary').get('health/')).status).toBe(501);
    expect((await api.anonymous.in('canary').get('health/')).status).toBe(403);
    expect((await api.owner.in('v5').get('health/')).status).toBe(404);
  });
});
