import { User } from '@almanac/entities';
import { addUser } from '@almanac/testing';
import { createTestSite, SITE_URL, type TestSite, untilStatementWaits } from '../../test/test-site';
import type { Actor } from '../permissions/actor';
import { hashPassword, isPassword, wrongPassword } from './password';
import { PasswordsService } from './passwords.service';

const OLD = 'Sup3rS3cret!42';
const NEW = 'An0ther-Secret';

let site: TestSite;
let passwords: PasswordsService;
beforeAll(async () => {
  site = await createTestSite();
  passwords = new PasswordsService({
    dataSource: site.dataSource,
    siteUrl: SITE_URL,
    clock: { now: () => new Date() },
    encryptionKey: 'a-key-for-tests-that-is-long-enough!',
  });
});
afterAll(() => site.database.drop());

/** Changes a password while another transaction, which holds the lock of the user, stores other values. */
async function changeDuring(actor: Actor, user: User, values: Partial<User>): Promise<void> {
  const other = site.dataSource.createQueryRunner();
  await other.startTransaction();
  await other.manager.update(User, { id: user.id }, values);
  const change = { userId: user.id, newPassword: NEW, ne2Password: NEW, oldPassword: OLD };
  const changed = passwords.change(actor, change).then(
    () => undefined,
    (error: unknown) => error,
  );
  await untilStatementWaits(site.dataSource);
  await other.commitTransaction();
  await other.release();
  const error = await changed;
  if (error) throw error;
}

const stored = ({ id }: User): Promise<User> => site.dataSource.manager.findOneByOrFail(User, { id });

describe('the change of a password', () => {
  it('does not end a suspension that is stored meanwhile', async () => {
    const user = await addUser(site.dataSource.manager, { status: 'locked' });
    await changeDuring(site.owner, user, { status: 'inactive' });
    const { status, password } = await stored(user);
    expect([status, await isPassword(NEW, password)]).toEqual(['inactive', true]);
  });

  it('of a user themselves keeps a password that is stored meanwhile', async () => {
    const user = await addUser(site.dataSource.manager, { password: await hashPassword(OLD) });
    const password = await hashPassword('Chosen by a reset 1');
    const change = changeDuring({ kind: 'user', id: user.id, role: 'Author' }, user, { password });
    await expect(change).rejects.toThrow(wrongPassword.context);
    expect((await stored(user)).password).toBe(password);
  });
});
