import { PasswordResetToken, User } from '@almanac/entities';
import { openMail } from '@almanac/outbox';
import { addUser } from '@almanac/testing';
import { createTestSite, SITE_URL, type TestSite, untilStatementWaits } from '../../test/test-site';
import type { PublishingContext } from '../publishing-context';
import { SetupService } from '../setup/setup.service';
import { UsersService } from '../users/users.service';
import { PasswordResetsService } from './password-resets.service';

const ENCRYPTION_KEY = 'a-key-for-tests-that-is-long-enough!';

let site: TestSite;
let context: PublishingContext;
let resets: PasswordResetsService;
beforeAll(async () => {
  site = await createTestSite();
  context = {
    dataSource: site.dataSource,
    siteUrl: SITE_URL,
    clock: { now: () => new Date() },
    encryptionKey: ENCRYPTION_KEY,
  };
  resets = new PasswordResetsService(context);
});
afterAll(() => site.database.drop());
beforeEach(() => site.takeOutboxEvents());

/** The mails requested since the last call. */
async function takeMails(): Promise<ReturnType<typeof openMail>[]> {
  const events = await site.takeOutboxEvents();
  return events
    .filter(({ event }) => event === 'mail.requested')
    .map(({ payload }) => openMail(Object(payload), ENCRYPTION_KEY));
}

/** A context in which an operation commits when the other operation waits for its locks. */
function commitsWhileWaiting(other: () => Promise<void>): { context: PublishingContext; ended: () => Promise<void> } {
  let ended: Promise<void> = Promise.resolve();
  const beforeCommit = async (): Promise<void> => {
    ended = other();
    // The caller awaits `ended` later. Without this handler, an error would be an unhandled rejection before that.
    ended.catch(() => undefined);
    await untilStatementWaits(site.dataSource);
  };
  return { context: { ...context, beforeCommit }, ended: () => ended };
}

const countTokens = (userId: string): Promise<number> =>
  site.dataSource.manager.countBy(PasswordResetToken, { userId });

describe('the request of a password reset', () => {
  it.each([
    [
      'users/:id/',
      (held: PublishingContext, email: string) => new UsersService(held).edit(site.owner, site.owner.id, { email }),
    ],
    [
      'authentication/setup/',
      (held: PublishingContext, email: string) => new SetupService(held).edit(site.owner, { name: 'Owner', email }),
    ],
  ])('creates no token for the former address while PUT %s changes the address', async (_path, edit) => {
    const { email: former } = await site.dataSource.manager.findOneByOrFail(User, { id: site.owner.id });
    const held = commitsWhileWaiting(() => resets.request(former));
    await edit(held.context, `victim-of-${former}`);
    await held.ended();
    expect(await countTokens(site.owner.id)).toBe(0);
    expect(await takeMails()).toMatchObject([{ template: 'password-reset-unknown', to: former }]);
  });

  it('creates a token that a waiting change of the address deletes', async () => {
    const { id, email } = await addUser(site.dataSource.manager);
    const edit = async (): Promise<void> => {
      await new UsersService(context).edit(site.owner, id, { email: `victim-of-${email}` });
    };
    const held = commitsWhileWaiting(edit);
    await new PasswordResetsService(held.context).request(email);
    await held.ended();
    expect(await takeMails()).toMatchObject([{ template: 'password-reset', to: email }]);
    expect(await countTokens(id)).toBe(0);
  });
});

describe('a password reset', () => {
  it('does not end a suspension that is stored meanwhile', async () => {
    const { id, email } = await addUser(site.dataSource.manager, { status: 'locked' });
    await resets.request(email);
    const [mail] = await takeMails();
    const token = /#([\w-]+)$/.exec(String(Object(mail?.values).url))?.[1] ?? '';
    const passwords = { newPassword: 'Sup3rS3cret!42', ne2Password: 'Sup3rS3cret!42' };
    const held = commitsWhileWaiting(() => resets.redeem({ token, ...passwords }));
    await new UsersService(held.context).edit(site.owner, id, { status: 'inactive' });
    await expect(held.ended()).rejects.toThrow('Invalid token structure');
    expect(await site.dataSource.manager.findOneByOrFail(User, { id })).toMatchObject({ status: 'inactive' });
  });
});
