import { EditorScreen } from './editor-screen.tsx';

export function PageEditorScreen() {
  return <EditorScreen type="pages" />;
}
