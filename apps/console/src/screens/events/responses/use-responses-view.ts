import { getRouteApi } from '@tanstack/react-router';
import type { EventSearch } from '../event-search.ts';

const route = getRouteApi('/shell/events/$id');

/** The occurrence and the state whose answers are shown: the URL contains them, so that a link shows the same answers. */
export function useResponsesView() {
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  const show = (search: EventSearch): void =>
    void navigate({ search, hash: 'answers', hashScrollIntoView: false, resetScroll: false, replace: true });
  return { shown, show };
}
