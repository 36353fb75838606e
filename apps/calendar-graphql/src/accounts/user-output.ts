import { type CalendarUser } from '@almanac/entities';
import { type User } from '../generated/schema-types';

/** A user as `viewerId` may see him: only he himself learns the address. */
export function userOutput({ id, name, username, email }: CalendarUser, viewerId: string | undefined): User {
  return { id, name, username, email: id === viewerId ? email : '' };
}
