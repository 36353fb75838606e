import { Setting } from '@almanac/entities';
import { type Mail, MAIL_REQUESTED, sealMail } from '@almanac/outbox';
import { addMember, addOwner, addPost } from '@almanac/testing';
import PostalMime, { type Email } from 'postal-mime';
import { Mailbox } from './mailbox';
import { ENCRYPTION_KEY, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const MAIL_FROM = '"Harbour, News" <noreply@site.example>';
const OWN_SENDER = { name: 'Harbour, News', address: 'noreply@site.example' };
const site = { siteTitle: 'Harbour', siteUrl: 'http://site.example' };
const SIGN_IN_URL = 'http://site.example/members/?token=abc&action=signup';

describe('the sender of mails', () => {
  let worker: WorkerUnderTest;
  let mailbox: Mailbox;
  let postId: string;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    worker = await startWorker('postgres', { smtpUrl: mailbox.url, mailFrom: MAIL_FROM });
    const { manager } = worker.publishing;
    await addOwner(manager);
    for (const name of ['ada', 'bo', 'cy']) await addMember(manager, { email: `${name}@readers.example` });
    postId = (await addPost(manager, { title: 'Tides', publishedAt: new Date(), authors: [{ id: '1' }] })).id;
  });
  afterAll(async () => {
    await worker.close();
    await mailbox.close();
  });

  /** Stores a value that the Admin API may reject. */
  const storeSender = (fromAddress: unknown): Promise<unknown> => {
    const value = JSON.stringify({ isPaid: false, fromAddress });
    return worker.publishing.manager.update(Setting, { key: 'members_subscription_settings' }, { value });
  };
  const received = async (address: string): Promise<Email> => {
    await until(() => mailbox.to(address).length > 0);
    return PostalMime.parse(mailbox.to(address).at(-1) ?? '');
  };
  const send = async (mail: Mail): Promise<Email> => {
    mailbox.mails.length = 0;
    await worker.record({ subjectType: 'mail', event: MAIL_REQUESTED, payload: sealMail(mail, ENCRYPTION_KEY) });
    return received(mail.to);
  };
  const publishByMail = async (title: string): Promise<Email[]> => {
    mailbox.mails.length = 0;
    const publishedAt = new Date(Date.now() - 1_000);
    const post = { status: 'scheduled', sendEmailWhenPublished: true } as const;
    await addPost(worker.publishing.manager, { ...post, title, publishedAt, authors: [{ id: '1' }] });
    await until(() => mailbox.mails.length === 3);
    return Promise.all(['ada', 'bo', 'cy'].map((name) => received(`${name}@readers.example`)));
  };

  const toMembers: [string, () => Mail][] = [
    [
      'sign-in',
      () => ({
        template: 'member-sign-in',
        to: 'ada@readers.example',
        values: { ...site, emailType: 'signin', url: SIGN_IN_URL },
      }),
    ],
    [
      'sign-up',
      () => ({
        template: 'member-sign-in',
        to: 'new@readers.example',
        values: { ...site, emailType: 'signup', url: SIGN_IN_URL },
      }),
    ],
    [
      'the test of a post',
      () => ({ template: 'post-test', to: 'staff@site.example', values: { postId, audience: 'free' } }),
    ],
    [
      'a post, as earlier versions recorded it',
      () => ({ template: 'member-post', to: 'bo@readers.example', values: { postId } }),
    ],
    ['a test', () => ({ template: 'test', to: 'staff@site.example', values: site })],
  ];
  const toOthers: Mail[] = [
    { template: 'staff-invitation', to: 'staff@site.example', values: { ...site, invitedBy: 'Ada', url: SIGN_IN_URL } },
    { template: 'password-reset', to: 'staff@site.example', values: { ...site, url: SIGN_IN_URL } },
    {
      template: 'calendar-sign-in',
      to: 'cal@site.example',
      values: { username: 'ada', url: SIGN_IN_URL, hash: 'h4sh' },
    },
    {
      template: 'calendar-rsvp',
      to: 'guest@readers.example',
      values: {
        kind: 'attending',
        title: 'T',
        when: { en: 'Monday', de: 'Montag' },
        place: null,
        partySize: 1,
        url: SIGN_IN_URL,
        entry: null,
      },
    },
  ];

  describe.each(toMembers)('of a mail to members: %s', (_, mail) => {
    it('is an address of the setting in the domain of MAIL_FROM, with the name of MAIL_FROM', async () => {
      await storeSender('news@SITE.example');
      const { from, replyTo } = await send(mail());
      expect([from, replyTo]).toEqual([{ ...OWN_SENDER, address: 'news@site.example' }, undefined]);
      expect(mailbox.mails[0]?.from).toBe('news@site.example');
    });

    it('is MAIL_FROM if the setting has an address in another domain, which gets the replies', async () => {
      await storeSender('editor@other.example');
      const { from, replyTo } = await send(mail());
      expect([from, replyTo]).toEqual([OWN_SENDER, [{ name: '', address: 'editor@other.example' }]]);
      expect(mailbox.mails[0]?.from).toBe('noreply@site.example');
    });

    it.each([undefined, 'noreply', '', 7, 'News <news@site.example>', 'news@site.example\r\nBcc: eve@evil.example'])(
      'is MAIL_FROM if the stored setting is %j',
      async (stored) => {
        await storeSender(stored);
        const { from, replyTo, bcc, headers } = await send(mail());
        expect([from, replyTo, bcc]).toEqual([OWN_SENDER, undefined, undefined]);
        expect(headers.filter(({ value }) => value.includes('evil'))).toEqual([]);
        expect(mailbox.mails.flatMap(({ to }) => to)).toEqual([mail().to]);
      },
    );
  });

  it.each(toOthers.map((mail) => [mail.template, mail] as const))('of a %s stays MAIL_FROM', async (_, mail) => {
    for (const stored of ['news@site.example', 'editor@other.example']) {
      await storeSender(stored);
      const { from, replyTo } = await send(mail);
      expect([from, replyTo]).toEqual([OWN_SENDER, undefined]);
    }
  });

  it('of a newsletter follows the setting', async () => {
    const sendersOf = (mails: Email[]): unknown[] => mails.map(({ from, replyTo }) => [from, replyTo]);
    await storeSender('news@site.example');
    expect(sendersOf(await publishByMail('From the domain'))).toEqual(
      Array.from({ length: 3 }, () => [{ ...OWN_SENDER, address: 'news@site.example' }, undefined]),
    );
    await storeSender('editor@other.example');
    expect(sendersOf(await publishByMail('From another domain'))).toEqual(
      Array.from({ length: 3 }, () => [OWN_SENDER, [{ name: '', address: 'editor@other.example' }]]),
    );
    await storeSender('noreply');
    expect(sendersOf(await publishByMail('From the default'))).toEqual(
      Array.from({ length: 3 }, () => [OWN_SENDER, undefined]),
    );
  });
});
