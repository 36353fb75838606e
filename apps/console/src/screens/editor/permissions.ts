import type { CurrentUser, Role } from '../../api/session.ts';
import type { Post } from './model/fields.ts';

const EDITORS: readonly Role[] = ['Owner', 'Administrator', 'Editor'];

/** The permissions of a role for a post, as in the Admin API (`post-permissions.ts` of publishing). */
export interface EditorPermissions {
  edit: boolean;
  publish: boolean;
  delete: boolean;
  chooseTags: boolean;
  chooseAuthors: boolean;
  chooseVisibility: boolean;
  /** Pause, go on with, cancel and repeat newsletters. */
  manageMail: boolean;
  seeMembers: boolean;
}

export function permissionsOf({ id, role }: CurrentUser, post: Post | undefined): EditorPermissions {
  const isEditor = EDITORS.includes(role);
  const authors = post?.authors ?? [];
  const isAuthor = !post || authors.some((author) => author.id === id);
  const isFirstAuthor = !post || authors[0]?.id === id;
  const isOpenToContributor = (post?.status ?? 'draft') === 'draft';
  const maySeeOwn = role === 'Author' || (role === 'Contributor' && isOpenToContributor);
  return {
    edit: isEditor || (isAuthor && maySeeOwn),
    publish: isEditor || (role === 'Author' && isAuthor),
    delete: isEditor || (isFirstAuthor && maySeeOwn),
    chooseTags: isEditor || role === 'Author',
    chooseAuthors: isEditor,
    chooseVisibility: isEditor,
    manageMail: isEditor,
    seeMembers: role === 'Owner' || role === 'Administrator',
  };
}
