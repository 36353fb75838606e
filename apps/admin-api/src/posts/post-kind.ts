import type { ApiContract, PostView, Serializer } from '@almanac/api-versions';
import type { PostType } from '@almanac/entities';
import { adminPagesResource, adminPostsResource, type PostRow, type Resource } from '@almanac/resource-queries';
import type { PostInput } from '@almanac/validation';

/** What tells posts and pages apart for a client. */
export interface PostKind {
  type: PostType;
  /** The root key of bodies and answers. */
  key: 'posts' | 'pages';
  resource: Resource<PostRow>;
  serializer: (contract: ApiContract) => Serializer<PostView>;
  add: (contract: ApiContract, body: unknown) => PostInput;
  edit: (contract: ApiContract, body: unknown) => PostInput;
  /** Whether `?source=html` means something. */
  knowsSources: boolean;
}

export const postKind: PostKind = {
  type: 'post',
  key: 'posts',
  resource: adminPostsResource,
  serializer: ({ admin }) => admin.post,
  add: ({ accept }, body) => accept.addPost(body),
  edit: ({ accept }, body) => accept.editPost(body),
  knowsSources: true,
};

export const pageKind: PostKind = {
  type: 'page',
  key: 'pages',
  resource: adminPagesResource,
  serializer: ({ admin }) => admin.page,
  add: ({ accept }, body) => accept.addPage(body),
  edit: ({ accept }, body) => accept.editPage(body),
  knowsSources: false,
};
