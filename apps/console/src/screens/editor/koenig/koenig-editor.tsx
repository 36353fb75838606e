import '@tryghost/koenig-lexical/style.css';
import { type EditorApi, KoenigComposer, KoenigEditor, WordCountPlugin } from '@tryghost/koenig-lexical';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { fileUploader } from './file-upload.ts';
import { labelControls } from './label-controls.ts';
import { editorNodes } from './nodes.tsx';
import classes from './koenig.module.css';

interface Props {
  /** The document as JSON; null for an empty document. */
  initialBody: string | null;
  /** The `cardConfig` of Koenig. */
  config: object;
  /** Called with the document as JSON when the editor has opened and normalized it. */
  onNormalized: (lexical: string) => void;
  /** Called with the document as JSON after each later change. */
  onChange: (lexical: string) => void;
  onWordCount: (words: number) => void;
  /** Called with the API of the mounted editor, and with null after it was unmounted. */
  onApi: (api: EditorApi | null) => void;
  /** Called when the cursor moves up from the top of the body. */
  onExitTop: () => void;
}

const EMPTY_BODY = '{"root":{"children":[],"direction":null,"format":"","indent":0,"type":"root","version":1}}';
/** The DOM events that precede a change by the user. */
const USER_EVENTS = ['keydown', 'pointerdown', 'paste', 'drop', 'beforeinput'];

/**
 * Koenig, the editor of Ghost. It normalizes a document when it opens it. Changes before the first of the `USER_EVENTS` inside the body are
 * reported to `onNormalized`, later changes to `onChange`.
 */
export default function Koenig({ initialBody, config, onNormalized, onChange, onWordCount, onApi, onExitTop }: Props) {
  const t = useTranslations('editor');
  const messages = useMessages();
  const scheme = useComputedColorScheme();
  const root = useRef<HTMLDivElement>(null);
  /** Whether one of the `USER_EVENTS` has occurred. */
  const isTouched = useRef(false);
  const nodes = useMemo(() => editorNodes(messages.editor), [messages]);
  /** The body of the first render. Later values of `initialBody` are ignored. */
  const firstBody = useRef(initialBody ?? EMPTY_BODY);
  const ariaLabels = useMemo(() => ({ body: t('body'), field: t('unnamedField'), control: t('unnamedControl') }), [t]);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const markAsTouched = (): void => void (isTouched.current = true);
    for (const name of USER_EVENTS) element.addEventListener(name, markAsTouched, { capture: true });
    const stopLabelling = labelControls(element, ariaLabels);
    return () => {
      for (const name of USER_EVENTS) element.removeEventListener(name, markAsTouched, { capture: true });
      stopLabelling();
    };
  }, [ariaLabels]);

  const change = (value: object): void => {
    const lexical = JSON.stringify(value);
    if (isTouched.current) onChange(lexical);
    else onNormalized(lexical);
  };
  // Memoized, because Koenig calls each new `registerAPI` function. So `register` uses the callbacks of the first render.
  const register = useMemo(
    () =>
      (api: EditorApi | null): void => {
        if (api && !isTouched.current) onNormalized(api.serialize());
        onApi(api);
      },
    [],
  );
  return (
    <div ref={root} className={classes['editor']}>
      <KoenigComposer
        initialEditorState={firstBody.current}
        nodes={nodes}
        fileUploader={fileUploader}
        cardConfig={config}
        darkMode={scheme === 'dark'}
      >
        <KoenigEditor
          onChange={change}
          registerAPI={register}
          cursorDidExitAtTop={onExitTop}
          placeholderText={t('bodyPlaceholder')}
        >
          <WordCountPlugin onChange={onWordCount} />
        </KoenigEditor>
      </KoenigComposer>
    </div>
  );
}
