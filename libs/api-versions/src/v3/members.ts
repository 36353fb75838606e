import type { InputReaders } from '../input-readers';

/** Ignores the address in the change of a member, as Ghost 3 does: there, the address of a member never changes. */
export function withFixedMemberAddress(readers: InputReaders): InputReaders {
  return {
    ...readers,
    editMember: (body, id) => {
      const { email: _email, ...input } = readers.editMember(body, id);
      return input;
    },
  };
}
