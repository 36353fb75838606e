import { Accordion, Group, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { ImageField } from '../../components/image-field.tsx';
import { useSiteUrlBuilder } from '../../components/metadata/metadata.ts';
import { SearchSection } from '../../components/metadata/search-section.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SaveForm } from '../../components/save-form.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import type { StaffMember } from './staff-permissions.ts';
import { useEditStaff, useStoreSaved } from './staff-queries.ts';

/** The fields that the form edits. */
const FIELDS = [
  'name',
  'slug',
  'email',
  'bio',
  'location',
  'website',
  'facebook',
  'twitter',
  'profile_image',
  'cover_image',
  'meta_title',
  'meta_description',
] as const;

type Draft = Pick<StaffMember, (typeof FIELDS)[number]>;

const draftOf = (member: StaffMember): Draft => Object.fromEntries(FIELDS.map((name) => [name, member[name]])) as Draft;

/** The form for the public profile and the e-mail address of a member of staff. */
export function ProfileForm({ member }: { member: StaffMember }) {
  const t = useTranslations('staff');
  const navigate = useNavigate();
  /** The values that were last loaded or saved. */
  const [initial, setInitial] = useState(draftOf(member));
  const [draft, setDraft] = useState(initial);
  const edit = useEditStaff(member.id);
  const storeSaved = useStoreSaved(member.slug);
  const submit = (): void => {
    edit.mutate(changedFields(initial, draft), {
      onSuccess: (saved) => {
        notifyDone(t('saved', { name: draft.name }));
        if (!saved) return;
        setInitial(draftOf(saved));
        // The saved values, except in fields that the user has changed while the request ran.
        setDraft((current) => ({ ...draftOf(saved), ...changedFields(draft, current) }));
        // The cached member of staff gets the new slug, and is shown until the request with the new slug ends. Otherwise a skeleton would
        // replace the form, and the text that the user has typed meanwhile would be lost.
        storeSaved(saved);
        void navigate({ to: '/staff/$slug', params: { slug: saved.slug }, replace: true, ignoreBlocker: true });
      },
    });
  };
  return (
    <SaveForm save={edit} onSubmit={submit}>
      <UnsavedChanges hasChanges={() => hasFields(changedFields(initial, draft))} />
      <Fields draft={draft} onChange={(fields) => setDraft({ ...draft, ...fields })} />
      <AuthorPageFields draft={draft} onChange={(fields) => setDraft({ ...draft, ...fields })} />
    </SaveForm>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (fields: Partial<Draft>) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const t = useTranslations('staff');
  return (
    <>
      <ImageField
        label={t('image')}
        purpose="profile_image"
        value={draft.profile_image}
        onChange={(url) => onChange({ profile_image: url })}
      />
      <TextInput
        label={t('name')}
        required
        maxLength={191}
        autoComplete="name"
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t('slug')}
        description={t('slugHelp')}
        maxLength={191}
        value={draft.slug}
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
      />
      <TextInput
        type="email"
        label={t('email')}
        description={t('emailHelp')}
        required
        maxLength={191}
        autoComplete="email"
        value={draft.email}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <Textarea
        label={t('bio')}
        autosize
        minRows={3}
        maxLength={200}
        value={draft.bio ?? ''}
        onChange={({ currentTarget }) => onChange({ bio: currentTarget.value || null })}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('location')}
          maxLength={150}
          value={draft.location ?? ''}
          onChange={({ currentTarget }) => onChange({ location: currentTarget.value || null })}
        />
        <TextInput
          type="url"
          label={t('website')}
          maxLength={2_000}
          value={draft.website ?? ''}
          onChange={({ currentTarget }) => onChange({ website: currentTarget.value || null })}
        />
      </Group>
    </>
  );
}

/** Other fields of the author's page on the site: social accounts, cover image, and the fields for search engines. */
function AuthorPageFields({ draft, onChange }: FieldsProps) {
  const t = useTranslations('staff');
  const siteUrl = useSiteUrlBuilder();
  const page = {
    url: siteUrl(`author/${draft.slug}/`),
    title: draft.name,
    text: draft.bio ?? '',
    image: draft.cover_image,
  };
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('facebook')}
          maxLength={191}
          value={draft.facebook ?? ''}
          onChange={({ currentTarget }) => onChange({ facebook: currentTarget.value || null })}
        />
        <TextInput
          label={t('x')}
          maxLength={191}
          value={draft.twitter ?? ''}
          onChange={({ currentTarget }) => onChange({ twitter: currentTarget.value || null })}
        />
      </Group>
      <ImageField
        label={t('coverImage')}
        description={t('coverImageHelp')}
        value={draft.cover_image}
        onChange={(url) => onChange({ cover_image: url })}
      />
      <Accordion variant="separated" order={2}>
        <SearchSection fields={draft} page={page} onChange={onChange} />
      </Accordion>
    </>
  );
}
