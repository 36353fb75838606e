import { admin } from '../../../api/admin.ts';
import type { Post, PostInput, PostType } from './fields.ts';
import type { PostApi, StoredPost } from './stored-post.ts';

const RELATIONS = 'tags,authors';

type Call = (onResponse: (response: Response) => void) => Promise<{ posts: Post[] } | { pages: Post[] }>;

async function stored(call: Call): Promise<StoredPost> {
  let etag: string | null = null;
  const body = await call((response) => (etag = response.headers.get('etag')));
  const [post] = 'posts' in body ? body.posts : body.pages;
  if (!post) throw new Error('The response of the server has no post.');
  return { post, etag };
}

const required = (input: PostInput): PostInput & { title: string } => ({ ...input, title: input.title ?? '' });

export function postApi(type: PostType): PostApi {
  return {
    read: (id) =>
      stored((onResponse) => {
        const params = { path: { id }, query: { formats: 'lexical', include: RELATIONS } };
        const options = { params, onResponse };
        return type === 'posts' ? admin.get('/posts/{id}/', options) : admin.get('/pages/{id}/', options);
      }),
    add: (input, key) =>
      stored((onResponse) => {
        const options = { params: { query: { include: RELATIONS } }, headers: { 'idempotency-key': key }, onResponse };
        return type === 'posts'
          ? admin.post('/posts/', { ...options, body: { posts: [required(input)] } })
          : admin.post('/pages/', { ...options, body: { pages: [required(input)] } });
      }),
    edit: ({ post, etag }, input) =>
      stored((onResponse) => {
        const params = { path: { id: post.id }, query: { include: RELATIONS } };
        const headers: Record<string, string> = etag ? { 'if-match': etag } : {};
        const options = { params, headers, onResponse };
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
      const { slugs } = await admin.get('/slugs/{type}/{name}/', { params: { path: { type: 'post', name: title } } });
      return slugs[0]?.slug ?? '';
    },
  };
}
