import { createHmac } from 'node:crypto';

/** The secrets of one webhook that count at this moment. */
export interface SigningSecrets {
  current: string | null;
  /** The secret before the last change, while receivers may still hold it. */
  previous: string | null;
}

/** A key the Standard Webhooks way: `whsec_` marks base64, anything else is taken as its own bytes. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
}

function standardSignature(secret: string, prefix: string, body: Buffer): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(prefix).update(body).digest('base64')}`;
}

/** What Ghost sends since 5.87.1: the digest covers the body followed by the time in milliseconds. */
function ghostSignature(secret: string, body: Buffer, timestampMs: number): string {
  const digest = createHmac('sha256', secret).update(body).update(String(timestampMs)).digest('hex');
  return `sha256=${digest}, t=${timestampMs}`;
}

/**
 * The headers that let a receiver check and deduplicate a delivery: Standard Webhooks (`webhook-*`, one signature for
 * each secret) and Ghost's own. Without a secret there is nothing to sign with; id and time are sent all the same.
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
