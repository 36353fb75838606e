import { type User } from '../generated/schema-types';
import { type ShownUser } from '../graphql/loaders';

/** A user as `viewerId` may see him: only he himself learns the address. */
export function userOutput({ id, name, username, email }: ShownUser, viewerId: string | undefined): User {
  return { id, name, username, email: id === viewerId ? email : '' };
}
