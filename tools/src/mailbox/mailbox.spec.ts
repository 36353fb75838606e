import { createTransport } from 'nodemailer';
import { type MailMessage } from './message-store';
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

  it('keeps what it is sent, newest first, whole', async () => {
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

  it('can be asked for the mails to one address', async () => {
    await send('a@example.com', 'For a');
    await send('b@example.com', 'For b');
    expect((await messages('?to=a@example.com')).map(({ subject }) => subject)).toEqual(['For a']);
  });

  it('shows the list and a mail as pages in which nothing of the mail runs', async () => {
    await send('a@example.com', '<script>alert(2)</script>');
    const [message] = await messages();
    const list = await (await fetch(url('/'))).text();
    const page = await (await fetch(url(`/messages/${message?.id}`))).text();
    expect(list).toContain('&lt;script&gt;alert(2)');
    expect(list + page).not.toContain('<script>');
    expect(page).toContain('sandbox=');
  });

  it('answers what it does not have with 404', async () => {
    expect((await fetch(url('/messages/abc'))).status).toBe(404);
    expect((await fetch(url('/elsewhere'))).status).toBe(404);
  });
});
