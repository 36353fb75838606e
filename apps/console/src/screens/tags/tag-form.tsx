import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { ColourField } from '../../components/colour-field.tsx';
import { ImageField } from '../../components/image-field.tsx';
import { useSiteUrlBuilder } from '../../components/metadata/metadata.ts';
import MetadataSections from '../../components/metadata/metadata-sections.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SaveForm } from '../../components/save-form.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { type Tag, type TagDraft, useSaveTag } from './tags-queries.ts';

const NEW_TAG: TagDraft = {
  name: '',
  slug: '',
  description: null,
  feature_image: null,
  accent_color: null,
  meta_title: null,
  meta_description: null,
  canonical_url: null,
  og_image: null,
  og_title: null,
  og_description: null,
  twitter_image: null,
  twitter_title: null,
  twitter_description: null,
};

/** The fields of a tag that the form edits. The Admin API does not change fields that are not sent. */
const draftOf = (tag: Tag): TagDraft => ({
  name: tag.name,
  slug: tag.slug,
  description: tag.description,
  feature_image: tag.feature_image,
  accent_color: tag.accent_color,
  meta_title: tag.meta_title,
  meta_description: tag.meta_description,
  canonical_url: tag.canonical_url,
  og_image: tag.og_image,
  og_title: tag.og_title,
  og_description: tag.og_description,
  twitter_image: tag.twitter_image,
  twitter_title: tag.twitter_title,
  twitter_description: tag.twitter_description,
});

interface Props {
  /** Absent for a new tag. */
  tag?: Tag;
  /** Called after the tag was saved. */
  onDone: () => void;
  /** Opens the dialog that deletes the tag; absent for a new tag. */
  onDelete?: () => void;
}

export function TagForm({ tag, onDone, onDelete }: Props) {
  const t = useTranslations('tags');
  const [initial] = useState(tag ? draftOf(tag) : NEW_TAG);
  const [draft, setDraft] = useState(initial);
  const save = useSaveTag(tag && { id: tag.id, initial });
  const submit = (): void => {
    save.mutate(draft, {
      onSuccess: () => {
        notifyDone(t('saved', { name: draft.name }));
        onDone();
      },
    });
  };
  return (
    <SaveForm save={save} onSubmit={submit} deletion={onDelete && { label: t('delete'), onClick: onDelete }}>
      <UnsavedChanges hasChanges={() => hasFields(changedFields(initial, draft))} />
      <Fields draft={draft} onChange={(fields) => setDraft({ ...draft, ...fields })} />
    </SaveForm>
  );
}

interface FieldsProps {
  draft: TagDraft;
  onChange: (fields: Partial<TagDraft>) => void;
}

function Fields({ draft, onChange }: FieldsProps) {
  const t = useTranslations('tags');
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        required
        maxLength={191}
        data-autofocus
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
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxLength={500}
        value={draft.description ?? ''}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value || null })}
      />
      <ColourField
        label={t('accent')}
        value={draft.accent_color ?? ''}
        onChange={(colour) => onChange({ accent_color: colour || null })}
      />
      <ImageField label={t('image')} value={draft.feature_image} onChange={(url) => onChange({ feature_image: url })} />
      <Metadata draft={draft} onChange={onChange} />
    </>
  );
}

function Metadata({ draft, onChange }: FieldsProps) {
  const t = useTranslations('tags');
  const siteUrl = useSiteUrlBuilder();
  const page = {
    url: siteUrl(`tag/${draft.slug || '…'}/`),
    title: draft.name || t('new'),
    text: draft.description ?? '',
    image: draft.feature_image,
  };
  return <MetadataSections fields={draft} page={page} headingLevel={3} onChange={onChange} />;
}
