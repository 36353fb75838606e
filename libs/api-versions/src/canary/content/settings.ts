import type { PublicSetting, SettingsSerializer, SettingsView } from '../../contract';
import { isObject } from '../../inputs/envelope';
import type { JsonSchema } from '../../serialization/json-schema';
import { listOf, stringOrNullSchema, stringSchema } from '../../serialization/json-schema';
import type { Json, JsonObject } from '../../serialization/json';
import { absoluteHtml, absoluteUrl } from '../../serialization/urls';
import type { SiteView } from '../../views';

/** The serializer of a list of public settings. */
export function settingsSerializerOf(list: readonly PublicSetting[]): SettingsSerializer {
  const serialize = (settings: SettingsView, site: SiteView): JsonObject =>
    Object.fromEntries(list.map((setting) => [setting.name, setting.read(settings, site)]));
  return Object.assign(serialize, { settings: list });
}

/** A setting whose stored string is returned; null for an empty one. @param key the stored key, if it differs from the name */
function plain(name: string, key: string = name): PublicSetting {
  return { name, schema: stringOrNullSchema, read: (settings) => settings.get(key) || null };
}

/** A setting with the URL of an image, made absolute. */
function image(name: string): PublicSetting {
  return {
    name,
    schema: stringOrNullSchema,
    read: (settings, site) => absoluteUrl(settings.get(name) || null, site.url) ?? null,
  };
}

/** A setting with html that is injected into pages. Its URLs are made absolute. */
function injectedHtml(name: string): PublicSetting {
  return {
    name,
    schema: stringOrNullSchema,
    read: (settings, site) => absoluteHtml(settings.get(name) || null, { siteUrl: site.url }) ?? null,
  };
}

const navigationItem: JsonSchema = {
  type: 'object',
  properties: { label: stringSchema, url: stringSchema },
};

/** A menu of the site: stored as JSON, and returned as a list. Invalid JSON becomes an empty list, and invalid items are left out. */
function navigation(name: string): PublicSetting {
  return { name, schema: listOf(navigationItem), read: (settings) => listFrom(settings.get(name)) };
}

function listFrom(stored: string | null | undefined): Json[] {
  if (!stored) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter(isMenuItem).map(({ label, url }) => ({ label, url })) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isMenuItem(item: unknown): item is { label: string; url: string } {
  return isObject(item) && typeof item.label === 'string' && typeof item.url === 'string';
}

/** The public settings of the site. */
export const settings = settingsSerializerOf([
  plain('title'),
  plain('description'),
  image('logo'),
  image('icon'),
  image('cover_image'),
  plain('facebook'),
  plain('twitter'),
  plain('lang', 'default_locale'),
  plain('timezone', 'active_timezone'),
  navigation('navigation'),
  navigation('secondary_navigation'),
  plain('meta_title'),
  plain('meta_description'),
  image('og_image'),
  plain('og_title'),
  plain('og_description'),
  image('twitter_image'),
  plain('twitter_title'),
  plain('twitter_description'),
  { name: 'url', schema: stringSchema, read: (_settings, site) => `${site.url}/` },
  injectedHtml('codeinjection_head'),
  injectedHtml('codeinjection_foot'),
]);
