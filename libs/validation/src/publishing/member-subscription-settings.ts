/** The value in the setting `members_subscription_settings` that Almanac uses, apart from the payment providers. */
export interface MemberSubscriptionSettings {
  /** Whether visitors can become members. */
  allowsSelfSignup: boolean;
}

/** Reads the stored setting, which is JSON. A value that is absent, or not a JSON object, gives the defaults of Ghost 3. */
export function memberSubscriptionSettings(stored: string | null | undefined): MemberSubscriptionSettings {
  // `Object` turns null and primitive values into an object without the property.
  const { allowSelfSignup }: Record<string, unknown> = Object(parseJson(stored ?? ''));
  return { allowsSelfSignup: allowSelfSignup !== false };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
