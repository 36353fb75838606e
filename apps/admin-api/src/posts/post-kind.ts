import type { ApiContract, PostView, Serializer } from '@almanac/api-versions';
import type { PostType } from '@almanac/entities';
import { adminPagesResource, adminPostsResource, type PostRow, type Resource } from '@almanac/resource-queries';
import type { PostInput } from '@almanac/validation';

/** The differences between the routes of posts and those of pages. */
export interface PostKind {
  type: PostType;
  /** The root key of request and response bodies. */
  key: 'posts' | 'pages';
  resource: Resource<PostRow>;
  serializer: (contract: ApiContract) => Serializer<PostView>;
  parseAdd: (contract: ApiContract, body: unknown) => PostInput;
  parseEdit: (contract: ApiContract, body: unknown) => PostInput;
  /** Whether writes accept `?source=html`, i.e. a body with html instead of lexical or mobiledoc. */
  acceptsHtmlSource: (contract: ApiContract) => boolean;
  /** Whether members can get posts of this kind by mail. */
  isMailed: boolean;
}

export const postKind: PostKind = {
  type: 'post',
  key: 'posts',
  resource: adminPostsResource,
  serializer: ({ admin }) => admin.post,
  parseAdd: ({ inputReaders }, body) => inputReaders.addPost(body),
  parseEdit: ({ inputReaders }, body) => inputReaders.editPost(body),
  acceptsHtmlSource: () => true,
  isMailed: true,
};

export const pageKind: PostKind = {
  type: 'page',
  key: 'pages',
  resource: adminPagesResource,
  serializer: ({ admin }) => admin.page,
  parseAdd: ({ inputReaders }, body) => inputReaders.addPage(body),
  parseEdit: ({ inputReaders }, body) => inputReaders.editPage(body),
  acceptsHtmlSource: ({ behaviour }) => behaviour.acceptsHtmlForPages,
  isMailed: false,
};
