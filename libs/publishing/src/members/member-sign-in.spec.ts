import { MemberSession } from '@almanac/entities';
import { addMember } from '@almanac/testing';
import { createTestSite, SITE_URL, type TestSite, untilStatementWaits } from '../../test/test-site';
import type { PublishingContext } from '../publishing-context';
import { MemberSignInService } from './member-sign-in';
import { MembersService } from './members.service';

let site: TestSite;
let context: PublishingContext;
beforeAll(async () => {
  site = await createTestSite();
  const encryptionKey = 'a-key-for-tests-that-is-long-enough!';
  context = { dataSource: site.dataSource, siteUrl: SITE_URL, clock: { now: () => new Date() }, encryptionKey };
});
afterAll(() => site.database.drop());

describe('a sign-in link', () => {
  it('opens no session while staff change the address of the member', async () => {
    const { id } = await addMember(site.dataSource.manager, { email: 'former@example.com' });
    const url = await new MembersService(context).signInUrl(site.owner, id);
    const redeem = () => new MemberSignInService(context).redeem(new URL(url).searchParams.get('token') ?? '');
    let redeemed: ReturnType<typeof redeem> | undefined;
    const beforeCommit = async (): Promise<void> => {
      redeemed = redeem();
      await untilStatementWaits(site.dataSource);
    };
    await new MembersService({ ...context, beforeCommit }).edit(site.owner, id, { email: 'present@example.com' });
    expect(await redeemed).toBeNull();
    expect(await site.dataSource.manager.countBy(MemberSession, { memberId: id })).toBe(0);
  });
});
