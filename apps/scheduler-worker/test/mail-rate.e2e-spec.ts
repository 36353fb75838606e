import { addMember, addOwner, addPost } from '@almanac/testing';
import { NewsletterSink } from './newsletter-sink';
import { startWorker, until, type WorkerUnderTest } from './scheduler-worker';

describe('MAIL_RATE', () => {
  let sink: NewsletterSink;
  beforeAll(async () => {
    sink = await NewsletterSink.open();
  });
  afterAll(() => sink.close());
  beforeEach(() => sink.reset());

  /** Starts a worker that sends a newsletter to two members. */
  async function startNewsletter(mailRate: number): Promise<WorkerUnderTest> {
    const worker = await startWorker('postgres', { smtpUrl: sink.url, mailConnections: 10, mailRate });
    const { manager } = worker.publishing;
    await addOwner(manager);
    for (const name of ['ada', 'grace']) await addMember(manager, { email: `${name}@example.com` });
    await addPost(manager, {
      title: 'Limited',
      status: 'scheduled',
      publishedAt: new Date(Date.now() - 1_000),
      sendEmailWhenPublished: true,
      authors: [{ id: '1' }],
    });
    return worker;
  }

  it('uses one permit for each mail, and none at the end of a batch', async () => {
    const worker = await startNewsletter(1);
    const { publishing } = worker;
    await until(
      async () => (await publishing.query(`select from publishing.emails where status = 'submitted'`)).length > 0,
    );
    expect(sink.recipients()).toHaveLength(2);
    const [row] = await publishing.query(
      `select extract(epoch from r.next_at - e.created_at)::float8 as seconds
       from publishing.mail_rate r, publishing.emails e`,
    );
    expect(row.seconds).toBeLessThan(6);
    await worker.close();
  });

  it('does not delay the end of the worker, which keeps the other recipients pending', async () => {
    const worker = await startNewsletter(1 / 60);
    await until(() => sink.recipients().length === 1);
    const { publishing } = worker;
    const rows = (): Promise<object[]> =>
      publishing.query(`select status, attempt_count as attempts from publishing.email_recipients order by status`);
    await until(async () => JSON.stringify(await rows()).includes('"sent"'));
    const before = performance.now();
    await worker.app.close();
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(await rows()).toEqual([
      { status: 'pending', attempts: 0 },
      { status: 'sent', attempts: 1 },
    ]);
    expect(sink.recipients()).toHaveLength(1);
    const [batch] = await publishing.query(
      `select completed_at as "completedAt", next_attempt_at <= now() as "isDue" from publishing.email_batches`,
    );
    expect(batch).toEqual({ completedAt: null, isDue: true });
    await worker.close();
  });
});
