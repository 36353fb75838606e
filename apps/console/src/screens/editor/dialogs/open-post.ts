import type { PostType } from '../model/fields.ts';

/** Opens the editor of another post or page. It reloads the Console, so that the state of this editor is not used again. */
export function openPost(type: PostType, id: string): void {
  window.location.assign(`/console/${type}/${id}`);
}
