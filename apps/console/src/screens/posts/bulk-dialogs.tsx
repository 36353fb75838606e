import { List, Radio, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LAST_DAY } from '../calendar/plain-date.ts';
import { postsFor, postsToMail } from './bulk-changes.ts';
import type { ListedPost, PostKind } from './posts-queries.ts';
import { type Visibility, VISIBILITIES } from './posts-search.ts';
import { TAG_SEARCH_DELAY_MS, tagsByNameQuery } from './tags-by-name.ts';
import type { BulkActions } from './use-bulk-actions.ts';

interface Props {
  kind: PostKind;
  posts: readonly ListedPost[];
  bulk: BulkActions;
  onClose: () => void;
}

const MAX_NAMED_POSTS = 8;
/** The limit of the Admin API for one bulk request. */
const MAX_TAGS = 10;

const sharedDialogProps = ({ bulk, onClose }: Props) => ({
  isOpen: true,
  isPending: bulk.isPending,
  error: bulk.error,
  onClose,
});

/** The dialog that deletes posts after a confirmation. It lists titles, because a deleted post cannot be restored. */
export function DeleteDialog(props: Props) {
  const { kind, posts, bulk } = props;
  const t = useTranslations('posts');
  const count = posts.length;
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      isDangerous
      title={t('deleteTitle', { count, kind })}
      action={t('deleteSubmit', { count, kind })}
      onConfirm={() => bulk.run({ action: 'delete', isInDialog: true })}
    >
      <Titles posts={posts} />
      <Text size="sm">{t('deleteText')}</Text>
    </ConfirmDialog>
  );
}

/** The dialog that publishes posts after a confirmation, if some of them are mailed to members: a mail cannot be taken back. */
export function PublishDialog(props: Props) {
  const { kind, posts, bulk } = props;
  const t = useTranslations('posts');
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      title={t('publishTitle', { count: postsFor('publish', posts).length })}
      action={t('publishAndMail')}
      onConfirm={() => bulk.run({ action: 'publish', isInDialog: true })}
    >
      <MailedPosts posts={postsToMail('publish', kind, posts)} />
    </ConfirmDialog>
  );
}

/** Names the posts that members get by mail when they are published; nothing without such posts. */
function MailedPosts({ posts }: Pick<Props, 'posts'>) {
  const t = useTranslations('posts');
  if (posts.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('mailedText', { count: posts.length })}</Text>
      <Titles posts={posts} />
    </Stack>
  );
}

/** The titles of the first posts, and the number of the others. */
function Titles({ posts }: Pick<Props, 'posts'>) {
  const t = useTranslations('posts');
  return (
    <List size="sm">
      {posts.slice(0, MAX_NAMED_POSTS).map(({ id, title }) => (
        <List.Item key={id}>{title || t('untitled')}</List.Item>
      ))}
      {posts.length > MAX_NAMED_POSTS && (
        <List.Item>{t('andMore', { count: posts.length - MAX_NAMED_POSTS })}</List.Item>
      )}
    </List>
  );
}

export function ScheduleDialog(props: Props) {
  const { kind, posts, bulk } = props;
  const t = useTranslations('posts');
  const zone = useTimeZone() ?? 'UTC';
  const [time, setTime] = useState('');
  const schedule = useMutation({
    mutationFn: async () => {
      // The Temporal polyfill is large, so it loads when it is first needed.
      const { instantOf } = await import('../../time/zoned-time.ts');
      return instantOf(time, zone);
    },
    onSuccess: (instant) => bulk.run({ action: 'schedule', meta: { published_at: instant }, isInDialog: true }),
  });
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      title={t('scheduleTitle', { count: postsFor('schedule', posts).length, kind })}
      action={t('actions.schedule')}
      isPending={schedule.isPending || bulk.isPending}
      error={schedule.error ?? bulk.error}
      onConfirm={() => schedule.mutate()}
    >
      <TextInput
        type="datetime-local"
        label={t('scheduleTime')}
        description={t('scheduleZone', { zone: zone.replaceAll('_', ' ') })}
        min={localNow(zone)}
        max={`${LAST_DAY}T23:59`}
        value={time}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
        required
        data-autofocus
      />
      <MailedPosts posts={postsToMail('schedule', kind, posts)} />
    </ConfirmDialog>
  );
}

export function TagDialog(props: Props) {
  const { kind, posts, bulk } = props;
  const t = useTranslations('posts');
  const [names, setNames] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, TAG_SEARCH_DELAY_MS);
  const { data: tags = [] } = useQuery({ ...tagsByNameQuery(searched), enabled: searched !== '' });
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      title={t('tagTitle', { count: posts.length, kind })}
      action={t('tagSubmit')}
      // A typed name becomes a tag when the field loses the focus, e.g. to the button.
      isIncomplete={names.length === 0 && text.trim() === ''}
      onConfirm={() => {
        const tags = names.map((name) => ({ name }));
        if (names.length > 0) bulk.run({ action: 'addTag', meta: { tags }, isInDialog: true });
      }}
    >
      <TagsInput
        label={t('tags')}
        description={t('tagHelp')}
        // There are no suggestions until the user types: they would cover the button below the field.
        data={text ? tags.map(({ name }) => name) : []}
        maxTags={MAX_TAGS}
        acceptValueOnBlur
        value={names}
        onChange={setNames}
        searchValue={text}
        onSearchChange={setText}
        data-autofocus
      />
    </ConfirmDialog>
  );
}

export function AccessDialog(props: Props) {
  const { kind, posts, bulk } = props;
  const t = useTranslations('posts');
  const [visibility, setVisibility] = useState<Visibility>(posts[0]?.visibility ?? 'public');
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      title={t('accessTitle', { count: posts.length, kind })}
      action={t('accessSubmit')}
      onConfirm={() => bulk.run({ action: 'access', meta: { visibility }, isInDialog: true })}
    >
      <Radio.Group
        label={t('accessLabel')}
        value={visibility}
        onChange={(value) => setVisibility(VISIBILITIES.find((known) => known === value) ?? 'public')}
      >
        <Stack gap="sm" mt="sm">
          {VISIBILITIES.map((value) => (
            <Radio key={value} value={value} label={t(`visibilities.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}

/** The current minute in a zone, in the format of a `datetime-local` field. */
function localNow(zone: string): string {
  // The date format of Sweden is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  return format.format(new Date()).replace(' ', 'T');
}
