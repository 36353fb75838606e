import { createHmac } from 'node:crypto';
import { local } from './browser.ts';

const LIFETIME_SECONDS = 60;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Publishes a scheduled post, as an external scheduler does. @returns false while it is more than two minutes too early */
export async function publishScheduled(postId: string): Promise<boolean> {
  const [kid = '', secret = ''] = local().schedulerKey.split(':');
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iat, exp: iat + LIFETIME_SECONDS, aud: '/canary/admin/' };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT', kid })}.${encoded(claims)}`;
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(signed).digest('base64url');
  const url = `${local().adminApiUrl}/ghost/api/canary/admin/schedules/posts/${postId}/?token=${signed}.${signature}`;
  const response = await fetch(url, { method: 'PUT' });
  if (response.status === 404) return false;
  if (!response.ok) throw new Error(`The Admin API responded with ${response.status}: ${await response.text()}`);
  return true;
}
