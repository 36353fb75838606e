// The reference for the delivery of webhooks: signs and posts bodies of the given size, and prints requests per second.
import { AddressGuard, OutboundClient } from '@almanac/platform';
import { createHmac, randomBytes } from 'node:crypto';

const [URL_OF_SINK = '', COUNT = '0', CONCURRENCY = '1', BODY_BYTES = '1'] = process.argv.slice(2);
const client = new OutboundClient({
  guard: new AddressGuard(['127.0.0.0/8']),
  connectTimeoutMs: 5_000,
  connectionsPerOrigin: 1_024,
});
const body = Buffer.from(JSON.stringify({ post: { current: { html: 'x'.repeat(Number(BODY_BYTES)) }, previous: {} } }));
const SECRET = 'a secret of the receiver';

async function post(): Promise<void> {
  const id = randomBytes(12).toString('hex');
  const now = Date.now();
  const timestamp = Math.floor(now / 1000);
  const standard = createHmac('sha256', SECRET).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const ghost = createHmac('sha256', SECRET).update(body).update(String(now)).digest('hex');
  await client.send({
    method: 'POST',
    url: URL_OF_SINK,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${standard}`,
      'x-ghost-signature': `sha256=${ghost}, t=${now}`,
    },
    body,
    timeoutMs: 15_000,
    maxResponseBytes: 65_536,
  });
}

async function main(): Promise<void> {
  let left = Number(COUNT);
  const postInSequence = async (): Promise<void> => {
    while (left-- > 0) await post();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, postInSequence));
  process.stdout.write(String(Number(COUNT) / ((performance.now() - startedAt) / 1000)));
  await client.close();
}

void main();
