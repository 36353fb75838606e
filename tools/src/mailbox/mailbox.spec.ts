import { createTransport } from 'nodemailer';
import { type MailMessage, MessageStore } from './message-store';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, startMailbox } from './mailbox';

describe('the mailbox', () => {
  let mailbox: Mailbox;
  const url = (path: string): string => `http://127.0.0.1:${mailbox.httpPort}${path}`;
  const messages = async (query = ''): Promise<MailMessage[]> =>
    (await (await fetch(url(`/api/messages${query}`))).json()) as MailMessage[];

  async function send(to: string, subject: string): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, secure: false, ignoreTLS: true });
    await transport.sendMail({
      from: 'Almanac <noreply@example.com>',
      to,
      subject,
      text: 'Grüße',
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

  it('shows the list and a mail as pages that run no script of the mail', async () => {
    await send('a@example.com', '<script>alert(2)</script>');
    const [message] = await messages();
    const list = await (await fetch(url('/'))).text();
    const page = await (await fetch(url(`/messages/${message?.id}`))).text();
    expect(list).toContain('&lt;script&gt;alert(2)');
    expect(list + page).not.toContain('<script>');
    expect(page).toContain('sandbox=');
  });

  it('stores mails in a folder over restarts, in order, until they are removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-mails-'));
    const mail = (subject: string): MailMessage => ({
      id: randomUUID(),
      to: 'a@example.com',
      from: 'b@example.com',
      subject,
      text: '',
      html: '',
      receivedAt: new Date().toISOString(),
    });
    const subjects = (): string[] => new MessageStore(folder).list().map(({ subject }) => subject);
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

  it('responds 404 to unknown paths', async () => {
    expect((await fetch(url('/messages/abc'))).status).toBe(404);
    expect((await fetch(url('/elsewhere'))).status).toBe(404);
  });
});
