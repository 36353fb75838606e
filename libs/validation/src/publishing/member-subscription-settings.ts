import { isMailAddress } from '../mail-address';

/** The values that Almanac uses from the setting `members_subscription_settings`, except the ones for payment providers. */
export interface MemberSubscriptionSettings {
  /** Whether visitors can become members. */
  allowsSelfSignup: boolean;
  /** The stored sender of mails to members, not validated: check it with {@link isSenderAddress} before it is used in a mail. */
  fromAddress: unknown;
}

/** Reads the stored setting, which is JSON. If it is absent or not a JSON object, visitors can sign up, and there is no sender. */
export function memberSubscriptionSettings(stored: string | null | undefined): MemberSubscriptionSettings {
  // `Object` turns null and primitive values into an object without these properties.
  const { allowSelfSignup, fromAddress }: Record<string, unknown> = Object(parseJson(stored ?? ''));
  return { allowsSelfSignup: allowSelfSignup !== false, fromAddress };
}

/** Whether mails can have this sender. The part before the `@` must be ASCII, because some mail servers accept only ASCII (RFC 6531). */
export function isSenderAddress(value: unknown): value is string {
  return isMailAddress(value) && /^[!-~]+@/.test(value);
}

/** Whether clients can store the sender: an address, a string without `@` (`noreply` is the default of Ghost 3), or no value. */
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
