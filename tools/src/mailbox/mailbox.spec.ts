import { createTransport } from 'nodemailer';
import { type MailMessage, MessageStore } from './message-store';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, startMailbox } from './mailbox';

const EMPTY: MailMessage = {
  id: '',
  to: 'a@example.com',
  from: 'b@example.com',
  subject: '',
  text: '',
  html: '',
  receivedAt: '2026-11-01T00:00:00.000Z',
};

describe('the mailbox', () => {
  let mailbox: Mailbox;
  const url = (path: string): string => `http://127.0.0.1:${mailbox.httpPort}${path}`;
  const messages = async (query = ''): Promise<MailMessage[]> =>
    (await (await fetch(url(`/api/messages${query}`))).json()) as MailMessage[];

  async function send(to: string, subject: string, text = 'Grüße'): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, secure: false, ignoreTLS: true });
    await transport.sendMail({
      from: 'Almanac <noreply@example.com>',
      to,
      subject,
      text,
      html: '<p>Grüße <script>alert(1)</script></p>',
    });
    transport.close();
  }

  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  });
  beforeEach(() => fetch(url('/api/messages'), { method: 'DELETE' }));
  afterAll(() => mailbox.close());

  it('stores whole mails, newest first', async () => {
    await send('a@example.com', 'First');
    await send('b@example.com', 'Zweite – ü');
    const [newest, oldest] = await messages();
    expect([newest?.subject, oldest?.subject]).toEqual(['Zweite – ü', 'First']);
    expect(oldest).toMatchObject({
      to: 'a@example.com',
      from: 'noreply@example.com',
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining('<p>Grüße'),
    });
    expect(Date.parse(oldest?.receivedAt ?? '')).not.toBeNaN();
  });

  it('lists the mails to one address', async () => {
    await send('a@example.com', 'For a');
    await send('b@example.com', 'For b');
    expect((await messages('?to=a@example.com')).map(({ subject }) => subject)).toEqual(['For a']);
  });

  it('shows the text, the html and the headers of a mail', async () => {
    await send('a@example.com', 'Parts');
    const [message] = await messages();
    expect(message?.headers).toContainEqual({ key: 'Subject', value: 'Parts' });
    const page = await (await fetch(url(`/messages/${message?.id}`))).text();
    expect(page).toMatch(
      /<iframe [^>]*>.*<summary>Text<\/summary><pre>Grüße.*<summary>Headers<\/summary><pre>.*Message-ID: /is,
    );
  });

  it('shows the list and a mail as pages that run no script of the mail', async () => {
    await send('a@example.com', '<script>alert(2)</script>');
    const [message] = await messages();
    const list = await (await fetch(url('/'))).text();
    const page = await (await fetch(url(`/messages/${message?.id}`))).text();
    expect(list).toContain('&lt;script&gt;alert(2)');
    expect(list + page).not.toContain('<script>');
    expect(page).toContain('sandbox=');
  });

  it('opens links of a mail in a new tab without access to the mailbox', async () => {
    await send('a@example.com', 'Links', 'Sign in: http://localhost:4002/console/reset#a_b?c=1&d="x". <b>');
    const [message] = await messages();
    const page = await (await fetch(url(`/messages/${message?.id}`))).text();
    expect(page).toContain('srcdoc="&lt;base target=&quot;_blank&quot;&gt;');
    expect(/<pre>(.*?)<\/pre>/s.exec(page)?.[1]?.trim()).toBe(
      'Sign in: <a href="http://localhost:4002/console/reset#a_b?c=1&amp;d=" target="_blank" rel="noopener noreferrer">' +
        'http://localhost:4002/console/reset#a_b?c=1&amp;d=</a>&quot;x&quot;. &lt;b&gt;',
    );
  });

  it('stores mails in a folder over restarts, in order, until they are removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-mails-'));
    const mail = (subject: string): MailMessage => ({ ...EMPTY, id: randomUUID(), subject });
    const subjects = (): string[] =>
      new MessageStore(folder).list({ page: 1, limit: 1_000 }).messages.map(({ subject }) => subject);
    const store = new MessageStore(folder);
    for (let index = 0; index < 1_002; index++) store.add(mail(String(index)));
    expect(subjects()).toEqual(Array.from({ length: 1_000 }, (_, index) => String(1_001 - index)));
    new MessageStore(folder).add(mail('after a restart'));
    expect(subjects().slice(0, 2)).toEqual(['after a restart', '1001']);
    new MessageStore(folder).clear();
    expect(subjects()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('shows pages of 50 mails, also of those to one address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-mails-'));
    const store = new MessageStore(folder);
    for (let index = 0; index < 1_000; index++) {
      store.add({ ...EMPTY, id: randomUUID(), to: `${index % 10}@example.com`, subject: `Mail ${index}` });
    }
    const full = await startMailbox({ smtpPort: 0, httpPort: 0, folder });
    const get = (path: string) => fetch(`http://127.0.0.1:${full.httpPort}${path}`);
    const list = await (await get('/?to=7@EXAMPLE.com&page=2')).text();
    expect(list.match(/<tr>/g)).toHaveLength(51);
    expect([list.includes('>Mail 497<'), list.includes('>Mail 507<')]).toEqual([true, false]);
    expect(list).toContain('<a href="/?to=7%40EXAMPLE.com&amp;page=1">Newer</a>');
    expect(list).not.toContain('Older');
    const response = await get('/api/messages');
    expect([response.headers.get('x-total-count'), ((await response.json()) as object[]).length]).toEqual(['1000', 50]);
    expect(((await (await get('/api/messages?page=21')).json()) as object[]).length).toBe(0);
    await full.close();
    rmSync(folder, { recursive: true });
  });

  it('drops the oldest mails when all of them take more than 100 MB', () => {
    const store = new MessageStore();
    // Each of these characters takes two bytes.
    const html = 'ü'.repeat(4_500_000);
    for (let index = 0; index < 13; index++) store.add({ ...EMPTY, id: randomUUID(), subject: String(index), html });
    const { messages: kept, total } = store.list({ page: 1, limit: 50 });
    expect([total, kept[0]?.subject, kept.at(-1)?.subject]).toEqual([11, '12', '2']);
  });

  it('responds 404 to unknown paths', async () => {
    expect((await fetch(url('/messages/abc'))).status).toBe(404);
    expect((await fetch(url('/elsewhere'))).status).toBe(404);
    expect((await fetch(url('//'))).status).toBe(404);
  });
});
