import { getRouteApi } from '@tanstack/react-router';
import type { EventSearch } from '../event-search.ts';

const route = getRouteApi('/shell/events/$id');

/**
 * The occurrence that the user chose, and the answer (yes, no, maybe …) by which the list is filtered; both are optional. They are
 * search parameters, so that a link shows the same list.
 */
export function useResponsesView() {
  const view = route.useSearch();
  const navigate = route.useNavigate();
  // A link with the fragment opens the page at the answers. Here the page is open already, so it does not scroll.
  const showView = (next: EventSearch): void =>
    void navigate({ search: next, hash: 'answers', hashScrollIntoView: false, resetScroll: false, replace: true });
  return { view, showView };
}
