import type { PostType } from '../model/fields.ts';

/** Opens another post or page in the editor. Reloads the Console, so that the state of the current editor is discarded. */
export function openPost(type: PostType, id: string): void {
  window.location.assign(`/console/${type}/${id}`);
}
