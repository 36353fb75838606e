import { type ServiceResponse, sendRequest } from './service-requests';
import type { JsonValue } from './exchange';
import { type FilledSite, resourcesIn } from './filled-site';
import type { Script } from './webhook-steps';

type JsonObject = { [key: string]: JsonValue };

/** The event and the payload of a row of the outbox. */
export interface WebhookEvent {
  event: string;
  payload: { current?: object | null; previous?: object | null };
}

interface WebhookStepRunner {
  /** Creates the resource that the step changes. @returns undefined when the step itself creates one */
  prepare: (script: Script) => Promise<JsonObject | undefined>;
  /** Sends the request of the step. @throws Error when the response is not a success */
  run: (script: Script, item: JsonObject | undefined) => Promise<void>;
}

/** Runs webhook steps with a session. @param cookie the session cookie of the owner */
export function webhookStepRunner(site: FilledSite, cookie: string): WebhookStepRunner {
  const call = async (method: string, path: string, body?: JsonValue): Promise<ServiceResponse> => {
    const response = await sendRequest({
      method,
      url: `${site.origins.adminApi}/ghost/api/v3/admin/${path}`,
      headers: { cookie, origin: site.origins.site, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response;
  };

  const edit = (resource: string, item: JsonObject, change: JsonObject): Promise<ServiceResponse> => {
    const state: JsonObject =
      resource === 'posts' || resource === 'pages' ? { updated_at: item.updated_at ?? null } : {};
    return call('PUT', `${resource}/${String(item.id)}/`, { [resource]: [{ ...state, ...change }] });
  };

  return {
    async prepare({ resource, before, then }) {
      if (!before) return undefined;
      const { body } = await call('POST', `${resource}/`, { [resource]: [before] });
      const [created] = resourcesIn(body, resource);
      if (!created || !then) return created;
      return resourcesIn((await edit(resource, created, then)).body, resource)[0];
    },
    async run({ method, resource, body }, item) {
      if (resource === 'settings') await call('PUT', 'settings/', { settings: [{ key: 'title', ...body }] });
      else if (method === 'POST') await call('POST', `${resource}/`, { [resource]: [body] });
      else if (method === 'DELETE') await call('DELETE', `${resource}/${String(item?.id)}/`);
      else if (item) await edit(resource, item, body);
    },
  };
}
