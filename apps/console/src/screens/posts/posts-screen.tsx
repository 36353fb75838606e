import { getRouteApi } from '@tanstack/react-router';
import { PostList } from './post-list.tsx';

const route = getRouteApi('/shell/posts');

export function PostsScreen() {
  return <PostList kind="posts" search={route.useSearch()} />;
}
