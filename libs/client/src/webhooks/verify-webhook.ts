import { fromBase64, fromHex, hmacKey, utf8 } from '../bytes.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;
const STANDARD_PREFIX = 'whsec_';
/** The length of a signature: HMAC-SHA-256. */
const SIGNATURE_BYTES = 32;
/** A limit, because each signature is compared with the whole body. A sender that replaces its secret sends two. */
const MAX_SIGNATURES = 10;

/** The signature is missing or wrong, or the time of the request differs too much from the clock. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookRequest {
  /** The body as it arrived, not parsed. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | Record<string, string | string[] | undefined>;
  /**
   * `standard` by default: the signature of Standard Webhooks. `ghost`: the header `x-ghost-signature`, which webhooks of Ghost have, too.
   * That signature covers the body and the time, but no id.
   */
  scheme?: 'standard' | 'ghost';
  /** The secret of the webhook. While you replace the secret: a list of the new and the old one. */
  secret: string | readonly string[];
  /** The maximum difference between the time of the request and the clock: 300 seconds by default. */
  toleranceSeconds?: number;
  /** The current time in milliseconds since 1970; by default that of the clock. */
  nowMs?: number;
}

export interface VerifiedWebhook {
  /**
   * Identical in all attempts and replays of an event; use it to ignore duplicates. With the scheme `ghost` it is the signature. This
   * signature differs between requests that were signed at different times.
   */
  id: string;
  /** When the request was signed. */
  sentAt: Date;
  /** The parsed body. */
  payload: unknown;
}

interface SignedParts {
  id: string;
  timestampMs: number;
  /** The bytes that the signatures cover. */
  signed: Uint8Array<ArrayBuffer>;
  signatures: Uint8Array<ArrayBuffer>[];
  keyOf: (secret: string) => Uint8Array<ArrayBuffer>;
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return Array.isArray(entry?.[1]) ? entry[1].join(',') : entry?.[1];
}

const concat = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
};

function keyOfStandardSecret(secret: string): Uint8Array<ArrayBuffer> {
  if (!secret.startsWith(STANDARD_PREFIX)) return utf8(secret);
  const key = fromBase64(secret.slice(STANDARD_PREFIX.length));
  if (!key?.length) throw new TypeError(`The secret must be base64 after ${STANDARD_PREFIX}.`);
  return key;
}

/**
 * Reads the headers of https://www.standardwebhooks.com. `webhook-signature` contains one signature for each secret, separated by spaces.
 */
function standardParts(request: WebhookRequest, body: Uint8Array<ArrayBuffer>): SignedParts | undefined {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request.headers, name),
  );
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return undefined;
  const signatures = signature.split(' ').flatMap((part) => {
    const bytes = part.startsWith('v1,') ? fromBase64(part.slice(3)) : undefined;
    return bytes?.length === SIGNATURE_BYTES ? [bytes] : [];
  });
  return {
    id,
    timestampMs: Number(timestamp) * 1000,
    signed: concat(utf8(`${id}.${timestamp}.`), body),
    signatures: signatures.slice(0, MAX_SIGNATURES),
    keyOf: keyOfStandardSecret,
  };
}

/** Reads the header of Ghost since 5.87.1: `sha256=<hex>, t=<milliseconds>`. The signature covers the body followed by the time. */
function ghostParts(request: WebhookRequest, body: Uint8Array<ArrayBuffer>): SignedParts | undefined {
  const header = headerOf(request.headers, 'x-ghost-signature') ?? '';
  const [, digest, time] = /^sha256=([0-9a-f]{64}), ?t=(\d{1,15})$/.exec(header) ?? [];
  if (!digest || !time) return undefined;
  return {
    id: digest,
    timestampMs: Number(time),
    signed: concat(body, utf8(time)),
    signatures: [fromHex(digest)],
    keyOf: utf8,
  };
}

async function isSigned({ signed, signatures, keyOf }: SignedParts, secrets: readonly string[]): Promise<boolean> {
  // WebCrypto compares in constant time. All pairs of a secret and a signature are compared, so the duration does not show which match.
  const results = await Promise.all(
    secrets.map(async (secret) => {
      const key = await hmacKey(keyOf(secret));
      return Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)));
    }),
  );
  return results.flat().includes(true);
}

/**
 * Verifies that a request was signed with one of the secrets, at a time that differs from the clock by at most the tolerance.
 * @throws WebhookVerificationError when no signature matches, or the time differs from the clock by more than the tolerance
 * @throws TypeError when there is no secret, a secret is empty, or, in the scheme `standard`, a secret is not base64 after `whsec_`
 * @throws SyntaxError when the verified body is not JSON
 */
export async function verifyWebhook(request: WebhookRequest): Promise<VerifiedWebhook> {
  const secrets = [request.secret].flat();
  if (secrets.length === 0 || secrets.includes(''))
    throw new TypeError('The secret of the webhook is missing or empty.');
  const body = typeof request.body === 'string' ? utf8(request.body) : request.body;
  const parts = (request.scheme === 'ghost' ? ghostParts : standardParts)(request, body);
  if (!parts) throw new WebhookVerificationError('The signature headers are missing or malformed.');
  const differenceMs = Math.abs((request.nowMs ?? Date.now()) - parts.timestampMs);
  if (differenceMs > (request.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS) * 1000)
    throw new WebhookVerificationError('The request is too old, or the clock of this computer is wrong.');
  if (!(await isSigned(parts, secrets))) throw new WebhookVerificationError('No signature matches the secret.');
  return { id: parts.id, sentAt: new Date(parts.timestampMs), payload: JSON.parse(new TextDecoder().decode(body)) };
}
