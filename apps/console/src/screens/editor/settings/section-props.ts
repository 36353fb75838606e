import type { Changes, Fields, Post, PostType } from '../model/fields.ts';
import type { EditorPermissions } from '../permissions.ts';

/** What each section of the settings gets. */
export interface SectionProps {
  type: PostType;
  post: Post | undefined;
  fields: Fields;
  permissions: EditorPermissions;
  onChange: (changes: Changes) => void;
}
