import type { Member, Post } from '@almanac/entities';
import { addMember, addOwner, addPost, type PostToAdd } from '@almanac/testing';
import PostalMime, { type Email } from 'postal-mime';
import { NewsletterSink } from './newsletter-sink';
import { engines, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

interface EmailRow {
  id: string;
  status: string;
  recipients: number;
  sent: number;
  failed: number;
  skipped: number;
  error: string | null;
}

describe.each(engines('newsletters'))('the mail of a post over %s', (engine) => {
  let worker: WorkerUnderTest;
  let sink: NewsletterSink;

  beforeAll(async () => {
    sink = await NewsletterSink.open();
    worker = await startWorker(engine, { smtpUrl: sink.url, mailConnections: 3 });
    await addOwner(worker.publishing.manager);
  });
  beforeEach(async () => {
    await worker.publishing.query('delete from publishing.members');
    sink.reset();
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  const addMembers = (count: number): Promise<Member[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        addMember(worker.publishing.manager, { email: `member-${index}@example.com` }),
      ),
    );
  const publish = (fields: PostToAdd): Promise<Post> =>
    addPost(worker.publishing.manager, {
      status: 'scheduled',
      publishedAt: new Date(Date.now() - 1_000),
      sendEmailWhenPublished: true,
      authors: [{ id: '1' }],
      ...fields,
    });
  const emailOf = async ({ id }: Post): Promise<EmailRow | undefined> => {
    const [row] = await worker.publishing.query<EmailRow[]>(
      `select id, status, recipient_count as recipients, sent_count as sent, failed_count as failed,
         skipped_count as skipped, error from publishing.emails where post_id = $1`,
      [id],
    );
    return row;
  };
  const hasEnded = async (post: Post): Promise<boolean> => (await emailOf(post))?.status === 'submitted';
  const mailTo = async (address: string): Promise<Email> => PostalMime.parse(sink.to(address).at(-1) ?? '');

  it('reaches every subscribed member once, and counts them', async () => {
    await addMembers(23);
    await addMember(worker.publishing.manager, { email: 'unsubscribed@example.com', subscribed: false });
    const post = await publish({ title: 'To all', html: '<p>Hello</p>' });
    await until(() => hasEnded(post));
    expect(await emailOf(post)).toMatchObject({ recipients: 23, sent: 23, failed: 0, skipped: 0, error: null });
    expect(sink.recipients().sort()).toEqual(
      Array.from({ length: 23 }, (_, index) => `member-${index}@example.com`).sort(),
    );
  });

  it('starts no further mail on a connection before the last outcome is committed, also with two mails at the same time', async () => {
    const { publishing } = worker;
    await addMembers(10);
    await publishing.query(
      `create function publishing.wait_for_test() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(1); return new; end $$`,
    );
    await publishing.query(
      `create trigger wait_for_test before update on publishing.email_recipients
       for each row execute function publishing.wait_for_test()`,
    );
    const posts = await publishing.transaction(async (holder) => {
      await holder.query('select pg_advisory_xact_lock(1)');
      const published = [await publish({ title: 'First' }), await publish({ title: 'Second' })];
      const isClaimed = async (post: Post): Promise<boolean> => {
        const batches = await publishing.query<object[]>(
          `select from publishing.email_batches where email_id = $1 and next_attempt_at > now()`,
          [(await emailOf(post))?.id],
        );
        return batches.length > 0;
      };
      await until(async () => (await Promise.all(published.map(isClaimed))).every(Boolean));
      await until(() => Promise.resolve(sink.recipients().length >= 3));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(sink.recipients()).toHaveLength(3);
      return published;
    });
    await publishing.query('drop function publishing.wait_for_test cascade');
    for (const post of posts) await until(() => hasEnded(post));
    expect(sink.recipients()).toHaveLength(20);
  });

  it('has one-click unsubscribing, an excerpt and absolute links', async () => {
    const [member] = await addMembers(1);
    const post = await publish({
      title: 'Tides & <winds>',
      slug: 'tides',
      html: '<p>See <a href="/about/">About</a>.</p><script>alert(1)</script>',
      customExcerpt: 'What the moon does',
      emailSubject: 'Tides\nthis week',
    });
    await until(() => hasEnded(post));
    const mail = await mailTo('member-0@example.com');
    const header = (name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;
    const url = /^<(http:\/\/site\.example\/members\/unsubscribe\/\?token=[\w-]+)>$/.exec(
      header('list-unsubscribe') ?? '',
    )?.[1];
    expect(url).toContain(`token=${member?.id}`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-id')).toContain('<newsletter.site.example>');
    expect(mail.subject).toBe('Tides this week');
    expect(mail.messageId).toBe(`<${(await emailOf(post))?.id}.${member?.id}@site.example>`);
    expect(mail.html).toContain('What the moon does');
    expect(mail.html).toContain('href="http://site.example/about/"');
    expect(mail.html).toContain('Tides &amp; &lt;winds&gt;');
    expect(mail.html).toContain(url);
    expect(mail.html).not.toMatch(/<script|%%\{/);
    expect(mail.text).toContain(`Unsubscribe: ${url}`);
    expect(mail.text).toContain('View in browser: http://site.example/tides/');
  });

  it('has the name of its recipient, and a link to their preferences', async () => {
    await addMember(worker.publishing.manager, { email: 'ada@example.com', name: 'Ada <Lovelace>' });
    await addMember(worker.publishing.manager, { email: 'nameless@example.com', name: null });
    const email = { type: 'email', version: 1, html: '<p>Dear {name, "reader"},</p>' };
    const lexical = JSON.stringify({ root: { type: 'root', version: 1, children: [email] } });
    const post = await publish({ title: 'To you', html: '<p>On the site</p>', lexical });
    await until(() => hasEnded(post));
    const [ada, nameless] = [await mailTo('ada@example.com'), await mailTo('nameless@example.com')];
    expect(ada.html).toContain('Dear Ada &lt;Lovelace&gt;,');
    expect(ada.text).toContain('Dear Ada <Lovelace>,');
    expect(nameless.html).toContain('Dear reader,');
    const links = [ada, nameless].map(({ text = '' }) => /Manage preferences: (\S+)/.exec(text)?.[1]);
    expect(links[0]).toMatch(/^http:\/\/site\.example\/members\/preferences\/\?token=[\w-]{67}$/);
    expect(links[0]).not.toBe(links[1]);
  });

  it('sends free members the part before the paywall with a link to upgrade', async () => {
    await addMember(worker.publishing.manager, { email: 'free@example.com' });
    await addMember(worker.publishing.manager, { email: 'paid@example.com', isPaid: true });
    const post = await publish({
      title: 'Walled',
      visibility: 'paid',
      html: '<p>FREE</p><!--members-only--><p>PAID</p>',
    });
    await until(() => hasEnded(post));
    const [free, paid] = [await mailTo('free@example.com'), await mailTo('paid@example.com')];
    expect(free.html).toMatch(/FREE[^]*Upgrade to read on/);
    expect(`${free.html}${free.text}`).not.toContain('PAID');
    expect(paid.html).toMatch(/FREE[^]*PAID/);
    expect(paid.html).not.toContain('Upgrade');
  });

  it('sends to the members of the recipient filter only', async () => {
    await addMember(worker.publishing.manager, { email: 'free@example.com' });
    await addMember(worker.publishing.manager, { email: 'paid@example.com', isPaid: true });
    const sentTo = async (emailRecipientFilter: string): Promise<string[]> => {
      sink.reset();
      const post = await publish({ title: `For ${emailRecipientFilter}`, emailRecipientFilter });
      await until(() => hasEnded(post));
      return sink.recipients();
    };
    expect(await sentTo('free')).toEqual(['free@example.com']);
    expect(await sentTo('paid')).toEqual(['paid@example.com']);
    expect(await sentTo("email:~^'pa'")).toEqual(['paid@example.com']);
  });

  it('tries a temporary rejection again, and no permanent one', async () => {
    await addMembers(3);
    sink.replyTo('member-0@example.com', 451, 'Try again later');
    sink.replyTo('member-1@example.com', 552, '5.2.2 Mailbox full');
    const post = await publish({ title: 'Replies' });
    await until(async () => (await emailOf(post))?.sent === 1 && (await emailOf(post))?.failed === 1);
    const due = async (): Promise<{ status: string; attempts: number }[]> =>
      worker.publishing.query(
        `select r.status, r.attempt_count as attempts from publishing.email_recipients r
         join publishing.members m on m.id = r.member_id where m.email = 'member-0@example.com'`,
      );
    await until(async () => (await due())[0]?.attempts === 1);
    expect(await due()).toEqual([{ status: 'pending', attempts: 1 }]);
    sink.reset();
    await worker.publishing.query(
      `update publishing.email_recipients set next_attempt_at = now() where status = 'pending'`,
    );
    await worker.publishing.query(
      `update publishing.email_batches set next_attempt_at = now() where completed_at is null`,
    );
    await until(() => hasEnded(post));
    expect(sink.recipients()).toEqual(['member-0@example.com']);
  });

  it('marks an address that fails permanently twice, and skips it from then on', async () => {
    await addMembers(2);
    sink.replyTo('member-1@example.com', 550, '5.1.1 No such user');
    for (const title of ['First', 'Second']) {
      const post = await publish({ title });
      await until(() => hasEnded(post));
      expect(await emailOf(post)).toMatchObject({ recipients: 2, sent: 1, failed: 1 });
    }
    const third = await publish({ title: 'Third' });
    await until(() => hasEnded(third));
    expect(await emailOf(third)).toMatchObject({ recipients: 1, sent: 1, failed: 0 });
  });

  it('does not mark an address for a rejection of the content', async () => {
    await addMembers(1);
    sink.replyTo('member-0@example.com', 550, '5.7.1 Message refused by policy');
    for (const title of ['One', 'Two']) {
      const post = await publish({ title });
      await until(() => hasEnded(post));
    }
    const [row] = await worker.publishing.query('select email_failures, email_disabled from publishing.members');
    expect(row).toEqual({ email_failures: 0, email_disabled: false });
  });

  it('waits while the mail server is down, without an attempt at the members', async () => {
    await addMembers(5);
    await sink.stop();
    const post = await publish({ title: 'Outage' });
    await until(async () => typeof (await emailOf(post))?.error === 'string');
    await sink.start();
    await until(() => hasEnded(post));
    expect(await emailOf(post)).toMatchObject({ sent: 5, failed: 0, error: null });
    const [row] = await worker.publishing.query(
      'select max(attempt_count) as most from publishing.email_recipients r join publishing.emails e on e.id = r.email_id where e.post_id = $1',
      [post.id],
    );
    expect(row).toEqual({ most: 1 });
  });

  describe('while the mail server refuses to relay', () => {
    interface RecipientRow {
      address: string;
      status: string;
      attempts: number;
      isPermanent: boolean;
    }
    const refuse = (address: string): void => sink.replyTo(address, 554, '5.7.1 Relay access denied');
    const recipientsOf = (post: Post): Promise<RecipientRow[]> =>
      worker.publishing.query<RecipientRow[]>(
        `select m.email as address, r.status, r.attempt_count as attempts, r.is_permanent as "isPermanent"
         from publishing.email_recipients r join publishing.emails e on e.id = r.email_id
           join publishing.members m on m.id = r.member_id where e.post_id = $1 order by m.id`,
        [post.id],
      );
    /** The number of recipients that wait for their next attempt. */
    const postponed = async (post: Post): Promise<number> => {
      const [row] = await worker.publishing.query<{ n: number }[]>(
        `select count(*)::int as n from publishing.email_recipients r join publishing.emails e on e.id = r.email_id
         where e.post_id = $1 and r.status = 'pending' and r.next_attempt_at > now()`,
        [post.id],
      );
      return row?.n ?? 0;
    };
    /** Ends all pauses. A claim lasts 12 s, so batches with a later time are not claimed. */
    const makeDue = async (post: Post): Promise<void> => {
      const { id } = (await emailOf(post)) ?? {};
      const { publishing } = worker;
      await publishing.query(
        `update publishing.email_recipients set next_attempt_at = now() where email_id = $1 and status = 'pending'`,
        [id],
      );
      await publishing.query(
        `update publishing.email_batches set next_attempt_at = now()
         where email_id = $1 and completed_at is null and next_attempt_at > now() + interval '20 seconds'`,
        [id],
      );
      await publishing.query('update publishing.emails set next_attempt_at = now() where id = $1', [id]);
    };
    const failuresOfAddresses = (): Promise<unknown> =>
      worker.publishing.query('select distinct email_failures, email_disabled from publishing.members');

    it('to some members, sends to all others, and gives up the refused ones after the last attempt', async () => {
      const members = await addMembers(9);
      // More than the connections: otherwise each run would reach another recipient.
      const refused = members
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, 4)
        .map(({ email }) => email);
      refused.forEach(refuse);
      const post = await publish({ title: 'Own domain only' });
      await until(async () => (await emailOf(post))?.sent === 5 && (await postponed(post)) === refused.length);
      expect(sink.recipients()).toHaveLength(5);
      const { publishing } = worker;
      const refusedRows = async (): Promise<RecipientRow[]> =>
        (await recipientsOf(post)).filter(({ address }) => refused.includes(address));
      expect((await refusedRows()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending', 'pending']);
      await publishing.query(`update publishing.email_recipients set attempt_count = 6 where status = 'pending'`);
      await until(async () => {
        await makeDue(post);
        return hasEnded(post);
      });
      for (const row of await refusedRows())
        expect(row).toMatchObject({ status: 'failed', attempts: 7, isPermanent: false });
      expect(await emailOf(post)).toMatchObject({ sent: 5, failed: 4, error: null });
      expect(await failuresOfAddresses()).toEqual([{ email_failures: 0, email_disabled: false }]);
    });

    it('to all members, uses up no attempts, and sends to all when the server accepts mails', async () => {
      const members = await addMembers(5);
      for (const { email } of members) refuse(email);
      const post = await publish({ title: 'No relay' });
      for (let round = 1; round <= 8; round += 1) {
        await until(async () => (await postponed(post)) >= 3);
        await makeDue(post);
      }
      expect(await emailOf(post)).toMatchObject({ status: 'submitting', sent: 0, failed: 0 });
      expect((await emailOf(post))?.error).toContain('Relay access denied');
      sink.reset();
      await until(async () => {
        await makeDue(post);
        return hasEnded(post);
      });
      const sent = { status: 'sent', attempts: 1, isPermanent: false };
      expect(await recipientsOf(post)).toEqual(
        expect.arrayContaining(members.map(({ email }) => ({ address: email, ...sent }))),
      );
      expect(await failuresOfAddresses()).toEqual([{ email_failures: 0, email_disabled: false }]);
    });
  });

  it('says why it cannot be rendered, fails after an hour, and can then be sent again', async () => {
    const { publishing } = worker;
    await addMembers(1);
    await publishing.query(
      `create function publishing.refuse_content() returns trigger language plpgsql as
         $$ begin raise exception 'No room for the content'; end $$`,
    );
    await publishing.query(
      `create trigger refuse_content before update on publishing.emails
       for each row when (new.status = 'submitting') execute function publishing.refuse_content()`,
    );
    const post = await publish({ title: 'Not rendered' });
    const setEmail = (assignments: string): Promise<unknown> =>
      publishing.query(`update publishing.emails set ${assignments}, next_attempt_at = now() where post_id = $1`, [
        post.id,
      ]);
    const error = 'The mail could not be rendered: No room for the content';
    await until(async () => (await emailOf(post))?.error === error);
    expect((await emailOf(post))?.status).toBe('pending');
    await setEmail(`failing_since = now() - interval '61 minutes'`);
    await until(async () => (await emailOf(post))?.status === 'failed');
    expect((await emailOf(post))?.error).toBe(error);
    await publishing.query('drop function publishing.refuse_content cascade');
    await setEmail(`status = 'pending', failing_since = null`);
    await until(() => hasEnded(post));
    expect(await emailOf(post)).toMatchObject({ sent: 1, error: null });
  });

  it('keeps the time at which it was sent when failed mails are tried again', async () => {
    const { publishing } = worker;
    await addMembers(1);
    const post = await publish({ title: 'Sent before' });
    await until(() => hasEnded(post));
    const sentAt = new Date('2024-06-01T08:00:00Z');
    await publishing.query(`update publishing.emails set submitted_at = $2, status = 'pending' where post_id = $1`, [
      post.id,
      sentAt,
    ]);
    await until(() => hasEnded(post));
    expect(await publishing.query('select submitted_at from publishing.emails where post_id = $1', [post.id])).toEqual([
      { submitted_at: sentAt },
    ]);
  });

  it('pauses when the post is unpublished, and goes on when it is published and resumed', async () => {
    await addMembers(2);
    const post = await publish({ title: 'Recalled' });
    await until(() => hasEnded(post));
    sink.reset();
    await worker.publishing.query(`update publishing.posts set status = 'draft' where id = $1`, [post.id]);
    await worker.publishing.query(`update publishing.emails set status = 'pending' where post_id = $1`, [post.id]);
    await until(async () => (await emailOf(post))?.status === 'paused');
    expect((await emailOf(post))?.error).toBe('The post is no longer published.');
    expect(sink.recipients()).toEqual([]);
  });

  it('honours a member who unsubscribes after the recipients were recorded', async () => {
    const members = await addMembers(3);
    await sink.stop();
    const post = await publish({ title: 'Late decision' });
    await until(
      async () => (await emailOf(post))?.recipients === 3 && typeof (await emailOf(post))?.error === 'string',
    );
    await worker.publishing.query('update publishing.members set subscribed = false where id = $1', [members[1]?.id]);
    await sink.start();
    await until(() => hasEnded(post));
    expect(await emailOf(post)).toMatchObject({ sent: 2, skipped: 1 });
    expect(sink.recipients().sort()).toEqual(['member-0@example.com', 'member-2@example.com']);
  });
});
