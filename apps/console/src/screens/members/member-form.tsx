import { Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { notifyDone } from '../../components/notify.tsx';
import { SaveForm } from '../../components/save-form.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { labelsQuery, type Member, type MemberDraft, useSaveMember } from './members-queries.ts';

const NEW_MEMBER: MemberDraft = { email: '', name: null, note: null, subscribed: true, comped: false, labels: [] };
const MAX_LABELS = 100;

const draftOf = (member: Member): MemberDraft => ({
  email: member.email,
  name: member.name,
  note: member.note,
  subscribed: member.subscribed ?? false,
  comped: member.comped ?? false,
  labels: (member.labels ?? []).map(({ name }) => name),
});

interface Props {
  /** Absent for a new member. */
  member?: Member;
  /** Called after the member was saved. */
  onDone: () => void;
  /** Opens the dialog that deletes the member; absent for a new member. */
  onDelete?: () => void;
}

export function MemberForm({ member, onDone, onDelete }: Props) {
  const t = useTranslations('members');
  const [initial] = useState(member ? draftOf(member) : NEW_MEMBER);
  const [draft, setDraft] = useState(initial);
  const save = useSaveMember(member && { id: member.id, initial });
  const submit = (): void => {
    save.mutate(draft, {
      onSuccess: () => {
        notifyDone(t('saved', { email: draft.email }));
        onDone();
      },
    });
  };
  return (
    <SaveForm save={save} onSubmit={submit} deletion={onDelete && { label: t('delete'), onClick: onDelete }}>
      {member && <Status member={member} />}
      <UnsavedChanges hasChanges={() => hasFields(changedFields(initial, draft))} />
      <Fields isStored={member !== undefined} draft={draft} onChange={(fields) => setDraft({ ...draft, ...fields })} />
    </SaveForm>
  );
}

/** The stored plan of the member, and when they signed up and were last seen. */
function Status({ member }: { member: Member }) {
  const t = useTranslations('members');
  const format = useFormatter();
  const since = format.dateTime(new Date(member.created_at), { dateStyle: 'long' });
  const seen = member.last_seen_at && format.dateTime(new Date(member.last_seen_at), { dateStyle: 'long' });
  return (
    <Text size="sm" c="dimmed">
      {[t(`plans.${member.status ?? 'free'}`), t('memberSince', { date: since }), seen && t('lastSeen', { date: seen })]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  );
}

interface FieldsProps {
  /** Whether the member exists, i.e. is edited and not added. */
  isStored: boolean;
  draft: MemberDraft;
  onChange: (fields: Partial<MemberDraft>) => void;
}

function Fields({ isStored, draft, onChange }: FieldsProps) {
  const t = useTranslations('members');
  const { data: labels = [] } = useQuery(labelsQuery);
  return (
    <>
      <TextInput
        type="email"
        label={t('email')}
        description={isStored && t('emailHelp')}
        required
        maxLength={191}
        data-autofocus
        value={draft.email}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <TextInput
        label={t('name')}
        maxLength={191}
        value={draft.name ?? ''}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value || null })}
      />
      <TagsInput
        label={t('labels')}
        description={t('labelsHelp')}
        data={labels.map(({ name }) => name)}
        maxTags={MAX_LABELS}
        acceptValueOnBlur
        value={draft.labels}
        onChange={(names) => onChange({ labels: names })}
      />
      <Textarea
        label={t('note')}
        description={t('noteHelp')}
        autosize
        minRows={2}
        maxLength={2_000}
        value={draft.note ?? ''}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value || null })}
      />
      <Switch
        label={t('subscribed')}
        checked={draft.subscribed}
        onChange={({ currentTarget }) => onChange({ subscribed: currentTarget.checked })}
      />
      <Switch
        label={t('comped')}
        description={t('compedHelp')}
        checked={draft.comped}
        onChange={({ currentTarget }) => onChange({ comped: currentTarget.checked })}
      />
    </>
  );
}
