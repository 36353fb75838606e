import { Label, MemberLabel, Tag, User } from '@almanac/entities';
import { addLabel, addMember, addPost, addTag, addUser } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

/** Runs `requests` while another transaction, like that of an import, has added a post of the user with the tag. */
async function whilePostIsAdded<T>(user: User, tag: Tag, requests: () => Promise<T>): Promise<T> {
  const other = api.dataSource.createQueryRunner();
  await other.startTransaction();
  try {
    await addPost(other.manager, { authors: [user], tags: [tag], status: 'draft' });
    return await requests();
  } finally {
    await other.rollbackTransaction();
    await other.release();
  }
}

/** Runs `requests` while another transaction, like that of an import, has added the label to a member. */
async function whileMemberGetsLabel<T>(label: Label, requests: () => Promise<T>): Promise<T> {
  const other = api.dataSource.createQueryRunner();
  await other.startTransaction();
  try {
    const { id: memberId } = await addMember(other.manager);
    await other.manager.insert(MemberLabel, { memberId, labelId: label.id });
    return await requests();
  } finally {
    await other.rollbackTransaction();
    await other.release();
  }
}

describe('while an import runs', () => {
  it('staff can be suspended and get reset links, and tags can be edited', async () => {
    const { manager } = api.dataSource;
    const [user, tag] = [await addUser(manager), await addTag(manager)];
    const statuses = await whilePostIsAdded(user, tag, async () => {
      const responses = [
        await api.anonymous.post('authentication/passwordreset/', { passwordreset: [{ email: user.email }] }),
        await api.owner.put(`users/${user.id}/`, { users: [{ status: 'inactive' }] }),
        await api.owner.put(`tags/${tag.id}/`, { tags: [{ description: 'Edited' }] }),
      ];
      return responses.map(({ status }) => status);
    });
    expect(statuses).toEqual([200, 200, 200]);
    expect(await manager.findOneByOrFail(User, { id: user.id })).toMatchObject({ status: 'inactive' });
    expect(await manager.findOneByOrFail(Tag, { id: tag.id })).toMatchObject({ description: 'Edited' });
  });

  it('staff and tags cannot be deleted, because the posts of the import refer to them', async () => {
    const { manager } = api.dataSource;
    const [user, tag] = [await addUser(manager), await addTag(manager)];
    const statuses = await whilePostIsAdded(user, tag, async () => {
      const responses = await Promise.all([api.owner.delete(`users/${user.id}/`), api.owner.delete(`tags/${tag.id}/`)]);
      return responses.map(({ status }) => status);
    });
    expect(statuses).toEqual([503, 503]);
    expect((await api.owner.delete(`users/${user.id}/`)).status).toBe(204);
    expect((await api.owner.delete(`tags/${tag.id}/`)).status).toBe(204);
  });

  it('labels can be renamed, but not deleted', async () => {
    const { manager } = api.dataSource;
    const label = await addLabel(manager);
    const owner = api.owner.in('v5');
    const statuses = await whileMemberGetsLabel(label, async () => [
      (await owner.put(`labels/${label.id}/`, { labels: [{ name: 'Renamed' }] })).status,
      (await owner.delete(`labels/${label.id}/`)).status,
    ]);
    expect(statuses).toEqual([200, 503]);
    expect(await manager.findOneByOrFail(Label, { id: label.id })).toMatchObject({ name: 'Renamed' });
    expect((await owner.delete(`labels/${label.id}/`)).status).toBe(204);
  });
});
