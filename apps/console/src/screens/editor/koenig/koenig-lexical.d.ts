/** Types for a part of Koenig, the editor of Ghost, because the package has no types. Source: its README and code. */
declare module '@tryghost/koenig-lexical' {
  import type { ComponentType, ReactNode } from 'react';

  /** An entry of the card menu. */
  export interface MenuItem {
    label: string;
    desc: string;
    section?: string;
    /** Words by which a search finds the entry, or a function that decides whether a query finds it. */
    matches?: string[] | ((query: string | undefined, label: string) => boolean);
  }

  /** The class of a node of the document, e.g. of a card or a paragraph. */
  export interface NodeClass {
    getType(): string;
    /** `decorate` returns the React element that renders a card. */
    prototype: { decorate?: (this: unknown, ...values: unknown[]) => unknown };
    /** The entries of a card in the card menu. */
    kgMenu?: MenuItem | MenuItem[];
  }

  export interface UploadedFile {
    url: string;
    fileName: string;
  }

  export interface FileUpload {
    /** In percent. */
    progress: number;
    isLoading: boolean;
    errors: { message: string; fileName: string }[];
    /** The number of files of the last upload. */
    filesNumber: number;
    /** Resolves to null if a file was not uploaded. */
    upload: (files: FileList | File[]) => Promise<UploadedFile[] | null>;
  }

  export interface FileUploader {
    useFileUpload: (type: string) => FileUpload;
    fileTypes: Record<string, { mimeTypes: string[]; extensions?: string[] }>;
  }

  export interface EditorApi {
    /** The document as JSON. */
    serialize(): string;
    editorIsEmpty(): boolean;
    focusEditor(options: { position: 'top' | 'bottom' }): void;
    insertParagraphAtTop(options: { focus: boolean }): void;
    insertParagraphAtBottom(): void;
    lastNodeIsDecorator(): boolean;
  }

  interface ComposerProps {
    initialEditorState?: string;
    nodes?: readonly (NodeClass | object)[];
    onError?: (error: Error) => void;
    fileUploader: FileUploader;
    cardConfig: object;
    darkMode: boolean;
    isTKEnabled?: boolean;
    children: ReactNode;
  }

  interface EditorProps {
    /** Called with the document as an object, also when the editor normalizes it. */
    onChange: (document: object) => void;
    registerAPI: (api: EditorApi | null) => void;
    cursorDidExitAtTop: () => void;
    placeholderText: string;
    children?: ReactNode;
  }

  export const DEFAULT_NODES: readonly (NodeClass | object)[];
  export const KoenigComposer: ComponentType<ComposerProps>;
  export const KoenigEditor: ComponentType<EditorProps>;
  export const WordCountPlugin: ComponentType<{ onChange: (words: number) => void }>;
}

/** The package does not export this file; `vite.config.mts` resolves its path. */
declare module '@tryghost/koenig-lexical/style.css';
