import { ApiKey, Integration, type RoleName, User } from '@almanac/entities';
import {
  addUser,
  getRole,
  hashPassword,
  IntegrationsService,
  type PublishingContext,
  SetupService,
  systemActor,
} from '@almanac/publishing';
import { randomBytes } from 'node:crypto';
import { seedAuthors } from '../seed/content/site';

const OWNER = { name: 'Olive Hart', email: 'owner@harbour.example' };
const INTEGRATION = 'Local development';
const SCHEDULER_SLUG = 'ghost-scheduler';

/** The keys of the local site, and the owner's sign-in. */
export interface SiteCredentials {
  contentKey: string;
  adminKey: string;
  schedulerKey: string;
  owner: { email: string; password: string };
}

async function addAuthors({ dataSource, clock }: PublishingContext): Promise<void> {
  await dataSource.transaction(async (manager) => {
    for (const { name, slug, email, role, bio, location } of seedAuthors) {
      // An author also exists if the e-mail address was changed in the Console.
      if (await manager.existsBy(User, [{ email }, { slug }])) continue;
      // The password is random. An author can sign in after a password reset.
      const passwordHash = await hashPassword(randomBytes(24).toString('base64url'));
      const found = await getRole(manager, { name: role satisfies RoleName });
      const id = await addUser(manager, { name, email, passwordHash, role: found, createdBy: '1', now: clock.now() });
      await manager.update(User, { id }, { slug, bio, location });
    }
  });
}

async function keyOf(
  { dataSource }: PublishingContext,
  integration: { slug: string } | { name: string },
  type: ApiKey['type'],
): Promise<string> {
  const { id, secret } = await dataSource.manager.findOneOrFail(ApiKey, { where: { type, integration } });
  return type === 'admin' ? `${id}:${secret}` : secret;
}

/** Creates what the local site does not have yet: its owner, an integration with keys and, unless `isEmpty`, its authors. */
export async function setUpSite(
  context: PublishingContext,
  { ownerPassword, isEmpty }: { ownerPassword: string; isEmpty: boolean },
): Promise<SiteCredentials> {
  const setup = new SetupService(context);
  if (!(await setup.isDone())) await setup.complete({ ...OWNER, password: ownerPassword, blogTitle: 'Almanac' });
  if (!isEmpty) await addAuthors(context);
  if (!(await context.dataSource.manager.existsBy(Integration, { name: INTEGRATION }))) {
    await new IntegrationsService(context).create(systemActor, { name: INTEGRATION });
  }
  const owner = await context.dataSource.manager.findOneByOrFail(User, { id: '1' });
  return {
    contentKey: await keyOf(context, { name: INTEGRATION }, 'content'),
    adminKey: await keyOf(context, { name: INTEGRATION }, 'admin'),
    schedulerKey: await keyOf(context, { slug: SCHEDULER_SLUG }, 'admin'),
    owner: { email: owner.email, password: ownerPassword },
  };
}
