import { AdminClient } from '@almanac/client';
import { local } from './browser';
import { findInMails } from './mailbox';

export type InvitableRole = 'Administrator' | 'Editor' | 'Author' | 'Contributor';

interface Person {
  name: string;
  email: string;
  password: string;
}

const PASSWORD = 'a calm sea at half past four';
const INVITATION_TOKEN = /signup[/#]([\w-]+)/;

/** The Admin API with the admin key of `npm start`; the suites create their data with it. */
export const adminByKey = (): AdminClient => new AdminClient({ url: local().adminApiUrl, key: local().adminKey });

async function adminOfOwner(): Promise<AdminClient> {
  const admin = new AdminClient({ url: local().adminApiUrl });
  await admin.signIn(local().owner);
  return admin;
}

/** Invites a person and accepts the invitation. @returns the name and the credentials of the person */
export async function addStaff(role: InvitableRole, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@harbour.example`;
  const admin = await adminOfOwner();
  const { roles } = await admin.get('/roles/');
  const id = roles.find((known) => known.name === role)?.id ?? '';
  await admin.post('/invites/', { body: { invites: [{ email, role_id: id }] } });
  const token = await findInMails(email, INVITATION_TOKEN);
  const invitation = { token, email, name, password: PASSWORD };
  await admin.post('/authentication/invitation/', { body: { invitation: [invitation] } });
  await admin.signOut();
  return { name, email, password: PASSWORD };
}
