import type { Changes, Fields, Post, PostType } from '../model/fields.ts';
import type { EditorPermissions } from '../permissions.ts';

/** The props of each section of the drawer with the settings of a post. */
export interface SectionProps {
  type: PostType;
  /** The post or page as it is stored; undefined before the first save of a new one. */
  post: Post | undefined;
  /** The values in the editor, including unsaved changes. */
  fields: Fields;
  permissions: EditorPermissions;
  onChange: (changes: Changes) => void;
}
