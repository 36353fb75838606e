import { createHmac } from 'node:crypto';

/** The secrets that sign the deliveries of one webhook. */
export interface SigningSecrets {
  current: string | null;
  /** The secret before the last change, during its rotation period. */
  previous: string | null;
}

/** The key of a secret as in Standard Webhooks: base64 after `whsec_`, otherwise the UTF-8 bytes. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
}

function standardSignature(secret: string, prefix: string, body: Buffer): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(prefix).update(body).digest('base64')}`;
}

/** The signature of Ghost since 5.87.1: an HMAC-SHA-256 over the body followed by the time in milliseconds. */
function ghostSignature(secret: string, body: Buffer, timestampMs: number): string {
  const digest = createHmac('sha256', secret).update(body).update(String(timestampMs)).digest('hex');
  return `sha256=${digest}, t=${timestampMs}`;
}

/**
 * The headers by which a receiver verifies and deduplicates a delivery: those of Standard Webhooks (`webhook-*`, with one signature for
 * each secret), and `x-ghost-signature` by the current secret. Without a secret, only the id and the time are sent.
 */
export function signatureHeaders(id: string, body: Buffer, at: Date, secrets: SigningSecrets): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const headers: Record<string, string> = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) };
  const signing = [secrets.current, secrets.previous].filter((secret): secret is string => Boolean(secret));
  if (signing.length > 0) {
    const prefix = `${id}.${timestamp}.`;
    headers['webhook-signature'] = signing.map((secret) => standardSignature(secret, prefix, body)).join(' ');
  }
  if (secrets.current) headers['x-ghost-signature'] = ghostSignature(secrets.current, body, at.getTime());
  return headers;
}
