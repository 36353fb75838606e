import { getRouteApi } from '@tanstack/react-router';
import type { EventSearch } from '../event-search.ts';

const route = getRouteApi('/shell/events/$id');

/**
 * The occurrence whose answers are shown, and the state by which they are filtered. Both are search parameters, so that a link shows
 * the same answers.
 */
export function useResponsesView() {
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const showView = (next: EventSearch): void =>
    void navigate({ search: next, hash: 'answers', hashScrollIntoView: false, resetScroll: false, replace: true });
  return { view, showView };
}
