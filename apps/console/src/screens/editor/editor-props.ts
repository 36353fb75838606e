import type { CurrentUser } from '../../api/session.ts';
import type { PostType } from './model/fields.ts';
import type { PostDocument } from './model/post-document.ts';
import type { Snapshot } from './model/snapshot.ts';
import type { EditorPermissions } from './permissions.ts';

/** The props of notices and dialogs of the editor. */
export interface EditorProps {
  type: PostType;
  postDocument: PostDocument;
  snapshot: Snapshot;
  /** Whether a file of the post is being uploaded. Until the upload ends, the post lacks the file. */
  isUploading: boolean;
  permissions: EditorPermissions;
  user: CurrentUser;
}

/** The props of a dialog of the editor and of the components inside it. */
export interface DialogProps extends EditorProps {
  onClose: () => void;
}
