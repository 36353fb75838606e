import { type User } from '../generated/schema-types';
import { type UserRow } from '../graphql/loaders';

/** The type User. Only the user gets their own address; others get an empty string. */
export function userOutput({ id, name, username, email }: UserRow, viewerId: string | undefined): User {
  return { id, name, username, email: id === viewerId ? email : '' };
}
