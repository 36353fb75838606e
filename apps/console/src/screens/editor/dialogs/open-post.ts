import type { PostType } from '../model/fields.ts';

/** Opens another post. The browser loads the page again, so that a new editor starts. */
export function openPost(type: PostType, id: string): void {
  window.location.assign(`/console/${type}/${id}`);
}
