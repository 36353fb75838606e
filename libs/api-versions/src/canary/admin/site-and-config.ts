import type { JsonObject } from '../../serialization/json';
import type { ConfigView, ImageView, SiteFactsView } from '../../views';
import { absoluteUrl } from '../../serialization/urls';

/** The Ghost release whose behaviour clients may count on. */
const COMPATIBLE_RELEASE = '3.0.3';
const COMPATIBLE_MINOR = '3.0';

/** The few events that need no authentication. */
export function site({ title, url }: SiteFactsView): JsonObject {
  return { title, url: `${url}/`, version: COMPATIBLE_MINOR };
}

/** What Ghost has and is not offered, because no site is rendered here; its routes are unknown. */
const unavailable = ['themes', 'redirects', 'routes', 'slack'];

/** How this installation is set up. */
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

/** An uploaded image with the caller's own mark. */
export function image(view: ImageView, siteUrl: string): JsonObject {
  return { url: absoluteUrl(view.url, siteUrl) ?? view.url, ref: view.ref };
}
