import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { canOpen } from '../../app/shell/screens.ts';
import { NoPermission } from '../../components/no-permission.tsx';
import { PostList } from './post-list.tsx';

const route = getRouteApi('/shell/pages');

export function PagesScreen() {
  const search = route.useSearch();
  const { role } = useCurrentUser();
  const t = useTranslations('posts');
  return canOpen('pages', role) ? <PostList kind="pages" search={search} /> : <NoPermission title={t('pages')} />;
}
