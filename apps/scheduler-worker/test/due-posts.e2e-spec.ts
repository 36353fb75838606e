import { Post } from '@almanac/entities';
import { addOwner, addPost, lexicalOf } from '@almanac/testing';
import { engines, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const fromNow = (ms: number): Date => new Date(Date.now() + ms);

describe.each(engines('due publishing'))('due posts over %s', (engine) => {
  let worker: WorkerUnderTest;

  beforeAll(async () => {
    worker = await startWorker(engine);
    await addOwner(worker.publishing.manager);
  });
  afterAll(() => worker.close());

  const find = (id: string): Promise<Post> => worker.publishing.manager.findOneByOrFail(Post, { id });
  const hasStatus = (id: string, status: string) => async () => (await find(id)).status === status;

  it('publishes a post at its due moment, and delivers one webhook', async () => {
    const webhook = await worker.addWebhook('/published', { event: 'post.published' });
    const dueAt = fromNow(600);
    const post = await addPost(worker.publishing.manager, {
      status: 'scheduled',
      publishedAt: dueAt,
      authors: [{ id: '1' }],
    });
    await until(hasStatus(post.id, 'published'));
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt.getTime());
    await until(() => worker.receiver.at('/published').length > 0);
    const [received] = worker.receiver.at('/published');
    expect(JSON.parse(received?.body ?? '').post).toMatchObject({
      current: { id: post.id, status: 'published', authors: [{ id: '1' }] },
      previous: { status: 'scheduled' },
    });
    const deliveries = await worker.publishing.query(
      'select 1 from publishing.webhook_deliveries where webhook_id = $1',
      [webhook.id],
    );
    expect(deliveries).toHaveLength(1);
  });

  it('leaves a post that is not due yet', async () => {
    const later = await addPost(worker.publishing.manager, { status: 'scheduled', publishedAt: fromNow(3_600_000) });
    const due = await addPost(worker.publishing.manager, { status: 'scheduled', publishedAt: fromNow(-1_000) });
    await until(hasStatus(due.id, 'published'));
    expect((await find(later.id)).status).toBe('scheduled');
    await worker.publishing.manager.delete(Post, { id: later.id });
  });

  it('publishes a rescheduled post at its new moment', async () => {
    const post = await addPost(worker.publishing.manager, { status: 'scheduled', publishedAt: fromNow(3_600_000) });
    const dueAt = fromNow(600);
    await worker.publishing.manager.update(Post, { id: post.id }, { publishedAt: dueAt });
    await worker.record({
      subjectType: 'post',
      subjectId: post.id,
      event: 'post.rescheduled',
      payload: { current: {}, previous: {} },
    });
    await until(hasStatus(post.id, 'published'));
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt.getTime());
  });

  it('adds a delayed wake-up job for a scheduled post', async () => {
    const dueAt = new Date('2030-01-02T03:04:05Z');
    const post = await addPost(worker.publishing.manager, { status: 'scheduled', publishedAt: dueAt });
    await worker.record({
      subjectType: 'post',
      subjectId: post.id,
      event: 'post.scheduled',
      payload: { current: {}, previous: {} },
    });
    await until(async () => {
      const metrics = await worker.app.inject('/metrics');
      return /queue_jobs\{queue="publish-due",state="delayed"[^}]*\} 1/.test(metrics.body);
    });
  });

  it('publishes overdue posts and pages once', async () => {
    const overdue = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        addPost(worker.publishing.manager, {
          status: 'scheduled',
          type: index % 2 ? 'page' : 'post',
          publishedAt: fromNow(-3_600_000),
        }),
      ),
    );
    await Promise.all(overdue.map(({ id }) => until(hasStatus(id, 'published'))));
    const [row] = await worker.publishing.query(
      `select count(*)::int as count from publishing.outbox where event in ('post.published', 'page.published')
       and subject_id = any($1)`,
      [overdue.map(({ id }) => id)],
    );
    expect(row.count).toBe(25);
  });

  it('moves a post back to draft at its unpublish_at', async () => {
    await worker.addWebhook('/unpublished', { event: 'post.unpublished' });
    const post = await addPost(worker.publishing.manager, { unpublishAt: fromNow(300) });
    await until(hasStatus(post.id, 'draft'));
    await until(() => worker.receiver.at('/unpublished').length === 1);
  });

  it('reports lateness and due posts as metrics', async () => {
    const { body } = await worker.app.inject('/metrics');
    expect(body).toMatch(/publishing_lateness_seconds_count\{[^}]*action="publish"[^}]*\} 28/);
    expect(body).toMatch(/publishing_due_count\{[^}]*action="publish"[^}]*\} 0/);
    expect(body).toMatch(/publishing_due_oldest_age_seconds\{[^}]*action="publish"[^}]*\} 0/);
  });

  it('reports the number and age of due posts in the first scrape (P12)', async () => {
    const body = await worker.publishing.transaction(async (manager) => {
      // The lock keeps the publishing transaction from ending.
      await manager.query('lock table publishing.outbox in share mode');
      await addPost(worker.publishing.manager, { status: 'scheduled', publishedAt: fromNow(-60_000) });
      return (await worker.app.inject('/metrics')).body;
    });
    const shown = (name: string): number =>
      Number(new RegExp(`^${name}\\{[^}]*action="publish"[^}]*\\} (\\S+)$`, 'm').exec(body)?.[1]);
    expect(shown('publishing_due_count')).toBe(1);
    expect(shown('publishing_due_oldest_age_seconds')).toBeGreaterThanOrEqual(60);
  });

  it('is live, and ready while PostgreSQL and the queue respond', async () => {
    expect((await worker.app.inject('/health/live')).statusCode).toBe(200);
    const ready = await worker.app.inject('/health/ready');
    expect(ready.json()).toEqual({ status: 'ok', checks: { queue: 'ok', publishing: 'ok', calendar: 'ok' } });
  });

  it('publishes a post with its lexical source, and delivers it to the webhooks of versions that know it', async () => {
    const lexical = lexicalOf('Hello');
    await worker.addWebhook('/lexical-v5', { event: 'post.published', apiVersion: 'v5' });
    await worker.addWebhook('/lexical-v3', { event: 'post.published', apiVersion: 'v3' });
    const post = await addPost(worker.publishing.manager, {
      status: 'scheduled',
      publishedAt: fromNow(-1_000),
      lexical,
      html: '<p>Hello</p>',
    });
    await until(hasStatus(post.id, 'published'));
    expect(await find(post.id)).toMatchObject({ lexical, html: '<p>Hello</p>' });
    const received = async (path: string): Promise<object> => {
      const bodies = () => worker.receiver.at(path).map(({ body }) => JSON.parse(body).post.current);
      await until(() => bodies().some(({ id }) => id === post.id));
      return bodies().find(({ id }) => id === post.id);
    };
    expect(await received('/lexical-v5')).toMatchObject({ lexical });
    expect(await received('/lexical-v3')).not.toHaveProperty('lexical');
  });
});
