// The reference for newsletters: sends one message to many addresses over pooled connections, and prints mails per second.
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';

const [SINK_URL = '', COUNT = '0', CONNECTIONS = '1', MESSAGE_FILE = ''] = process.argv.slice(2);
const message: { subject: string; html: string; text: string } = JSON.parse(readFileSync(MESSAGE_FILE, 'utf8'));
const transport = createTransport({
  url: SINK_URL,
  pool: true,
  maxConnections: Number(CONNECTIONS),
  maxMessages: Infinity,
});

async function send(index: number): Promise<void> {
  const unsubscribe = `http://localhost:4000/members/unsubscribe/?token=${String(index).padStart(67, '0')}`;
  await transport.sendMail({
    ...message,
    from: 'site@example.com',
    to: { name: '', address: `member-${index}@example.com` },
    messageId: `<${index}@example.com>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '<newsletter.localhost>',
      Precedence: 'bulk',
    },
  });
}

async function main(): Promise<void> {
  let next = 0;
  const sendInSequence = async (): Promise<void> => {
    while (next < Number(COUNT)) await send(next++);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: Number(CONNECTIONS) }, sendInSequence));
  process.stdout.write(String(Number(COUNT) / ((performance.now() - startedAt) / 1000)));
  transport.close();
}

void main();
