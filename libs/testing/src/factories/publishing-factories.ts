import {
  ApiKey,
  createKeySecret,
  createObjectId,
  Integration,
  Label,
  Member,
  MemberLabel,
  MemberSubscription,
  type MemberSubscriptionStatus,
  Post,
  PostAuthor,
  PostMeta,
  PostTag,
  Role,
  type RoleName,
  Tag,
  User,
} from '@almanac/entities';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** The number in the default names and slugs, so that they are unique in a test process. */
let counter = 0;
const next = (): number => ++counter;

export interface PostToAdd extends Partial<Omit<Post, 'meta'>> {
  tags?: Pick<Tag, 'id'>[];
  authors?: Pick<User, 'id'>[];
  meta?: Partial<PostMeta>;
}

/** Adds a post, published by default, with its tags and authors in the given order. */
export async function addPost(
  manager: EntityManager,
  { tags = [], authors = [], meta, ...post }: PostToAdd = {},
): Promise<Post> {
  const number = next();
  const id = post.id ?? createObjectId();
  // By default, each post is an hour newer than the one added before.
  const at = post.publishedAt ?? new Date(Date.UTC(2020, 0, 1) + number * 3_600_000);
  const row = manager.create(Post, {
    id,
    uuid: randomUUID(),
    title: `Post ${number}`,
    slug: `post-${number}`,
    html: `<p>Text of post ${number}.</p>`,
    plaintext: `Text of post ${number}.`,
    commentId: id,
    status: 'published',
    createdAt: at,
    createdBy: authors[0]?.id ?? '1',
    updatedAt: at,
    publishedAt: at,
    ...post,
  });
  await manager.insert(Post, row);
  if (meta) await manager.insert(PostMeta, { ...meta, id: createObjectId(), postId: id });
  const postTags = tags.map((tag, sortOrder) => ({ id: createObjectId(), postId: id, tagId: tag.id, sortOrder }));
  if (postTags.length > 0) await manager.insert(PostTag, postTags);
  const postAuthors = authors.map((author, sortOrder) => ({
    id: createObjectId(),
    postId: id,
    authorId: author.id,
    sortOrder,
  }));
  if (postAuthors.length > 0) await manager.insert(PostAuthor, postAuthors);
  return row;
}

/** Adds a tag; it is public by default. */
export async function addTag(manager: EntityManager, tag: Partial<Tag> = {}): Promise<Tag> {
  const number = next();
  const now = new Date(Date.UTC(2020, 0, 1));
  const row = manager.create(Tag, {
    id: createObjectId(),
    name: `Tag ${number}`,
    slug: `tag-${number}`,
    createdAt: now,
    updatedAt: now,
    ...tag,
  });
  await manager.insert(Tag, row);
  return row;
}

/** Adds a user with a role. They cannot sign in unless a password hash is given. */
export async function addUser(
  manager: EntityManager,
  { role = 'Author', ...user }: Partial<Omit<User, 'roles'>> & { role?: RoleName } = {},
): Promise<User> {
  const number = next();
  const now = new Date(Date.UTC(2020, 0, 1));
  const email = user.email ?? `user-${number}@example.com`;
  const row = manager.create(User, {
    id: createObjectId(),
    name: `User ${number}`,
    slug: `user-${number}`,
    email,
    confirmedEmail: email.toLowerCase(),
    password: '$2a$10$no.password.has.this.hash.so.users.cannot.sign.in......',
    status: 'active',
    createdAt: now,
    createdBy: '1',
    updatedAt: now,
    ...user,
  });
  await manager.insert(User, row);
  const { id: roleId } = await manager.findOneByOrFail(Role, { name: role });
  await manager.query('insert into publishing.roles_users (user_id, role_id) values ($1, $2)', [row.id, roleId]);
  return row;
}

/** Adds the owner, with the id `1`. */
export function addOwner(manager: EntityManager, user: Partial<Omit<User, 'roles'>> = {}): Promise<User> {
  return addUser(manager, {
    id: '1',
    name: 'Owner',
    slug: 'owner',
    email: 'owner@example.com',
    ...user,
    role: 'Owner',
  });
}

/** Adds a member. */
export async function addMember(
  manager: EntityManager,
  {
    isPaid = false,
    providerStatuses = [],
    ...member
  }: Partial<Member> & {
    /** Whether the member gets an active complimentary subscription. */
    isPaid?: boolean;
    /** The statuses of the Stripe subscriptions that the member gets. */
    providerStatuses?: readonly MemberSubscriptionStatus[];
  } = {},
): Promise<Member> {
  const number = next();
  const now = new Date(Date.UTC(2020, 0, 1));
  const row = manager.create(Member, {
    id: createObjectId(),
    email: `member-${number}@example.com`,
    name: `Member ${number}`,
    createdAt: now,
    updatedAt: now,
    ...member,
  });
  await manager.insert(Member, row);
  const subscription = (provider: MemberSubscription['provider'], status: MemberSubscriptionStatus) => ({
    id: createObjectId(),
    memberId: row.id,
    provider,
    status,
    planNickname: provider === 'stripe' ? 'Monthly' : 'Complimentary',
    startedAt: now,
    createdAt: now,
  });
  const subscriptions = providerStatuses.map((status) => subscription('stripe', status));
  if (isPaid) subscriptions.push(subscription('complimentary', 'active'));
  await manager.insert(MemberSubscription, subscriptions);
  return row;
}

/** Adds a label, and adds it to the given members. */
export async function addLabel(
  manager: EntityManager,
  { members = [], ...label }: Partial<Label> & { members?: readonly Pick<Member, 'id'>[] } = {},
): Promise<Label> {
  const number = next();
  const now = new Date(Date.UTC(2020, 0, 1));
  const row = manager.create(Label, {
    id: createObjectId(),
    name: `Label ${number}`,
    slug: `label-${number}`,
    createdAt: now,
    updatedAt: now,
    ...label,
  });
  await manager.insert(Label, row);
  const links = members.map(({ id: memberId }) => ({ memberId, labelId: row.id }));
  if (links.length > 0) await manager.insert(MemberLabel, links);
  return row;
}

/** Adds a custom integration with a content key and an admin key. */
export async function addIntegration(
  manager: EntityManager,
  integration: Partial<Integration> = {},
): Promise<{ integration: Integration; contentKey: ApiKey; adminKey: ApiKey }> {
  const number = next();
  const now = new Date(Date.UTC(2020, 0, 1));
  const row = manager.create(Integration, {
    id: createObjectId(),
    name: `Integration ${number}`,
    slug: `integration-${number}`,
    createdAt: now,
    updatedAt: now,
    ...integration,
  });
  await manager.insert(Integration, row);
  const { id: adminRole } = await manager.findOneByOrFail(Role, { name: 'Admin Integration' });
  const key = (type: ApiKey['type'], roleId: string | null): ApiKey =>
    manager.create(ApiKey, {
      id: createObjectId(),
      type,
      secret: createKeySecret(type),
      roleId,
      integrationId: row.id,
      createdAt: now,
      updatedAt: now,
    });
  const contentKey = key('content', null);
  const adminKey = key('admin', adminRole);
  await manager.insert(ApiKey, [contentKey, adminKey]);
  return { integration: row, contentKey, adminKey };
}
