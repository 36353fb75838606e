import { Skeleton, Stack } from '@mantine/core';
import type { EditorApi } from '@tryghost/koenig-lexical';
import { useQuery } from '@tanstack/react-query';
import { lazy, type Ref, Suspense, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { configQuery } from '../../../api/config.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { cardConfig } from '../koenig/card-config.ts';
import type { PostType } from '../model/fields.ts';
import type { PostDocument } from '../model/post-document.ts';

const Koenig = lazy(() => import('../koenig/koenig-editor.tsx'));

export interface BodyHandle {
  enter: (how: 'insert' | 'move') => void;
}

interface Props {
  type: PostType;
  document: PostDocument;
  visibility: string;
  ref: Ref<BodyHandle>;
  onWords: (words: number) => void;
  onExitTop: () => void;
}

/** The body of the post in Koenig, which is loaded when a post is opened. */
export function Body({ type, document, visibility, ref, onWords, onExitTop }: Props) {
  const t = useTranslations('editor');
  const { data: config } = useQuery(configQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [initial] = useState(() => document.getSnapshot().fields.lexical);
  const editor = useRef<EditorApi | null>(null);
  useImperativeHandle(ref, () => ({ enter: (how) => enter(editor.current, how) }), []);
  const siteUrl = config?.siteUrl;
  const membersEnabled = hasMembers(settings?.['labs']);
  const siteTitle = String(settings?.['title'] ?? '');
  const cards = useMemo(
    () =>
      siteUrl
        ? cardConfig({ type, siteUrl, siteTitle, visibility, membersEnabled, postsLabel: t('linkSuggestions') })
        : undefined,
    [type, siteUrl, siteTitle, visibility, membersEnabled, t],
  );
  if (!cards) return <BodySkeleton />;
  return (
    <Suspense fallback={<BodySkeleton />}>
      <Koenig
        initial={initial}
        config={cards}
        onOpened={(lexical) => document.adoptOpened(lexical)}
        onChange={(lexical) => document.change({ lexical })}
        onWords={onWords}
        onApi={(api) => (editor.current = api)}
        onExitTop={onExitTop}
      />
    </Suspense>
  );
}

/** @param labs JSON of the setting `labs` */
function hasMembers(labs: unknown): boolean {
  const { members }: { members?: unknown } = typeof labs === 'string' ? JSON.parse(labs) : {};
  return members === true;
}

function enter(api: EditorApi | null, how: 'insert' | 'move'): void {
  if (!api) return;
  if (how === 'insert' && !api.editorIsEmpty()) api.insertParagraphAtTop({ focus: true });
  api.focusEditor({ position: 'top' });
}

function BodySkeleton() {
  const t = useTranslations('common');
  return (
    <Stack gap="sm" role="status" aria-label={t('loading')}>
      {['100%', '96%', '98%', '60%'].map((width) => (
        <Skeleton key={width} height={20} width={width} />
      ))}
    </Stack>
  );
}
