import { type Answer, ask } from './answers';
import type { JsonValue } from './exchange';
import { type FilledSite, thingsIn } from './filled-site';
import type { Script } from './webhook-steps';

type JsonObject = { [key: string]: JsonValue };

/** An event as the outbox holds it. */
export interface WebhookEvent {
  event: string;
  payload: { current?: object | null; previous?: object | null };
}

interface Stepper {
  /** Makes what the step is about. */
  prepare: (script: Script) => Promise<JsonObject | undefined>;
  /** Asks what the step asks. @throws Error when that is refused */
  take: (script: Script, thing: JsonObject | undefined) => Promise<void>;
}

/** Takes steps as the owner. */
export function stepper(site: FilledSite, cookie: string): Stepper {
  const call = async (method: string, path: string, body?: JsonValue): Promise<Answer> => {
    const answer = await ask({
      method,
      url: `${site.origins.adminApi}/ghost/api/v3/admin/${path}`,
      headers: { cookie, origin: site.origins.site, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };

  const edit = (resource: string, thing: JsonObject, change: JsonObject): Promise<Answer> => {
    const state: JsonObject =
      resource === 'posts' || resource === 'pages' ? { updated_at: thing.updated_at ?? null } : {};
    return call('PUT', `${resource}/${String(thing.id)}/`, { [resource]: [{ ...state, ...change }] });
  };

  return {
    async prepare({ resource, before, then }) {
      if (!before) return undefined;
      const { body } = await call('POST', `${resource}/`, { [resource]: [before] });
      const [made] = thingsIn(body, resource);
      if (!made || !then) return made;
      return thingsIn((await edit(resource, made, then)).body, resource)[0];
    },
    async take({ method, resource, body }, thing) {
      if (resource === 'settings') await call('PUT', 'settings/', { settings: [{ key: 'title', ...body }] });
      else if (method === 'POST') await call('POST', `${resource}/`, { [resource]: [body] });
      else if (method === 'DELETE') await call('DELETE', `${resource}/${String(thing?.id)}/`);
      else if (thing) await edit(resource, thing, body);
    },
  };
}
