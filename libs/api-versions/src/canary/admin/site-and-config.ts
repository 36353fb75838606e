import type { JsonObject } from '../../serialization/json';
import type { ConfigView, ImageView, SiteIdentityView } from '../../views';
import { absoluteUrl } from '../../serialization/urls';

/** The release of Ghost that the API is compatible with. */
const COMPATIBLE_RELEASE = '3.0.3';
const COMPATIBLE_MINOR = '3.0';

/** The public data of the site. */
export function site({ title, url }: SiteIdentityView): JsonObject {
  return { title, url: `${url}/`, version: COMPATIBLE_MINOR };
}

/** Features of Ghost that need a rendered site; their routes do not exist here. */
const unavailable = ['themes', 'redirects', 'routes', 'slack'];

/** The configuration of the installation. */
export function config(view: ConfigView): JsonObject {
  return {
    version: COMPATIBLE_RELEASE,
    environment: view.environment,
    database: view.database,
    mail: view.mail,
    useGravatar: view.useGravatar,
    labs: { ...view.labs },
    clientExtensions: { unavailable },
    enableDeveloperExperiments: false,
  };
}

/** An uploaded image with the reference of the client. */
export function image(view: ImageView, siteUrl: string): JsonObject {
  return { url: absoluteUrl(view.url, siteUrl) ?? view.url, ref: view.ref };
}
