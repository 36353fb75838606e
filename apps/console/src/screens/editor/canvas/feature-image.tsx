import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { FileChooser } from '../../../components/file-chooser.tsx';
import { notifyError } from '../../../components/notify.tsx';
import { UPLOAD } from '../../../components/uploads.ts';
import { FILE_TYPES, uploadFile } from '../koenig/file-upload.ts';
import type { Changes, Fields } from '../model/fields.ts';
import classes from './canvas.module.css';

interface Props {
  fields: Fields;
  onChange: (changes: Changes) => void;
}

const NO_IMAGE: Changes = { feature_image: null, feature_image_alt: null, feature_image_caption: null };

/** The image above the title, with its alternative text and its caption. */
export function FeatureImage({ fields, onChange }: Props) {
  const t = useTranslations('editor');
  const { feature_image: url } = fields;
  if (!url)
    return <ImageButton label={t('addFeatureImage')} onUploaded={(feature_image) => onChange({ feature_image })} />;
  return (
    <Stack gap="xs" mb="md">
      <img className={classes['image']} src={url} alt={fields.feature_image_alt ?? ''} />
      <Group gap="xs" grow preventGrowOverflow={false}>
        <TextInput
          aria-label={t('featureImageAlt')}
          placeholder={t('featureImageAlt')}
          maxLength={125}
          value={fields.feature_image_alt ?? ''}
          onChange={(event) => onChange({ feature_image_alt: event.currentTarget.value || null })}
        />
        <TextInput
          aria-label={t('featureImageCaption')}
          placeholder={t('featureImageCaption')}
          value={fields.feature_image_caption ?? ''}
          onChange={(event) => onChange({ feature_image_caption: event.currentTarget.value || null })}
        />
      </Group>
      <Group gap="xs">
        <ImageButton label={t('replaceImage')} onUploaded={(feature_image) => onChange({ feature_image })} />
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(NO_IMAGE)}>
          {t('removeImage')}
        </Button>
      </Group>
    </Stack>
  );
}

interface ButtonProps {
  label: string;
  onUploaded: (url: string) => void;
}

/** A button to choose an image. The image is uploaded as soon as it is chosen. */
function ImageButton({ label, onUploaded }: ButtonProps) {
  const t = useTranslations('editor');
  const upload = useMutation({
    mutationKey: UPLOAD,
    mutationFn: (file: File) => uploadFile('image', file),
    onSuccess: onUploaded,
    onError: (error) => notifyError(t('uploadFailed'), error),
  });
  return (
    <FileChooser accept={FILE_TYPES.image.mimeTypes.join(',')} onChoose={(file) => upload.mutate(file)}>
      {(props) => (
        <Button
          {...props}
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={upload.isPending}
          leftSection={<IconPhotoPlus size={16} aria-hidden />}
        >
          {label}
        </Button>
      )}
    </FileChooser>
  );
}
