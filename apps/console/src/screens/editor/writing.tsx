import { Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CurrentUser } from '../../api/session.ts';
import { Bar } from './bar/bar.tsx';
import { Body, type BodyHandle } from './canvas/body.tsx';
import classes from './canvas/canvas.module.css';
import { FeatureImage } from './canvas/feature-image.tsx';
import { TitleField } from './canvas/title.tsx';
import { Problems } from './dialogs/problems.tsx';
import { LeaveDialog } from './dialogs/leave-dialog.tsx';
import type { Post, PostType } from './model/fields.ts';
import type { Opened } from './model/snapshot.ts';
import { permissionsOf } from './permissions.ts';
import { usePostDocument } from './use-post-document.ts';

const SettingsDrawer = lazy(() => import('./settings/settings-drawer.tsx'));
const PreviewDialog = lazy(() => import('./preview/preview-dialog.tsx'));
const PublishDialog = lazy(() => import('./publish/publish-dialog.tsx'));

interface Props {
  type: PostType;
  user: CurrentUser;
  opened: Opened;
  onCreated: (post: Post) => void;
}

/** The writing screen: the post is the largest thing on it. */
export function Writing({ type, user, opened, onCreated }: Props) {
  const t = useTranslations('editor');
  const [document, snapshot] = usePostDocument({ type, user, opened, onCreated });
  const { fields, post, bodyVersion } = snapshot;
  const [dialog, setDialog] = useState<'settings' | 'publish' | 'preview'>();
  const [words, setWords] = useState(0);
  const title = useRef<HTMLTextAreaElement>(null);
  const body = useRef<BodyHandle>(null);
  const permissions = permissionsOf(user, post);
  // The state shows the error.
  const save = (): void => void document.save().catch(() => undefined);
  const close = (): void => setDialog(undefined);
  useDocumentTitle(`${fields.title || t('untitled')} · Almanac`);
  useHotkeys([['mod+S', save]], [], true);
  const shared = { type, document, snapshot, permissions, user };
  return (
    <main id="content">
      <Bar
        {...shared}
        onSave={save}
        onPreview={() => setDialog('preview')}
        onPublish={() => setDialog('publish')}
        onSettings={() => setDialog('settings')}
      />
      <div className={classes['canvas']}>
        <VisuallyHidden component="h1">{fields.title || t('untitled')}</VisuallyHidden>
        <div className={classes['column']}>
          <Problems {...shared} />
          <FeatureImage fields={fields} onChange={(changes) => document.change(changes)} />
          <TitleField
            ref={title}
            value={fields.title}
            onChange={(value) => document.change({ title: value })}
            onLeave={(how) => body.current?.enter(how)}
          />
          <Body
            key={bodyVersion}
            ref={body}
            type={type}
            document={document}
            visibility={fields.visibility}
            onWords={setWords}
            onExitTop={() => title.current?.focus()}
          />
        </div>
      </div>
      <Text className={classes['words']} size="xs" c="dimmed">
        {t('words', { count: words })}
      </Text>
      <LeaveDialog document={document} snapshot={snapshot} />
      <Suspense fallback={null}>
        {dialog === 'settings' && <SettingsDrawer {...shared} onClose={close} />}
        {dialog === 'preview' && <PreviewDialog {...shared} onClose={close} />}
        {dialog === 'publish' && <PublishDialog {...shared} onClose={close} />}
      </Suspense>
    </main>
  );
}
