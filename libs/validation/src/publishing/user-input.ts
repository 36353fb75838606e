import type { InputOf, userDefinition } from '@almanac/resource-fields';

/** A role in the body of a user: its id or name. */
export interface RoleReference {
  id?: string;
  name?: string;
}

/** The fields of a staff user. If a property is absent, the stored value stays. */
export interface UserInput extends InputOf<typeof userDefinition> {
  roles?: RoleReference[];
}
