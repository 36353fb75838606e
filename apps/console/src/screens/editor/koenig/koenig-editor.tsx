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
  initialBody: string | null;
  config: object;
  /** Called with the document as JSON after the editor has normalized it on opening. */
  onNormalized: (lexical: string) => void;
  /** Called with the document as JSON after a change by the user. */
  onChange: (lexical: string) => void;
  onWordCount: (words: number) => void;
  onApi: (api: EditorApi | null) => void;
  onExitTop: () => void;
}

const EMPTY_BODY = '{"root":{"children":[],"direction":null,"format":"","indent":0,"type":"root","version":1}}';
/** The DOM events that show that the user has begun to edit. */
const USER_EVENTS = ['keydown', 'pointerdown', 'paste', 'drop', 'beforeinput'];

/**
 * Koenig, the editor of Ghost. It normalizes a document on opening. Changes before the first event of the user are reported to
 * `onNormalized`, later changes to `onChange`.
 */
export default function Koenig({ initialBody, config, onNormalized, onChange, onWordCount, onApi, onExitTop }: Props) {
  const t = useTranslations('editor');
  const messages = useMessages();
  const scheme = useComputedColorScheme();
  const root = useRef<HTMLDivElement>(null);
  /** Whether one of the `USER_EVENTS` has occurred. */
  const isTouched = useRef(false);
  const nodes = useMemo(() => editorNodes(messages.editor), [messages]);
  const openedBody = useRef(initialBody ?? EMPTY_BODY);
  const ariaLabels = useMemo(() => ({ body: t('body'), field: t('cardField'), control: t('cardControl') }), [t]);

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
        initialEditorState={openedBody.current}
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
