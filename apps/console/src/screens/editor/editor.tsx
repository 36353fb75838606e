import { Text, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CurrentUser } from '../../api/session.ts';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { useIsUploading } from '../../components/uploads.ts';
import { Bar } from './bar/bar.tsx';
import { Body, type BodyHandle } from './canvas/body.tsx';
import classes from './canvas/canvas.module.css';
import { FeatureImage } from './canvas/feature-image.tsx';
import { TitleField } from './canvas/title-field.tsx';
import { Problems } from './dialogs/problems.tsx';
import { LeaveDialog } from './dialogs/leave-dialog.tsx';
import type { Post, PostType } from './model/fields.ts';
import type { OpenedPost } from './model/snapshot.ts';
import { permissionsOf } from './permissions.ts';
import { usePostDocument } from './use-post-document.ts';

const SettingsDrawer = lazyPart(() => import('./settings/settings-drawer.tsx'));
const PreviewDialog = lazyPart(() => import('./preview/preview-dialog.tsx'));
const PublishDialog = lazyPart(() => import('./publish/publish-dialog.tsx'));

interface Props {
  type: PostType;
  user: CurrentUser;
  opened: OpenedPost;
  onCreated: (post: Post) => void;
}

/** The editor of an opened post: the bar, the feature image, the title, the body, and the dialogs. */
export function Editor({ type, user, opened, onCreated }: Props) {
  const t = useTranslations('editor');
  const [postDocument, snapshot] = usePostDocument({ type, user, opened, onCreated });
  const { fields, post, bodyVersion } = snapshot;
  const [dialog, setDialog] = useState<'settings' | 'publish' | 'preview'>();
  const [wordCount, setWordCount] = useState(0);
  const title = useRef<HTMLTextAreaElement>(null);
  const body = useRef<BodyHandle>(null);
  const permissions = permissionsOf(user, post);
  const isUploading = useIsUploading();
  const save = (): void => {
    // Readers of a published post would see it without the file. A draft is saved again after the upload.
    if (isUploading && !postDocument.savesAutomatically()) return;
    // Ignores the error, because it is also in `state` of the snapshot: `SaveStatus` and `Problems` show it.
    postDocument.save().catch(() => undefined);
  };
  const close = (): void => setDialog(undefined);
  useDocumentTitle(`${fields.title || t('untitled')} · Almanac`);
  useHotkeys([['mod+S', save]], [], true);
  const sharedProps = { type, postDocument, snapshot, isUploading, permissions, user };
  return (
    <main id="content">
      <Bar
        {...sharedProps}
        onSave={save}
        onPreview={() => setDialog('preview')}
        onPublish={() => setDialog('publish')}
        onSettings={() => setDialog('settings')}
      />
      <div className={classes['canvas']}>
        <VisuallyHidden component="h1">{fields.title || t('untitled')}</VisuallyHidden>
        <div className={classes['column']}>
          <Problems {...sharedProps} />
          <FeatureImage fields={fields} onChange={(changes) => postDocument.change(changes)} />
          <TitleField
            ref={title}
            value={fields.title}
            onChange={(value) => postDocument.change({ title: value })}
            onLeave={(cursorAction) => body.current?.focusTop(cursorAction) ?? false}
          />
          <Body
            key={bodyVersion}
            ref={body}
            type={type}
            postDocument={postDocument}
            visibility={fields.visibility}
            onWordCount={setWordCount}
            onExitTop={() => title.current?.focus()}
          />
        </div>
      </div>
      <Text className={classes['words']} size="xs" c="dimmed">
        {t('words', { count: wordCount })}
      </Text>
      <LeaveDialog {...sharedProps} />
      <PartBoundary key={dialog}>
        {dialog === 'settings' && <SettingsDrawer {...sharedProps} onClose={close} />}
        {dialog === 'preview' && <PreviewDialog {...sharedProps} onClose={close} />}
        {dialog === 'publish' && <PublishDialog {...sharedProps} onClose={close} />}
      </PartBoundary>
    </main>
  );
}
