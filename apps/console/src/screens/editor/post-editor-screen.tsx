import { EditorScreen } from './editor-screen.tsx';

export function PostEditorScreen() {
  return <EditorScreen type="posts" />;
}
