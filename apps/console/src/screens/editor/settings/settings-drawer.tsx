import { Drawer, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { DialogProps } from '../editor-props.ts';
import { Addresses } from './addresses.tsx';
import { CodeInjection } from './code-injection.tsx';
import { Dates } from './dates.tsx';
import { DeletePost } from './delete-post.tsx';
import { People } from './people.tsx';
import { SearchAndSocial } from './search-and-social.tsx';

/** All fields of a post except its title and body. They are saved in the same way as the body. */
export default function SettingsDrawer(props: DialogProps) {
  const t = useTranslations('editor');
  const { document, snapshot, permissions, type, onClose } = props;
  const shared = {
    type,
    post: snapshot.post,
    fields: snapshot.fields,
    permissions,
    onChange: document.change.bind(document),
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      padding="md"
      title={t(type === 'posts' ? 'settingsOfPost' : 'settingsOfPage')}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': t('closeSettings') }}
    >
      <Stack gap="lg" pb="xl">
        <Addresses {...shared} />
        <Dates {...shared} />
        <People {...shared} />
        <SearchAndSocial {...shared} />
        <CodeInjection {...shared} />
        {permissions.delete && snapshot.post && (
          <DeletePost type={type} document={document} title={snapshot.fields.title} />
        )}
      </Stack>
    </Drawer>
  );
}
