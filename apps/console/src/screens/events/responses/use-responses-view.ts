import { getRouteApi } from '@tanstack/react-router';
import type { EventSearch } from '../event-search.ts';

const route = getRouteApi('/shell/events/$id');

/**
 * The id of the chosen occurrence, and the state by which the list of answers is filtered; both are optional. They are search parameters
 * of the URL, so that a link to the URL shows the same list. `showView` changes the URL.
 */
export function useResponsesView() {
  const view = route.useSearch();
  const navigate = route.useNavigate();
  // Because of the fragment `#answers`, a link to the URL opens the page at the answers. This navigation itself must not scroll the page.
  const showView = (next: EventSearch): void =>
    void navigate({ search: next, hash: 'answers', hashScrollIntoView: false, resetScroll: false, replace: true });
  return { view, showView };
}
