import { apiVersions } from '@almanac/api-versions';
import { type DocumentedExample, documentedExamples, type DocumentWithExamples } from '@almanac/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminApiUnderTest, PASSWORD, startAdminApi, tokenFor } from './admin-api';
import { bodiesWith } from './permission-bodies';
import { type Actor, type Parameters, PermissionObjects } from './permission-objects';

/** Routes whose examples are not sent: they always refuse, or they need the token of a mail, a site without an owner, a stored video, or a page of another site. */
const notSent = new Set([
  'PUT authentication/passwordreset',
  'PUT authentication/password_reset',
  'POST authentication/invitation',
  'POST authentication/setup',
  'PUT media/thumbnail/upload',
  'POST tiers',
  'PUT tiers/:id',
  'POST newsletters',
  'GET oembed',
]);

/** The object of each request by its route or its resource, named as in the permission matrix. */
const objectOf = new Map([
  ['posts', 'own draft'],
  ['pages', 'own draft'],
  ['schedules', 'scheduled'],
  ['users', 'an Author'],
  ['invites', 'for an Author'],
  ['webhooks', 'unowned'],
  ['actions', '-'],
  ['PUT emails/:id/pause', 'pending'],
  ['PUT emails/:id/resume', 'paused'],
  ['PUT emails/:id/cancel', 'pending'],
  ['PUT emails/:id/retry', 'failed'],
]);

/** Sent last, because they remove what other routes need. */
const last = ['PUT authentication/setup', 'PUT users/owner', 'DELETE db'];

function examplesOf(version: string): DocumentedExample[] {
  const file = join(__dirname, '../openapi', `${version}.json`);
  const document = JSON.parse(readFileSync(file, 'utf8')) as DocumentWithExamples;
  return documentedExamples(document)
    .filter(({ route }) => !notSent.has(route))
    .sort((a, b) => last.indexOf(a.route) - last.indexOf(b.route));
}

describe.each(apiVersions)('the examples in the document of %s', (version) => {
  let api: AdminApiUnderTest;
  let objects: PermissionObjects;

  beforeAll(async () => {
    api = await startAdminApi();
    objects = new PermissionObjects(api);
  });
  afterAll(() => api.close());

  /** The example with ids, times and passwords of this site. */
  async function bodyOf({ route, body }: DocumentedExample, { updatedAt }: Parameters): Promise<unknown> {
    const administrator = route === 'PUT users/owner' ? (await api.as('Administrator')).user.id : undefined;
    const values: Record<string, string | undefined> = {
      updated_at: updatedAt,
      role_id: route === 'POST invites' ? await objects.roleId('Author') : undefined,
      oldPassword: PASSWORD,
      id: administrator,
      ...(route === 'POST session' && { username: (await api.as('Owner')).user.email, password: PASSWORD }),
    };
    return JSON.parse(JSON.stringify(body), (key, value: unknown) => values[key] ?? value);
  }

  async function send(example: DocumentedExample): Promise<number> {
    const { route, method } = example;
    const [noun = ''] = route.slice(method.length + 1).split('/');
    const actor: Actor = await objects.actor(route.startsWith('PUT schedules') ? 'Scheduler Integration' : 'Owner');
    const object = objectOf.get(route) ?? objectOf.get(noun) ?? 'any';
    const parameters = await objects.parameters(route, object, actor);
    const token = actor.key ? `?token=${tokenFor(actor.key, `/${version}/admin/`)}` : '';
    const url = `${example.url(parameters)}${token}`;
    if (example.body) return (await actor.caller.send(method, url, await bodyOf(example, parameters))).status;
    const form = await bodiesWith(objects)(route, object, parameters, actor);
    const body = form.headers ? form.body : undefined;
    return (await actor.caller.with(form.headers ?? {}).send(method, url, body)).status;
  }

  it.each(examplesOf(version).map((example) => [example.route, example] as const))('%s', async (_route, example) => {
    expect(await send(example)).toBe(example.status);
  });
});
