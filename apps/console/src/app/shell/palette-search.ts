import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { withCalendar } from '../../api/calendar.ts';
import { allOf, quoteNql } from '../../api/filter.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import { EDITOR_OR_HIGHER } from '../../api/roles.ts';
import type { CurrentUser } from '../../api/session.ts';
import { titleOf } from '../../screens/calendar/items.ts';
import { isScreenOffered } from './screens.ts';

/** A search result of the palette. `screen` is the screen that lists all entries of this kind. */
export interface FoundEntry {
  id: string;
  screen: 'posts' | 'pages' | 'events' | 'tags' | 'members';
  label: string;
  /** Distinguishes entries with equal labels: the name of a member, the place of an event. */
  detail?: string | null;
  /**
   * The text for which the server found the entry. The palette hides entries that contain the typed text neither here nor in `label` or
   * `detail`. It is set for events, because the server also finds them by texts that `label` and `detail` do not show.
   */
  foundText?: string;
  open: () => void;
}

type Navigate = ReturnType<typeof useNavigate>;
type Search = (text: string, user: CurrentUser, navigate: Navigate, signal: AbortSignal) => Promise<FoundEntry[]>;

/** The maximum number of entries of each kind. */
const MAX_RESULTS = 6;

/** The query for titles that contain the text. Authors and contributors find only their own posts and pages, as in the lists. */
function titleQuery(text: string, { role, slug }: CurrentUser) {
  const ownFilter = !EDITOR_OR_HIGHER.includes(role) && `author:${quoteNql(slug)}`;
  return { filter: allOf(ownFilter, `title:~${quoteNql(text)}`), limit: MAX_RESULTS, fields: 'id,title' };
}

const findPosts: Search = async (text, user, navigate, signal) => {
  const query = titleQuery(text, user);
  const { posts } = await admin.get('/posts/', { params: { query }, signal });
  return posts.map(({ id, title }) => ({
    id,
    screen: 'posts',
    label: title,
    open: () => void navigate({ to: '/posts/$id', params: { id } }),
  }));
};

const findPages: Search = async (text, user, navigate, signal) => {
  const query = titleQuery(text, user);
  const { pages } = await admin.get('/pages/', { params: { query }, signal });
  return pages.map(({ id, title }) => ({
    id,
    screen: 'pages',
    label: title,
    open: () => void navigate({ to: '/pages/$id', params: { id } }),
  }));
};

/** Finds the events of all users, as in the list of events. */
const findEvents: Search = async (text, _user, navigate, signal) => {
  const { nodes } = await withCalendar((calendar) => calendar.searchEvents({ text, first: MAX_RESULTS }, { signal }));
  return nodes.map(({ event: { id, info, location } }) => ({
    id,
    screen: 'events',
    label: titleOf(info, navigator.languages),
    detail: location?.name,
    foundText: text,
    open: () => void navigate({ to: '/events/$id', params: { id } }),
  }));
};

const findTags: Search = async (text, _user, navigate, signal) => {
  const query = { filter: `name:~${quoteNql(text)}`, limit: MAX_RESULTS, fields: 'id,name,slug' };
  const { tags } = await admin.get('/tags/', { params: { query }, signal });
  return tags.map(({ id, name, slug }) => ({
    id,
    screen: 'tags',
    label: name,
    open: () => void navigate({ to: '/tags', search: { open: slug } }),
  }));
};

const findMembers: Search = async (text, _user, navigate, signal) => {
  const { members } = await admin.get('/members/', { params: { query: { search: text, limit: MAX_RESULTS } }, signal });
  return members.map(({ id, email, name }) => ({
    id,
    screen: 'members',
    label: email,
    detail: name,
    open: () => void navigate({ to: '/members', search: { open: id } }),
  }));
};

/** The searches of the palette. A search runs only if the user's role can open the screen `name`. */
const SEARCHES: readonly { name: FoundEntry['screen']; find: Search }[] = [
  { name: 'posts', find: findPosts },
  { name: 'pages', find: findPages },
  { name: 'events', find: findEvents },
  { name: 'tags', find: findTags },
  { name: 'members', find: findMembers },
];

/** The minimum length of a searched text, in characters. */
export const MIN_SEARCH_LENGTH = 2;

/** The results of the searches that have finished. */
export interface PaletteResults {
  /** For a search that still runs: its results for the previous text. */
  entries: FoundEntry[];
  isSearching: boolean;
  /** The searches that failed. */
  failures: { screen: FoundEntry['screen']; error: Error }[];
}

const NO_RESULTS: PaletteResults = { entries: [], isSearching: false, failures: [] };

/**
 * The posts and pages whose title contains the text, the tags whose name contains it, and the events and members that the server finds
 * for it. Returns at most `MAX_RESULTS` of each kind. Kinds whose screen the user cannot open are left out.
 */
export function usePaletteSearch(text: string, user: CurrentUser): PaletteResults {
  const navigate = useNavigate();
  const isSearched = text.length >= MIN_SEARCH_LENGTH;
  const searches = SEARCHES.filter(({ name }) => isScreenOffered(name, user.role));
  const results = useQueries({
    queries: searches.map(({ name, find }) => ({
      queryKey: ['palette', name, text],
      enabled: isSearched,
      ...KEEP_PREVIOUS_RESULT,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(text, user, navigate, signal),
    })),
    combine: (queries): PaletteResults => ({
      entries: queries.flatMap(({ data }) => data ?? []),
      isSearching: queries.some(({ isFetching }) => isFetching),
      failures: searches.flatMap(({ name }, index) => {
        const error = queries[index]?.error;
        return error ? [{ screen: name, error }] : [];
      }),
    }),
  });
  // If the text is too short, the disabled queries still return the results of the previous text.
  return isSearched ? results : NO_RESULTS;
}
