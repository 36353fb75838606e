import { getRouteApi } from '@tanstack/react-router';
import type { EventSearch } from '../event-search.ts';

const route = getRouteApi('/shell/events/$id');

/** The occurrence and the state of which the answers are shown. They are part of the URL, so that a link shows the same answers. */
export function useResponsesView() {
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  const show = (search: EventSearch): void =>
    void navigate({ search, hash: 'answers', hashScrollIntoView: false, resetScroll: false, replace: true });
  return { shown, show };
}
