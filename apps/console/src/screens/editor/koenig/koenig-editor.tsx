import '@tryghost/koenig-lexical/style.css';
import { type EditorApi, KoenigComposer, KoenigEditor, WordCountPlugin } from '@tryghost/koenig-lexical';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { fileUploader } from './file-upload.ts';
import { labelControls } from './label-textboxes.ts';
import { editorNodes } from './nodes.tsx';
import classes from './koenig.module.css';

interface Props {
  initial: string | null;
  config: object;
  /** Called with the document as JSON in the form that the editor gives it on opening. */
  onOpened: (lexical: string) => void;
  /** Called with the document as JSON after a change by the user. */
  onChange: (lexical: string) => void;
  onWords: (words: number) => void;
  onApi: (api: EditorApi | null) => void;
  onExitTop: () => void;
}

const EMPTY = '{"root":{"children":[],"direction":null,"format":"","indent":0,"type":"root","version":1}}';
const BY_A_PERSON = ['keydown', 'pointerdown', 'paste', 'drop', 'beforeinput'];

/**
 * Koenig, the editor of Ghost. Changes that it makes by itself while it opens a document do not count as changes of the
 * user.
 */
export default function Koenig({ initial, config, onOpened, onChange, onWords, onApi, onExitTop }: Props) {
  const t = useTranslations('editor');
  const texts = useMessages();
  const scheme = useComputedColorScheme();
  const frame = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  const nodes = useMemo(() => editorNodes(texts.editor), [texts]);
  const document = useRef(initial ?? EMPTY);
  const names = useMemo(() => ({ body: t('body'), field: t('cardField'), control: t('cardControl') }), [t]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const touch = (): void => void (isTouched.current = true);
    for (const name of BY_A_PERSON) element.addEventListener(name, touch, { capture: true });
    const stop = labelControls(element, names);
    return () => {
      for (const name of BY_A_PERSON) element.removeEventListener(name, touch, { capture: true });
      stop();
    };
  }, [names]);

  const change = (value: object): void => {
    const lexical = JSON.stringify(value);
    if (isTouched.current) onChange(lexical);
    else onOpened(lexical);
  };
  const register = useMemo(
    () =>
      (api: EditorApi | null): void => {
        if (api && !isTouched.current) onOpened(api.serialize());
        onApi(api);
      },
    [],
  );
  return (
    <div ref={frame} className={classes['editor']}>
      <KoenigComposer
        initialEditorState={document.current}
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
          <WordCountPlugin onChange={onWords} />
        </KoenigEditor>
      </KoenigComposer>
    </div>
  );
}
