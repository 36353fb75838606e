import { admin } from '../../../api/admin.ts';
import type { Post, PostInput, PostType } from './fields.ts';
import type { PostApi, StoredPost } from './stored-post.ts';

const RELATIONS = 'tags,authors';

type PostRequest = (onResponse: (response: Response) => void) => Promise<{ posts: Post[] } | { pages: Post[] }>;

/** Sends a request. @returns the post in the body of the response, and the ETag of the response */
async function requestPost(sendRequest: PostRequest): Promise<StoredPost> {
  let etag: string | null = null;
  const body = await sendRequest((response) => (etag = response.headers.get('etag')));
  const [post] = 'posts' in body ? body.posts : body.pages;
  if (!post) throw new Error('The server sent no post.');
  return { post, etag };
}

/** Only for the type of the request, which requires a title: the callers of `add` set a title. */
const withTitle = (input: PostInput): PostInput & { title: string } => ({ ...input, title: input.title ?? '' });

/** The requests of the editor for posts or for pages, to the Admin API. */
export function postApi(type: PostType): PostApi {
  return {
    read: (id) =>
      requestPost((onResponse) => {
        const params = { path: { id }, query: { formats: 'lexical', include: RELATIONS } };
        const options = { params, onResponse };
        return type === 'posts' ? admin.get('/posts/{id}/', options) : admin.get('/pages/{id}/', options);
      }),
    add: (input, key) =>
      requestPost((onResponse) => {
        const options = { params: { query: { include: RELATIONS } }, headers: { 'idempotency-key': key }, onResponse };
        return type === 'posts'
          ? admin.post('/posts/', { ...options, body: { posts: [withTitle(input)] } })
          : admin.post('/pages/', { ...options, body: { pages: [withTitle(input)] } });
      }),
    edit: ({ post, etag }, input) =>
      requestPost((onResponse) => {
        const params = { path: { id: post.id }, query: { include: RELATIONS } };
        const headers: Record<string, string> = etag ? { 'if-match': etag } : {};
        const options = { params, headers, onResponse };
        // The Admin API requires `updated_at`. With an `If-Match` header, it compares the revision of the ETag instead.
        const change = { ...input, updated_at: post.updated_at ?? post.created_at };
        return type === 'posts'
          ? admin.put('/posts/{id}/', { ...options, body: { posts: [change] } })
          : admin.put('/pages/{id}/', { ...options, body: { pages: [change] } });
      }),
    delete: async (id) => {
      const options = { params: { path: { id } } };
      await (type === 'posts' ? admin.delete('/posts/{id}/', options) : admin.delete('/pages/{id}/', options));
    },
    slugFor: async (title) => {
      // Pages have the type `post`, too, because a page and a post cannot have the same slug.
      const { slugs } = await admin.get('/slugs/{type}/{name}/', { params: { path: { type: 'post', name: title } } });
      return slugs[0]?.slug ?? '';
    },
  };
}
