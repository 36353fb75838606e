import { Button, Group, Image, Input, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { admin } from '../api/admin.ts';
import { ErrorNotice } from './error-notice.tsx';
import { FileChooser } from './file-chooser.tsx';
import { UPLOAD } from './uploads.ts';

interface Props {
  label: string;
  description?: string;
  /** URL of the image. */
  value: string | null;
  /** Sets what the server requires: a square for `profile_image`; for `icon`, a square .ico file, or a width of at least 60 pixels. */
  purpose?: 'image' | 'profile_image' | 'icon';
  /** False hides the image, for forms that already show it in a preview. */
  isImageShown?: boolean;
  onChange: (url: string | null) => void;
}

const IMAGE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml,image/x-icon';

/** A field for an image. The image is uploaded as soon as the user chooses it; the value of the field is the URL of the image. */
export function ImageField({ label, description, value, purpose = 'image', isImageShown = true, onChange }: Props) {
  const t = useTranslations('common');
  const upload = useMutation({
    mutationKey: UPLOAD,
    mutationFn: async (file: File) => (await admin.upload('/images/upload/', { file, purpose })).images[0]?.url ?? null,
    onSuccess: onChange,
  });
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap="sm" mt="xs">
        {value && isImageShown && (
          <Image
            src={value}
            alt={t('imagePreview', { label })}
            radius="sm"
            mah={160}
            maw="100%"
            w="auto"
            mx={0}
            fit="contain"
          />
        )}
        {upload.error && <ErrorNotice error={upload.error} />}
        <Group gap="sm">
          <FileChooser accept={IMAGE_TYPES} onChoose={(file) => upload.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={upload.isPending}
                aria-label={t(value ? 'imageReplaceOf' : 'imageChooseOf', { label })}
              >
                {t(value ? 'imageReplace' : 'imageChoose')}
              </Button>
            )}
          </FileChooser>
          {value && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={t('imageRemoveOf', { label })}
              onClick={() => onChange(null)}
            >
              {t('imageRemove')}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
