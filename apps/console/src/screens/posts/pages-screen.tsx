import { getRouteApi } from '@tanstack/react-router';
import { PostList } from './post-list.tsx';

const route = getRouteApi('/shell/pages');

export function PagesScreen() {
  return <PostList kind="pages" search={route.useSearch()} />;
}
