import type { Changes, Fields, Post, PostType } from '../model/fields.ts';
import type { EditorPermissions } from '../permissions.ts';

/** The props of each section of the settings. */
export interface SectionProps {
  type: PostType;
  post: Post | undefined;
  fields: Fields;
  permissions: EditorPermissions;
  onChange: (changes: Changes) => void;
}
