import { List, Radio, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LAST_DAY } from '../calendar/plain-date.ts';
import type { ListedPost, PostKind } from './posts-queries.ts';
import { type Visibility, VISIBILITIES } from './posts-search.ts';
import { tagsByNameQuery } from './tags-by-name.ts';
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
const DEBOUNCE_MS = 200;

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
      onConfirm={() => bulk.run({ action: 'delete' })}
    >
      <List size="sm">
        {posts.slice(0, MAX_NAMED_POSTS).map(({ id, title }) => (
          <List.Item key={id}>{title || t('untitled')}</List.Item>
        ))}
        {count > MAX_NAMED_POSTS && <List.Item>{t('andMore', { count: count - MAX_NAMED_POSTS })}</List.Item>}
      </List>
      <Text size="sm">{t('deleteText')}</Text>
    </ConfirmDialog>
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
    onSuccess: (instant) => bulk.run({ action: 'schedule', meta: { published_at: instant } }),
  });
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      title={t('scheduleTitle', { count: posts.length, kind })}
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
    </ConfirmDialog>
  );
}

export function TagDialog(props: Props) {
  const { kind, posts, bulk } = props;
  const t = useTranslations('posts');
  const [names, setNames] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, DEBOUNCE_MS);
  const { data: tags = [] } = useQuery({ ...tagsByNameQuery(searched), enabled: searched !== '' });
  return (
    <ConfirmDialog
      {...sharedDialogProps(props)}
      title={t('tagTitle', { count: posts.length, kind })}
      action={t('tagSubmit')}
      onConfirm={() => {
        if (names.length > 0) bulk.run({ action: 'addTag', meta: { tags: names.map((name) => ({ name })) } });
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
      onConfirm={() => bulk.run({ action: 'access', meta: { visibility } })}
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
