import { type User } from '../generated/schema-types';
import { type UserRow } from '../graphql/loaders';

/**
 * The GraphQL type User. Only the user themselves get their e-mail address; all others get an empty string.
 * @param viewerId the signed-in user; undefined for an anonymous request
 */
export function userOutput({ id, name, username, email }: UserRow, viewerId: string | undefined): User {
  return { id, name, username, email: id === viewerId ? email : '' };
}
