import { EDITOR_OR_HIGHER } from '../../api/roles.ts';
import type { CurrentUser } from '../../api/session.ts';
import type { Changes, Fields, Post } from './model/fields.ts';

/**
 * What a user may do with a post or page. The rules follow `permission-table.ts` and `post-permissions.ts` of libs/publishing, which
 * the server applies to each request.
 */
export interface EditorPermissions {
  edit: boolean;
  publish: boolean;
  delete: boolean;
  chooseTags: boolean;
  chooseAuthors: boolean;
  chooseVisibility: boolean;
  /** Pause, resume, cancel and retry newsletters. */
  manageMail: boolean;
  /** See the labels of members, and the members whose mails failed. */
  seeMembers: boolean;
}

/** @param post undefined for a new post */
export function permissionsOf({ id, role }: CurrentUser, post: Post | undefined): EditorPermissions {
  const isEditorOrHigher = EDITOR_OR_HIGHER.includes(role);
  const authors = post?.authors ?? [];
  const isAuthorOfPost = !post || authors.some((author) => author.id === id);
  const isFirstAuthor = !post || authors[0]?.id === id;
  const isDraft = (post?.status ?? 'draft') === 'draft';
  const mayEditOwn = role === 'Author' || (role === 'Contributor' && isDraft);
  return {
    edit: isEditorOrHigher || (isAuthorOfPost && mayEditOwn),
    publish: isEditorOrHigher || (role === 'Author' && isAuthorOfPost),
    delete: isEditorOrHigher || (isFirstAuthor && mayEditOwn),
    chooseTags: isEditorOrHigher || role === 'Author',
    chooseAuthors: isEditorOrHigher,
    chooseVisibility: isEditorOrHigher,
    manageMail: isEditorOrHigher,
    seeMembers: role === 'Owner' || role === 'Administrator',
  };
}

/**
 * The fields of a post that the user may send when they store it again as a new post. Authors and contributors become its author,
 * because the server rejects a new post of theirs with another first author. They send no visibility: from an author, the server
 * accepts only `public`.
 */
export function fieldsOfNewPost(user: CurrentUser, { authors, visibility, ...fields }: Fields): Changes {
  const { chooseAuthors, chooseVisibility } = permissionsOf(user, undefined);
  return {
    ...fields,
    authors: chooseAuthors ? authors : [{ id: user.id, name: user.name }],
    ...(chooseVisibility && { visibility }),
  };
}
