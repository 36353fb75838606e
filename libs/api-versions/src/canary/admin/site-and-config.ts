import type { JsonObject } from '../../serialization/json';
import { booleanSchema, closedObject, stringSchema, withSchema } from '../../serialization/json-schema';
import type { ConfigView, UploadView, MediaView, SiteIdentityView } from '../../views';
import { absoluteUrl } from '../../serialization/urls';

/** The release of Ghost that canary is compatible with. */
const COMPATIBLE_RELEASE = '3.0.3';
const COMPATIBLE_MINOR = '3.0';

/** The public data of the site. */
export const site = withSchema(
  ({ settings, url }: SiteIdentityView): JsonObject => ({
    title: settings.get('title') ?? '',
    url: `${url}/`,
    version: COMPATIBLE_MINOR,
  }),
  closedObject({ title: stringSchema, url: stringSchema, version: stringSchema }),
);

/** Features of Ghost that Almanac does not have. */
const unavailable = ['themes', 'redirects', 'routes', 'slack'];

/** The schemas of the keys of the configuration. */
export const configKeys = {
  version: stringSchema,
  environment: stringSchema,
  database: stringSchema,
  mail: {
    ...stringSchema,
    description: 'The mail transport: `SMTP`, `SES`, or an empty string when no mail server is set.',
  },
  useGravatar: booleanSchema,
  labs: { type: 'object', additionalProperties: booleanSchema },
  clientExtensions: { type: 'object' },
  enableDeveloperExperiments: booleanSchema,
} as const;

/** The configuration of the installation. */
export const config = withSchema(
  (view: ConfigView): JsonObject => ({
    version: COMPATIBLE_RELEASE,
    environment: view.environment,
    database: view.database,
    mail: view.mail,
    useGravatar: view.useGravatar,
    labs: { ...view.labs },
    clientExtensions: { unavailable },
    enableDeveloperExperiments: false,
  }),
  closedObject(configKeys),
);

/** An uploaded image or another file, with the `ref` that the client sent. */
export function upload(view: UploadView, siteUrl: string): JsonObject {
  return { url: absoluteUrl(view.url, siteUrl) ?? view.url, ref: view.ref };
}

/** An uploaded video or audio file, with its thumbnail and the `ref` that the client sent. */
export function media({ thumbnailUrl, ...view }: MediaView, siteUrl: string): JsonObject {
  const { url, ref } = upload(view, siteUrl);
  return { url: url ?? null, thumbnail_url: absoluteUrl(thumbnailUrl, siteUrl) ?? null, ref: ref ?? null };
}
