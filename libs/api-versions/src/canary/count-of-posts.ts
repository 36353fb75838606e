import { integerSchema } from '../serialization/json-schema';
import type { Field, ResponseSelection } from '../contract';

/**
 * The number of posts of a tag or user. A response to a read has it only if the request has `include=count.posts` and no `fields`, as in
 * Ghost. `include` is undefined only in responses to writes and in nested resources, which contain what was loaded.
 */
export const countOfPosts: Field<{ count?: { posts: number } }> = {
  name: 'count',
  schema: { type: 'object', properties: { posts: integerSchema }, required: ['posts'], additionalProperties: false },
  read: (entity) => entity.count,
  isShown: ({ fields, include }: ResponseSelection) =>
    fields === undefined && (include === undefined || include.includes('count.posts')),
  isOwnColumn: false,
};
