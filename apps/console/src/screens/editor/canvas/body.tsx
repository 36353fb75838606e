import { Skeleton, Stack } from '@mantine/core';
import type { EditorApi } from '@tryghost/koenig-lexical';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart, PartBoundary } from '../../../components/lazy-part.tsx';
import { configQuery } from '../../../api/config.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { cardConfig } from '../koenig/card-config.ts';
import type { PostType } from '../model/fields.ts';
import type { PostDocument } from '../model/post-document.ts';

const Koenig = lazyPart(() => import('../koenig/koenig-editor.tsx'));

export interface BodyHandle {
  /**
   * Moves the cursor to the top of the body. With `insert`, a paragraph is added there first, unless the body is empty.
   * @returns false while the editor of the body is not loaded
   */
  focusTop: (how: 'insert' | 'move') => boolean;
}

interface Props {
  type: PostType;
  postDocument: PostDocument;
  visibility: string;
  ref: Ref<BodyHandle>;
  onWordCount: (words: number) => void;
  /** Called when the cursor moves up from the top of the body. */
  onExitTop: () => void;
}

/** The body of the post or page in Koenig, the editor of Ghost. The code of Koenig loads separately from the code of the screen. */
export function Body({ type, postDocument, visibility, ref, onWordCount, onExitTop }: Props) {
  const t = useTranslations('editor');
  const { data: config } = useQuery(configQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [initialBody] = useState(() => postDocument.getSnapshot().fields.lexical);
  const editorApi = useRef<EditorApi | null>(null);
  useImperativeHandle(ref, () => ({ focusTop: (how) => focusTop(editorApi.current, how) }), []);
  const siteUrl = config?.siteUrl;
  const membersEnabled = areMembersEnabled(settings?.['labs']);
  const siteTitle = String(settings?.['title'] ?? '');
  const koenigConfig = useMemo(
    () =>
      siteUrl
        ? cardConfig({ type, siteUrl, siteTitle, visibility, membersEnabled, linksHeading: t('linkSuggestions') })
        : undefined,
    [type, siteUrl, siteTitle, visibility, membersEnabled, t],
  );
  if (!koenigConfig) return <BodySkeleton />;
  return (
    <PartBoundary fallback={<BodySkeleton />}>
      <Koenig
        initialBody={initialBody}
        config={koenigConfig}
        onNormalized={(lexical) => postDocument.setNormalizedBody(lexical)}
        onChange={(lexical) => postDocument.change({ lexical })}
        onWordCount={onWordCount}
        onApi={(api) => (editorApi.current = api)}
        onExitTop={onExitTop}
      />
    </PartBoundary>
  );
}

/** Whether the feature `members` is on. @param labs the setting `labs`, as JSON */
function areMembersEnabled(labs: unknown): boolean {
  const { members }: { members?: unknown } = typeof labs === 'string' ? JSON.parse(labs) : {};
  return members === true;
}

function focusTop(api: EditorApi | null, how: 'insert' | 'move'): boolean {
  if (!api) return false;
  if (how === 'insert' && !api.editorIsEmpty()) api.insertParagraphAtTop({ focus: true });
  api.focusEditor({ position: 'top' });
  return true;
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
