import { config as canaryConfig, configKeys } from '../canary/admin/site-and-config';
import type { JsonObject } from '../serialization/json';
import {
  booleanSchema,
  closedObject,
  stringOrNullSchema,
  stringSchema,
  withSchema,
} from '../serialization/json-schema';
import { absoluteUrl } from '../serialization/urls';
import type { ConfigView, SiteIdentityView } from '../views';
import { GHOST_5_MINOR, GHOST_5_RELEASE } from './releases';

/** The public data of the site. */
export const site = withSchema(
  ({ settings, url }: SiteIdentityView): JsonObject => {
    const image = (key: string): string | null => absoluteUrl(settings.get(key) || null, url) ?? null;
    return {
      title: settings.get('title') ?? '',
      description: settings.get('description') ?? '',
      logo: image('logo'),
      icon: image('icon'),
      cover_image: image('cover_image'),
      accent_color: settings.get('accent_color') || null,
      locale: settings.get('default_locale') || 'en',
      url: `${url}/`,
      version: GHOST_5_MINOR,
      allow_external_signup: false,
    };
  },
  closedObject({
    title: stringSchema,
    description: stringSchema,
    logo: stringOrNullSchema,
    icon: stringOrNullSchema,
    cover_image: stringOrNullSchema,
    accent_color: stringOrNullSchema,
    locale: stringSchema,
    url: stringSchema,
    version: stringSchema,
    allow_external_signup: booleanSchema,
  }),
);

/** Keys of the configuration for services that Almanac does not use. Clients of Ghost 5 expect the keys. */
const unusedServices = {
  stripeDirect: false,
  mailgunIsConfigured: false,
  emailAnalytics: false,
  hostSettings: {},
  tenor: { googleApiKey: null, contentFilter: 'off' },
  pintura: false,
  security: { staffDeviceVerification: false },
};

/** The configuration of the installation. */
export const config = withSchema(
  (view: ConfigView): JsonObject => ({ ...canaryConfig(view), version: GHOST_5_RELEASE, ...unusedServices }),
  closedObject({
    ...configKeys,
    stripeDirect: booleanSchema,
    mailgunIsConfigured: booleanSchema,
    emailAnalytics: booleanSchema,
    hostSettings: { type: 'object' },
    tenor: { type: 'object' },
    pintura: booleanSchema,
    security: { type: 'object' },
  }),
);
