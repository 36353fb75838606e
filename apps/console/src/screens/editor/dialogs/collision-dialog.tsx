import { Button, Group, Modal, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { EditorProps } from '../editor-props.ts';
import { type Fields, fieldsOf } from '../model/fields.ts';
import type { StoredPost } from '../model/stored-post.ts';
import classes from './dialogs.module.css';
import { openPost } from './open-post.ts';
import { blockTextsOf } from './plain-text.ts';

/**
 * Shown when the post was saved elsewhere, and this editor has changes to an older version. Shows both versions. The user keeps the
 * stored version, puts the changes of this editor into it, or keeps both.
 * @param props `snapshot` is the version in this editor, `storedPost` the version that is stored on the server now
 */
export function CollisionDialog({
  type,
  postDocument,
  snapshot,
  storedPost,
}: EditorProps & { storedPost: StoredPost }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const savedAt = storedPost.post.updated_at;
  const time = savedAt ? format.dateTime(new Date(savedAt), { dateStyle: 'medium', timeStyle: 'medium' }) : '';
  /** Runs the action that the user has chosen. */
  const choose = useMutation({ mutationFn: (action: () => Promise<unknown>) => action() });
  const keepBoth = async (): Promise<void> => openPost(type, (await postDocument.saveAsNew()).id);
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={960}
      title={t('collisionTitle')}
    >
      <Stack gap="md">
        <Text size="sm">{t('collisionText')}</Text>
        {choose.error && <ErrorNotice error={choose.error} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version heading={t('collisionMine')} fields={snapshot.fields} other={fieldsOf(storedPost.post)} />
          <Version
            heading={t('collisionTheirs', { time })}
            fields={fieldsOf(storedPost.post)}
            other={snapshot.fields}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={choose.isPending}
            onClick={() => choose.mutate(() => postDocument.takeStoredVersion())}
          >
            {t('takeStoredVersion')}
          </Button>
          <Button
            variant="default"
            loading={choose.isPending}
            onClick={() => choose.mutate(() => postDocument.applyLocalChanges())}
          >
            {t('applyLocalChanges')}
          </Button>
          <Button loading={choose.isPending} onClick={() => choose.mutate(keepBoth)}>
            {t('keepBoth')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface VersionProps {
  heading: string;
  fields: Fields;
  other: Fields;
}

/** The title and the text of a version. A different title, and paragraphs that the other version does not contain, are marked. */
function Version({ heading, fields, other }: VersionProps) {
  const t = useTranslations('editor');
  const nameOf = (card: string): string => t('card', { name: card });
  const others = new Set(blockTextsOf(other.lexical, nameOf));
  return (
    <Paper withBorder p="md" component="section" aria-label={heading}>
      <Title order={3} size="h3">
        {heading}
      </Title>
      <div className={classes['version']} tabIndex={0} role="group" aria-label={heading}>
        <p className={classes['versionTitle']}>{mark(fields.title || t('untitled'), fields.title !== other.title)}</p>
        {blockTextsOf(fields.lexical, nameOf).map((text, index) => (
          <p key={index}>{mark(text, !others.has(text))}</p>
        ))}
      </div>
    </Paper>
  );
}

const mark = (text: string, isDifferent: boolean) => (isDifferent ? <mark>{text}</mark> : text);
