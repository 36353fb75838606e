import { memberSubscriptionSettings } from '@almanac/validation';
import { settingsSerializerOf } from '../canary/content/settings';
import type { PublicSetting, SettingsSerializer, SettingsView } from '../contract';
import type { Json } from '../serialization/json';
import { booleanSchema, type JsonSchema, listOf, stringOrNullSchema, stringSchema } from '../serialization/json-schema';
import type { SiteView } from '../views';
import { GHOST_5_MINOR } from './releases';

type Read = (settings: SettingsView, site: SiteView) => Json;

function setting(name: string, schema: JsonSchema, read: Read): PublicSetting {
  return { name, schema, read };
}

const constant = (name: string, schema: JsonSchema, value: Json): PublicSetting => setting(name, schema, () => value);

/** Whether the members feature is on, by the setting `labs`. */
function hasMembers(settings: SettingsView): boolean {
  return labsOf(settings).members === true;
}

/** Who can become a member: `all` visitors, people whom staff or integrations add (`invite`), or `none`. */
function signupAccess(settings: SettingsView): 'all' | 'invite' | 'none' {
  if (!hasMembers(settings)) return 'none';
  const { allowsSelfSignup } = memberSubscriptionSettings(settings.get('members_subscription_settings'));
  return allowsSelfSignup ? 'all' : 'invite';
}

/** The feature flags in the setting `labs`; none if it is not a JSON object. */
function labsOf(settings: SettingsView): Record<string, boolean> {
  try {
    const labs: unknown = JSON.parse(settings.get('labs') || '{}');
    if (typeof labs !== 'object' || labs === null) return {};
    return Object.fromEntries(Object.entries(labs).filter(([, isOn]) => typeof isOn === 'boolean'));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The support address, which is also the default sender. Almanac does not store it, so clients get Ghost's default. */
function supportAddress({ url }: Pick<SiteView, 'url'>): string {
  return `noreply@${new URL(url).hostname.replace(/^www\./, '')}`;
}

/** Settings that are never null in Ghost 5. Without a value, they are empty strings. */
const nonNullTexts: readonly PublicSetting[] = [
  setting('title', stringSchema, (settings) => settings.get('title') ?? ''),
  setting('description', stringSchema, (settings) => settings.get('description') ?? ''),
];

/** The public settings that came with Ghost 4 and 5. Features that Almanac does not have are switched off. */
export const settingsOfGhost5: readonly PublicSetting[] = [
  setting('accent_color', stringOrNullSchema, (settings) => settings.get('accent_color') || null),
  setting('locale', stringOrNullSchema, (settings) => settings.get('default_locale') || null),
  setting('members_support_address', stringSchema, (_settings, site) => supportAddress(site)),
  setting('members_signup_access', stringSchema, signupAccess),
  setting('members_enabled', booleanSchema, hasMembers),
  setting('allow_self_signup', booleanSchema, (settings) => signupAccess(settings) === 'all'),
  setting('members_invite_only', booleanSchema, (settings) => signupAccess(settings) === 'invite'),
  constant('paid_members_enabled', booleanSchema, false),
  constant('donations_enabled', booleanSchema, false),
  constant('recommendations_enabled', booleanSchema, false),
  constant('comments_enabled', stringSchema, 'off'),
  constant('outbound_link_tagging', booleanSchema, false),
  constant('firstpromoter_account', stringOrNullSchema, null),
  constant('portal_button', booleanSchema, false),
  constant('portal_button_icon', stringOrNullSchema, null),
  constant('portal_button_signup_text', stringSchema, 'Subscribe'),
  constant('portal_button_style', stringSchema, 'icon-and-text'),
  constant('portal_default_plan', stringSchema, 'yearly'),
  constant('portal_name', booleanSchema, true),
  constant('portal_plans', listOf(stringSchema), ['free']),
  constant('portal_signup_checkbox_required', booleanSchema, false),
  constant('portal_signup_terms_html', stringOrNullSchema, null),
  setting('default_email_address', stringSchema, (_settings, site) => supportAddress(site)),
  setting('support_email_address', stringSchema, (_settings, site) => supportAddress(site)),
  constant('editor_default_email_recipients', stringSchema, 'visibility'),
  setting('labs', { type: 'object', additionalProperties: booleanSchema }, labsOf),
  constant('version', stringSchema, GHOST_5_MINOR),
];

/** Adds the public settings that came with Ghost 4 and 5. */
export function withSettingsOfGhost5({ settings }: SettingsSerializer): SettingsSerializer {
  const merged = settings.map((known) => nonNullTexts.find(({ name }) => name === known.name) ?? known);
  return settingsSerializerOf([...merged, ...settingsOfGhost5]);
}
