import type { CurrentUser, Role } from '../../api/session.ts';
import type { Post } from './model/fields.ts';

const EDITORS: readonly Role[] = ['Owner', 'Administrator', 'Editor'];

/** The permissions of a user for a post, as in the Admin API (`post-permissions.ts` of publishing). */
export interface EditorPermissions {
  edit: boolean;
  publish: boolean;
  delete: boolean;
  chooseTags: boolean;
  chooseAuthors: boolean;
  chooseVisibility: boolean;
  /** Pause, resume, cancel and retry newsletters. */
  manageMail: boolean;
  seeMembers: boolean;
}

export function permissionsOf({ id, role }: CurrentUser, post: Post | undefined): EditorPermissions {
  const isEditor = EDITORS.includes(role);
  const authors = post?.authors ?? [];
  const isAuthor = !post || authors.some((author) => author.id === id);
  const isFirstAuthor = !post || authors[0]?.id === id;
  const isDraft = (post?.status ?? 'draft') === 'draft';
  const mayEditOwn = role === 'Author' || (role === 'Contributor' && isDraft);
  return {
    edit: isEditor || (isAuthor && mayEditOwn),
    publish: isEditor || (role === 'Author' && isAuthor),
    delete: isEditor || (isFirstAuthor && mayEditOwn),
    chooseTags: isEditor || role === 'Author',
    chooseAuthors: isEditor,
    chooseVisibility: isEditor,
    manageMail: isEditor,
    seeMembers: role === 'Owner' || role === 'Administrator',
  };
}
