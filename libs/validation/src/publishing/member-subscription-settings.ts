import { isMailAddress } from '../mail-address';

/** The values that Almanac uses from the setting `members_subscription_settings`, without those of the payment providers. */
export interface MemberSubscriptionSettings {
  /** Whether visitors can become members. */
  allowsSelfSignup: boolean;
  /** The stored sender of mails to members, not validated: check it with {@link isSenderAddress} before it is used in a mail. */
  fromAddress: unknown;
}

/** Reads the stored setting, which is JSON. If it is absent or not a JSON object, the result has the defaults of Ghost 3. */
export function memberSubscriptionSettings(stored: string | null | undefined): MemberSubscriptionSettings {
  // `Object` turns null and primitive values into an object without the properties.
  const { allowSelfSignup, fromAddress }: Record<string, unknown> = Object(parseJson(stored ?? ''));
  return { allowsSelfSignup: allowSelfSignup !== false, fromAddress };
}

/** Whether mails can have this sender. Before the `@` it must be ASCII, because some mail servers accept nothing else (RFC 6531). */
export function isSenderAddress(value: unknown): value is string {
  return isMailAddress(value) && /^[!-~]+@/.test(value);
}

/** Whether clients can store the sender: an address, or a string without `@`, e.g. `noreply`, the default of Ghost 3. */
export function isStorableSender(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && (value.includes('@') ? isSenderAddress(value) : !/\p{Cc}/u.test(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
