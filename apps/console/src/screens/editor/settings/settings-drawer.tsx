import { Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import type { DialogProps } from '../editor-props.ts';
import { BasicSettings } from './basic-settings.tsx';
import { CodeInjection } from './code-injection.tsx';
import { Dates } from './dates.tsx';
import { DeletePost } from './delete-post.tsx';
import { SearchAndSocial } from './search-and-social.tsx';
import { TagsAndAuthors } from './tags-and-authors.tsx';

/**
 * The drawer with the settings of a post or page, and the button that deletes it. The title and the body are edited outside of the drawer.
 * Only changes of drafts are saved automatically.
 */
export default function SettingsDrawer(props: DialogProps) {
  const t = useTranslations('editor');
  const { postDocument, snapshot, permissions, type, onClose } = props;
  const shared = {
    type,
    post: snapshot.post,
    fields: snapshot.fields,
    permissions,
    onChange: postDocument.change.bind(postDocument),
  };
  return (
    <SideDrawer
      opened
      onClose={onClose}
      size={420}
      title={t(type === 'posts' ? 'settingsOfPost' : 'settingsOfPage')}
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeLabel={t('closeSettings')}
    >
      <Stack gap="lg" pb="xl">
        <BasicSettings {...shared} />
        <Dates {...shared} />
        <TagsAndAuthors {...shared} />
        <SearchAndSocial {...shared} />
        <CodeInjection {...shared} />
        {permissions.delete && snapshot.post && (
          <DeletePost type={type} postDocument={postDocument} title={snapshot.fields.title} />
        )}
      </Stack>
    </SideDrawer>
  );
}
