import { createObjectId } from '@almanac/entities';
import { PASSWORD } from './admin-api';
import { encodeForm, type FormPart } from './multipart';
import type { Actor, Parameters, PermissionObjects } from './permission-objects';

/** The body of a request of the matrix. */
export interface RequestBody {
  body?: unknown;
  headers?: Record<string, string>;
}

type BodyFactory = (object: string, parameters: Parameters, actor: Actor) => unknown;

// A GIF of one transparent pixel.
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const membersForm = (): FormPart => ({
  name: 'membersfile',
  filename: 'members.csv',
  type: 'text/csv',
  content: `email\n${createObjectId()}@example.com\n`,
});

const forms: Readonly<Record<string, () => FormPart>> = {
  'POST members/csv': membersForm,
  'POST members/upload': membersForm,
  'POST images/upload': () => ({ name: 'file', filename: 'pixel.gif', type: 'image/gif', content: pixel }),
  'POST media/upload': () => ({ name: 'file', filename: 'a.mp3', type: 'audio/mpeg', content: 'ID3 sound' }),
  'PUT media/thumbnail/upload': () => ({ name: 'file', filename: 'p.gif', type: 'image/gif', content: pixel }),
  'POST files/upload': () => ({ name: 'file', filename: 'a.txt', type: 'text/plain', content: 'text' }),
  'POST db': () => ({
    name: 'importfile',
    filename: 'site.json',
    type: 'application/json',
    content: JSON.stringify({ db: [{ meta: { exported_on: 1, version: '3.0.3' }, data: { posts: [] } }] }),
  }),
};

function added(kind: 'posts' | 'pages'): BodyFactory {
  return (object, { author }) => {
    const status = object.endsWith('published') ? 'published' : 'draft';
    const visibility = object.endsWith('paid') ? { visibility: 'paid' } : {};
    return { [kind]: [{ title: 'New', status, ...visibility, authors: [{ id: author }] }] };
  };
}

function edited(kind: 'posts' | 'pages'): BodyFactory {
  const updatedAt = new Date(0).toISOString();
  return (_object, parameters) => ({
    [kind]: [{ title: 'Other', updated_at: parameters.updatedAt ?? updatedAt }],
  });
}

const webhook = (): object => ({ event: 'post.edited', target_url: `https://example.com/${createObjectId()}` });

/** A valid body for each route that needs one, so that only permissions determine the status. */
export function bodiesWith(
  objects: PermissionObjects,
): (route: string, object: string, parameters: Parameters, actor: Actor) => Promise<RequestBody> {
  const bodies: Readonly<Record<string, BodyFactory>> = {
    'POST posts': added('posts'),
    'POST pages': added('pages'),
    'PUT posts/:id': edited('posts'),
    'PUT pages/:id': edited('pages'),
    'PUT posts/bulk': () => ({ bulk: { action: 'feature' } }),
    'PUT pages/bulk': () => ({ bulk: { action: 'feature' } }),
    'POST tags': () => ({ tags: [{ name: createObjectId() }] }),
    'PUT tags/:id': () => ({ tags: [{ name: createObjectId() }] }),
    'PUT users/password': (_object, { id }) => {
      const fields = { newPassword: 'long-enough-42', ne2Password: 'long-enough-42', oldPassword: PASSWORD };
      return { password: [{ ...fields, user_id: id }] };
    },
    'PUT users/owner': (_object, { id }) => ({ owner: [{ id }] }),
    'PUT users/:id': async (object) => {
      const [, role] = /who becomes (?:an?|the) (\w+)/.exec(object) ?? [];
      return { users: [role ? { roles: [{ id: await objects.roleId(role) }] } : { bio: createObjectId() }] };
    },
    'POST invites': async (object) => {
      const role_id = await objects.roleId(object.replace(/^for an? /, ''));
      return { invites: [{ email: `${createObjectId()}@example.com`, role_id }] };
    },
    'POST email_previews/posts/:id': () => ({ emails: ['test@example.com'] }),
    'POST members': () => ({ members: [{ email: `${createObjectId()}@example.com` }] }),
    'PUT members/:id': () => ({ members: [{ name: createObjectId() }] }),
    'PUT members/bulk': () => ({ bulk: { action: 'unsubscribe' } }),
    'POST labels': () => ({ labels: [{ name: createObjectId() }] }),
    'PUT labels/:id': () => ({ labels: [{ name: createObjectId() }] }),
    'PUT newsletters/:id': () => ({ newsletters: [{ name: createObjectId() }] }),
    'PUT settings': () => ({ settings: [{ key: 'description', value: createObjectId() }] }),
    'POST integrations': () => ({ integrations: [{ name: createObjectId() }] }),
    'PUT integrations/:id': () => ({ integrations: [{ name: createObjectId() }] }),
    'POST webhooks': () => ({ webhooks: [webhook()] }),
    'PUT webhooks/:id': () => ({ webhooks: [webhook()] }),
    'POST webhooks/:id/replay': () => ({ replay: [{ from: '2020-01-01T00:00:00.000Z' }] }),
    'PUT authentication/setup': () => ({
      setup: [{ name: 'Owner', email: 'owner@example.com', blogTitle: 'Site' }],
    }),
  };

  return async (route, object, parameters, actor) => {
    const form = forms[route];
    if (form) return encodeForm([form()]);
    if (/^(GET|DELETE)/.test(route)) return {};
    return { body: (await bodies[route]?.(object, parameters, actor)) ?? {} };
  };
}
