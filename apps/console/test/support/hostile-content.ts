import { AdminClient } from '@almanac/client';
import type { Attacker } from './attacker';
import { local } from './browser';
import { calendarOf } from './calendar';
import {
  type Attack,
  hostileFields,
  hostileHtml,
  hostileLexical,
  hostileMobiledoc,
  SHORT_SCRIPT,
  URL_WITH_SCRIPT,
} from './hostile-post';
import { addStaff } from './staff';

const ROLES = ['Contributor', 'Author', 'Editor', 'Administrator'] as const;
type HostileRole = (typeof ROLES)[number];

/** The day of the hostile posts and events. */
export const HOSTILE_DAY = '2033-05-10';

interface RoleContent {
  role: HostileRole;
  postId: string;
  eventId: string;
  userSlug: string;
}

/** Adds a user with the role, and stores scripts as this user in everything that the role may write. */
async function storeAs(role: HostileRole, attack: Attack): Promise<RoleContent> {
  const admin = new AdminClient({ url: local().adminApiUrl });
  await admin.signIn(await addStaff(role, `Hostile ${role}`));
  const { users } = await admin.get('/users/{id}/', { params: { path: { id: 'me' } } });
  const { id = '', slug: userSlug = '' } = users[0] ?? {};
  const upload = (await uploadScript(admin)) ?? attack.upload;
  const [postId, eventId] = await Promise.all([
    storePost(admin, role, id, { ...attack, upload }),
    storeEvent(admin, role),
    admin.put('/users/{id}/', { params: { path: { id } }, body: { users: [hostileProfile(role)] } }),
  ]);
  return { role, postId, eventId, userSlug };
}

/**
 * The fields of a user, with scripts. `website` is left out, because the server refuses a script in it. `profile_image` is left out,
 * because other suites show it in lists, and would report that the content security policy refuses it.
 */
const hostileProfile = (role: string) => ({
  name: `${role} ${SHORT_SCRIPT}`,
  bio: SHORT_SCRIPT,
  location: SHORT_SCRIPT,
  facebook: URL_WITH_SCRIPT,
  twitter: URL_WITH_SCRIPT,
  cover_image: URL_WITH_SCRIPT,
  meta_title: SHORT_SCRIPT,
});

/** The source of a contributor and an editor is Lexical, that of the others mobiledoc. */
async function storePost(admin: AdminClient, role: HostileRole, author: string, attack: Attack): Promise<string> {
  const isLexical = role === 'Contributor' || role === 'Editor';
  const post = {
    ...hostileFields(attack),
    authors: [{ id: author }],
    title: `${role} ${SHORT_SCRIPT}`,
    ...(isLexical ? { lexical: hostileLexical(attack) } : { mobiledoc: hostileMobiledoc(attack) }),
    ...(role !== 'Contributor' && {
      status: 'scheduled' as const,
      published_at: `${HOSTILE_DAY}T09:00:00Z`,
      tags: [{ name: `${role} ${SHORT_SCRIPT}`, description: SHORT_SCRIPT }],
    }),
  };
  const { posts } = await admin.post('/posts/', { body: { posts: [post] } });
  if (role !== 'Contributor' && role !== 'Author') await admin.post('/pages/', { body: { pages: [post] } });
  return posts[0]?.id ?? '';
}

/** Uploads a script as a file. @returns its URL on the origin of admin-api; undefined if the server refuses the file */
async function uploadScript(admin: AdminClient): Promise<string | undefined> {
  const file = new File(["top.ran('upload')"], 'tide.js', { type: 'text/javascript' });
  const { files } = await admin.upload('/files/upload/', { file }).catch(() => ({ files: [] }));
  const url = files[0]?.url;
  return url ? new URL(new URL(url).pathname, local().adminApiUrl).href : undefined;
}

async function storeEvent(admin: AdminClient, role: string): Promise<string> {
  const calendar = await calendarOf(admin);
  const [start, end] = [`${HOSTILE_DAY}T11:00:00Z`, `${HOSTILE_DAY}T12:00:00Z`];
  const created = await calendar.createEvent({
    time: { start, end, timeZone: 'UTC', recurrence: '' },
    info: [{ language: 'en', title: `${role} ${SHORT_SCRIPT}`, description: SHORT_SCRIPT + URL_WITH_SCRIPT }],
    location: { name: SHORT_SCRIPT, address: URL_WITH_SCRIPT },
    meta: { tags: [SHORT_SCRIPT.slice(0, 60)] },
    status: 'confirmed',
  });
  return created?.id ?? '';
}

/** Stores scripts in a member, an integration, a webhook and a tag. @returns their ids, and the slug of the tag */
async function storeSite(admin: AdminClient, { hook, host }: Attacker) {
  const name = `Administrator ${SHORT_SCRIPT}`;
  const member = { email: `hostile.${Date.now()}@crew.example`, name, note: SHORT_SCRIPT, labels: [{ name }] };
  const html = hostileHtml({ upload: `${host}/upload.js`, host });
  const tag = {
    name: `Codes ${SHORT_SCRIPT}`,
    description: SHORT_SCRIPT,
    codeinjection_head: html,
    og_image: URL_WITH_SCRIPT,
  };
  const addresses = { feature_image: URL_WITH_SCRIPT, canonical_url: URL_WITH_SCRIPT, og_title: SHORT_SCRIPT };
  const [{ members }, { integrations }, { tags }] = await Promise.all([
    admin.post('/members/', { body: { members: [member] } }),
    admin.post('/integrations/', { body: { integrations: [{ name, description: SHORT_SCRIPT }] } }),
    admin.post('/tags/', { body: { tags: [{ ...tag, ...addresses }] } }),
  ]);
  const integrationId = integrations[0]?.id ?? '';
  const webhook = { integration_id: integrationId, event: 'post.published' as const, name, target_url: hook };
  const { webhooks } = await admin.post('/webhooks/', { body: { webhooks: [webhook] } });
  const webhookId = webhooks[0]?.id ?? '';
  return { memberId: members[0]?.id ?? '', tagSlug: tags[0]?.slug ?? '', integrationId, webhookId };
}

/** Stores scripts as each role that is not the owner. */
export async function storeHostileContent(admin: AdminClient, attacker: Attacker) {
  const attack = { upload: `${local().adminApiUrl}/content/files/tide.js`, host: attacker.host };
  const [site, ...roles] = await Promise.all([
    storeSite(admin, attacker),
    ...ROLES.map((role) => storeAs(role, attack)),
  ]);
  return { ...site, roles };
}

/** Stores scripts in settings that no other suite reads. @returns a function that restores the earlier values */
export async function storeHostileSettings(admin: AdminClient): Promise<() => Promise<unknown>> {
  const hostile = [
    { key: 'secondary_navigation', value: JSON.stringify([{ label: SHORT_SCRIPT, url: URL_WITH_SCRIPT }]) },
    { key: 'codeinjection_head', value: SHORT_SCRIPT },
    { key: 'meta_title', value: SHORT_SCRIPT },
    { key: 'og_title', value: SHORT_SCRIPT },
    { key: 'og_image', value: URL_WITH_SCRIPT },
    { key: 'twitter_title', value: SHORT_SCRIPT },
    { key: 'twitter_image', value: URL_WITH_SCRIPT },
  ];
  const { settings } = await admin.get('/settings/');
  const before = settings.filter(({ key }) => hostile.some((changed) => changed.key === key));
  await admin.put('/settings/', { body: { settings: hostile } });
  return () => admin.put('/settings/', { body: { settings: before.map(({ key, value }) => ({ key, value })) } });
}
