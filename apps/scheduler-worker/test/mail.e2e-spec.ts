import { createObjectId, Member, Post } from '@almanac/entities';
import { type JobQueue, JobQueues } from '@almanac/jobs';
import { type Mail, MAIL_REQUESTED, markCompleted, sealMail } from '@almanac/outbox';
import { addMember, addOwner, addPost, payingCases, type PostToAdd, unsafeAddresses } from '@almanac/testing';
import { Relay } from '../src/relay-outbox/relay';
import { Mailbox } from './mailbox';
import { ENCRYPTION_KEY, engines, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const SITE_TITLE = 'The <Harbour> & Co';
const site = { siteTitle: SITE_TITLE, siteUrl: 'http://site.example' };
const SIGN_IN_URL = 'http://site.example/members/?token=abc&action=signin';

const mails: Mail[] = [
  { template: 'member-sign-in', to: 'in@example.com', values: { ...site, emailType: 'signin', url: SIGN_IN_URL } },
  { template: 'member-sign-in', to: 'up@example.com', values: { ...site, emailType: 'signup', url: SIGN_IN_URL } },
  { template: 'staff-invitation', to: 'staff@example.com', values: { ...site, invitedBy: 'Ada', url: SIGN_IN_URL } },
  { template: 'password-reset', to: 'reset@example.com', values: { ...site, url: SIGN_IN_URL } },
  {
    template: 'calendar-sign-up',
    to: 'cal-up@example.com',
    values: { username: 'ada', url: SIGN_IN_URL, hash: 'h4sh' },
  },
  {
    template: 'calendar-sign-in',
    to: 'cal-in@example.com',
    values: { username: 'ada', url: SIGN_IN_URL, hash: 'h4sh' },
  },
  {
    template: 'calendar-already-registered',
    to: 'cal-again@example.com',
    values: { username: 'ada', url: SIGN_IN_URL, hash: 'h4sh' },
  },
];

describe.each(engines('mail'))('mail over %s', (engine) => {
  let worker: WorkerUnderTest;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    worker = await startWorker(engine, { smtpUrl: mailbox.url });
    await addOwner(worker.publishing.manager);
  });
  afterAll(async () => {
    await worker.close();
    await mailbox.close();
  });

  const request = (mail: Mail): Promise<string[]> =>
    worker.record({ subjectType: 'mail', event: MAIL_REQUESTED, payload: sealMail(mail, ENCRYPTION_KEY) });
  const isCompleted = async (id: string): Promise<boolean> => {
    const [row] = await worker.publishing.query('select completed_at from publishing.outbox where id = $1', [id]);
    return row?.completed_at !== null;
  };

  it.each(mails.map((mail) => [mail.template, mail] as const))(
    'sends a %s with its link in text and html',
    async (_, mail) => {
      const [id = ''] = await request(mail);
      await until(() => isCompleted(id));
      const [source] = mailbox.to(mail.to);
      const decoded = source?.replaceAll('=3D', '=');
      expect(decoded).toContain(`Message-ID: <${id}@site.example>`);
      expect(decoded).toContain('Content-Type: text/plain');
      expect(decoded).toContain(`\n${SIGN_IN_URL}`);
      expect(decoded).toContain(`href="${SIGN_IN_URL.replace('&', '&amp;')}"`);
      expect(decoded).not.toContain('<Harbour>&');
    },
  );

  it('is in the language of the site', async () => {
    const speak = (language: string): Promise<unknown> =>
      worker.publishing.query(`update publishing.settings set value = $1 where key = 'default_locale'`, [language]);
    await speak('de-CH');
    const values = { ...site, emailType: 'signin', url: SIGN_IN_URL } as const;
    const [id = ''] = await request({ template: 'member-sign-in', to: 'deutsch@example.com', values });
    await until(() => isCompleted(id));
    await speak('en');
    const [source] = mailbox.to('deutsch@example.com');
    expect(source?.replaceAll('=3D', '=')).toMatch(/Subject: Anmeldung bei [^]*Guten Tag[^]*<html lang="de">/);
  });

  it('records that a mail server is set', async () => {
    expect(await worker.publishing.query('select name from publishing.mail_transport')).toEqual([{ name: 'SMTP' }]);
  });

  it('stores the link encrypted', async () => {
    const rows = await worker.publishing.query(`select payload::text as text from publishing.outbox`);
    expect(JSON.stringify(rows)).not.toContain('token=');
  });

  it('sends nothing to an address that is unsafe in a header, and records the failure', async () => {
    const before = mailbox.mails.length;
    for (const to of unsafeAddresses) {
      const [id = ''] = await request({ template: 'password-reset-unknown', to, values: site });
      await until(() => isCompleted(id));
      const [row] = await worker.publishing.query('select payload from publishing.outbox where id = $1', [id]);
      expect(row.payload).toMatchObject({ failure: 'The address is not a valid mail address.' });
    }
    expect(mailbox.mails.length).toBe(before);
  });

  it('retries a mail that the mail server rejected', async () => {
    mailbox.refusals = 1;
    const [id = ''] = await request({ template: 'password-reset-unknown', to: 'who@example.com', values: site });
    await until(() => isCompleted(id));
    expect(mailbox.to('who@example.com')).toHaveLength(1);
  });

  it('records why a mail was given up an hour after its request', async () => {
    mailbox.refusals = 1;
    const id = createObjectId();
    const mail: Mail = { template: 'password-reset-unknown', to: 'gone@example.com', values: site };
    const payload = sealMail(mail, ENCRYPTION_KEY);
    await worker.publishing.query(
      `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload, occurred_at)
       values ($1, 'mail', $1, 1, $2, $3, now() - interval '61 minutes')`,
      [id, MAIL_REQUESTED, JSON.stringify(payload)],
    );
    await until(() => isCompleted(id));
    const [row] = await worker.publishing.query('select payload from publishing.outbox where id = $1', [id]);
    expect(row.payload).toEqual({ template: mail.template, to: mail.to, failure: expect.stringMatching(/\S/) });
    expect(mailbox.to('gone@example.com')).toEqual([]);
    mailbox.refusals = 0;
  });

  it('sends a post once to the subscribed members who may read it', async () => {
    const { manager } = worker.publishing;
    await manager.createQueryBuilder().delete().from(Member).execute();
    await addMember(manager, { email: 'free@example.com' });
    await addMember(manager, { email: 'paid@example.com', isPaid: true });
    await addMember(manager, { email: 'unsubscribed@example.com', isPaid: true, subscribed: false });
    const publish = async (fields: PostToAdd): Promise<Post> => {
      const publishedAt = new Date(Date.now() - 1_000);
      return addPost(manager, {
        status: 'scheduled',
        publishedAt,
        sendEmailWhenPublished: true,
        authors: [{ id: '1' }],
        ...fields,
      });
    };
    const all = await publish({ title: 'For all', html: '<p><a href="/about/">About</a></p>' });
    await until(() => mailbox.mails.filter(({ source }) => source.includes('Subject: For all')).length === 2);
    expect(mailbox.to('free@example.com').at(-1)?.replaceAll('=3D', '=')).toContain(
      'href="http://site.example/about/"',
    );
    await publish({ title: 'For some', visibility: 'paid', emailSubject: 'Only for you' });
    await until(() => mailbox.mails.some(({ source }) => source.includes('Subject: Only for you')));
    // Publishing it again sends no mails.
    await manager.update(Post, { id: all.id }, { status: 'scheduled', publishedAt: new Date(Date.now() - 500) });
    await until(async () => (await manager.findOneByOrFail(Post, { id: all.id })).status === 'published');
    await until(async () => {
      const open = await worker.publishing.query('select 1 from publishing.outbox where completed_at is null');
      return open.length === 0;
    });
    const subjects = mailbox.mails.map(({ source }) => /Subject: (.*)\r/.exec(source)?.[1]);
    expect(subjects.filter((subject) => subject === 'For all')).toHaveLength(2);
    expect(subjects.filter((subject) => subject === 'Only for you')).toHaveLength(1);
    expect(mailbox.to('unsubscribed@example.com')).toEqual([]);
  });

  it('sends other members what stands before the paywall, also if they paid when the mail was requested', async () => {
    const { manager } = worker.publishing;
    await manager.createQueryBuilder().delete().from(Member).execute();
    await addMember(manager, { email: 'free@example.com' });
    await addMember(manager, { email: 'paid@example.com', isPaid: true });
    const post = {
      visibility: 'paid',
      plaintext: 'FREEPART\n\nPAIDPART',
      publishedAt: new Date(Date.now() - 1_000),
    } as const;
    const whole = await addPost(manager, { ...post, title: 'Whole', html: '<p>PAIDPART</p>' });
    await addPost(manager, {
      ...post,
      title: 'Walled',
      status: 'scheduled',
      sendEmailWhenPublished: true,
      html: '<p>FREEPART</p><!--members-only--><p>PAIDPART</p>',
    });
    const recipients = (): string[] =>
      mailbox.mails.filter(({ source }) => source.includes('Subject: Walled')).flatMap(({ to }) => to);
    await until(() => recipients().length === 2);
    expect(recipients().sort()).toEqual(['free@example.com', 'paid@example.com']);
    const last = (address: string): string => mailbox.to(address).at(-1) ?? '';
    // In the html, its preheader and the text.
    expect(last('paid@example.com').match(/PAIDPART/g)).toHaveLength(3);
    expect(last('free@example.com')).toContain('FREEPART');
    expect(last('free@example.com')).not.toContain('PAIDPART');
    const before = mailbox.mails.length;
    const values = { postId: whole.id };
    const [id = ''] = await request({ template: 'member-post', to: 'free@example.com', values });
    await until(() => isCompleted(id));
    expect(mailbox.mails).toHaveLength(before);
  });

  it('sends a post for paying members to paying members only', async () => {
    const { manager } = worker.publishing;
    await manager.createQueryBuilder().delete().from(Member).execute();
    const members = await Promise.all(
      payingCases.map(async ({ statuses, isPaying }) => ({
        isPaying,
        email: (await addMember(manager, { providerStatuses: statuses })).email,
      })),
    );
    const expected = members.filter(({ isPaying }) => isPaying).map(({ email }) => email);
    const post = {
      title: 'For payers',
      status: 'scheduled',
      visibility: 'paid',
      sendEmailWhenPublished: true,
    } as const;
    await addPost(manager, { ...post, publishedAt: new Date(Date.now() - 1_000), authors: [{ id: '1' }] });
    const sent = (): string[] =>
      mailbox.mails.filter(({ source }) => source.includes('Subject: For payers')).flatMap(({ to }) => to);
    await until(() => sent().length >= expected.length);
    await until(async () => {
      const open = await worker.publishing.query('select 1 from publishing.outbox where completed_at is null');
      return open.length === 0;
    });
    expect(sent().sort()).toEqual(expected.sort());
  });

  describe('about a changed event', () => {
    const values = { kind: 'changed', title: 'T', when: { en: 'Monday', de: 'Montag' }, place: null } as const;
    const more = { partySize: 1, url: SIGN_IN_URL, entry: null };
    const sendMailQueue = (): JobQueue | undefined =>
      worker.app
        .get(JobQueues)
        .all()
        .find(({ name }) => name === 'send-mail');
    const delayedJobs = async () => (await sendMailQueue()?.getDelayed()) ?? [];
    const requestDelayed = async (to: string): Promise<string> => {
      const [id = ''] = await request({ template: 'calendar-rsvp', to, values: { ...values, ...more } });
      await until(async () => (await delayedJobs()).length === 1);
      return id;
    };
    const age = (id: string): Promise<unknown> =>
      worker.publishing.query(
        `update publishing.outbox set occurred_at = occurred_at - interval '2 minutes' where id = $1`,
        [id],
      );

    it('waits for a newer one, and does not count as incomplete', async () => {
      const id = await requestDelayed('changed@example.com');
      const [job] = await delayedJobs();
      expect(job?.delay).toBeGreaterThan(110_000);
      await worker.publishing.query(
        `update publishing.outbox set relayed_at = relayed_at - interval '2 minutes' where id = $1`,
        [id],
      );
      await worker.app.get(Relay).requeueIncomplete('publishing');
      expect(worker.logLines().filter(({ msg }) => msg === 'Requeued incomplete outbox events.')).toEqual([]);
      expect(await isCompleted(id)).toBe(false);
      expect(mailbox.to('changed@example.com')).toEqual([]);
      await age(id);
      await job?.promote();
      await until(() => isCompleted(id));
      expect(mailbox.to('changed@example.com')).toHaveLength(1);
    });

    it('is not sent after a newer one replaced it', async () => {
      const id = await requestDelayed('replaced@example.com');
      await age(id);
      await markCompleted(worker.publishing.manager, id);
      const [job] = await delayedJobs();
      await job?.promote();
      await until(async () => (await sendMailQueue()?.getJob(job?.id ?? '')) === undefined);
      expect(mailbox.to('replaced@example.com')).toEqual([]);
    });

    it('is sent though the queue lost its delayed job', async () => {
      const id = await requestDelayed('delayed-lost@example.com');
      await worker.removeJobs();
      await age(id);
      await worker.publishing.query(
        `update publishing.outbox set relayed_at = relayed_at - interval '181 seconds' where id = $1`,
        [id],
      );
      await worker.app.get(Relay).requeueIncomplete('publishing');
      await until(() => isCompleted(id));
      expect(mailbox.to('delayed-lost@example.com')).toHaveLength(1);
    });
  });

  it('adds the job of a mail again after the queue lost it', async () => {
    mailbox.refusals = 1;
    const [id = ''] = await request({ template: 'password-reset-unknown', to: 'lost@example.com', values: site });
    await until(() => mailbox.refusals === 0);
    await worker.removeJobs();
    await worker.publishing.query(
      `update publishing.outbox set relayed_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    await until(() => isCompleted(id));
    expect(mailbox.to('lost@example.com')).toHaveLength(1);
  });
});
