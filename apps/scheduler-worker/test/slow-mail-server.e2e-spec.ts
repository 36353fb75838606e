import { addMember, addOwner, addPost } from '@almanac/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { NewsletterSink } from './newsletter-sink';
import { configurationFor, startApp, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

/** Longer than the claim of a batch (12 s). RFC 5321, 4.5.3.2.6 allows the server ten minutes. */
const REPLY_DELAY_MS = 17_000;

describe('a newsletter to a mail server that accepts each mail slowly', () => {
  let sink: NewsletterSink;
  let worker: WorkerUnderTest;
  let second: NestFastifyApplication;

  beforeAll(async () => {
    sink = await NewsletterSink.open();
    sink.replyDelayMs = REPLY_DELAY_MS;
    const mail = { smtpUrl: sink.url, mailConnections: 2 };
    worker = await startWorker('postgres', mail);
    second = await startApp(configurationFor(worker.databaseUrl, worker.queueUrl, mail));
    await addOwner(worker.publishing.manager);
  });
  afterAll(async () => {
    await second.close();
    await worker.close();
    await sink.close();
  });

  it('is sent once to each member, also with several workers', async () => {
    const addresses = ['ada@example.com', 'bo@example.com'];
    for (const email of addresses) await addMember(worker.publishing.manager, { email });
    await addPost(worker.publishing.manager, {
      title: 'Slow',
      status: 'scheduled',
      publishedAt: new Date(Date.now() - 1_000),
      sendEmailWhenPublished: true,
      authors: [{ id: '1' }],
    });
    const counts = async (): Promise<object[]> =>
      worker.publishing.query(
        `select sent_count as sent, failed_count as failed, error from publishing.emails where status = 'submitted'`,
      );
    await until(async () => (await counts()).length > 0);
    expect(await counts()).toEqual([{ sent: 2, failed: 0, error: null }]);
    expect(sink.recipients().sort()).toEqual(addresses);
  });
});
