import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type CurrentUser, readCurrentUser } from '../../api/session.ts';
import { settingsQuery } from '../../api/settings.ts';
import { type Post, type PostType, VISIBILITIES } from './model/fields.ts';
import { localCopies } from './model/local-copy.ts';
import { PostDocument } from './model/post-document.ts';
import { postApi } from './model/post-api.ts';
import type { OpenedPost, Snapshot } from './model/snapshot.ts';
import { fieldsOfNewPost } from './permissions.ts';

/** The id in the URL of a new post. The key of its local copy contains `new:<UUID>` in place of an id (see `LocalCopy`). */
export const NEW_POST_ID = 'new';

const SESSION_TIMEOUT_MS = 10_000;

/** The common prefix of the keys of a user's local copies: of their posts, or of their pages. */
export const copyKeyPrefix = (user: CurrentUser, type: PostType): string => `${user.id}/${type}/`;

/**
 * Reads the post and its local copy each time the editor opens, and not again after they were read. A new post gets the default
 * visibility of the site, and the user as its author.
 * @param id the id in the URL
 */
export function useOpenedPost(type: PostType, id: string, user: CurrentUser) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['editor', type, id],
    queryFn: async (): Promise<OpenedPost> => {
      if (id !== NEW_POST_ID) {
        const [stored, copy] = await Promise.all([
          postApi(type).read(id),
          localCopies.find(`${copyKeyPrefix(user, type)}${id}`),
        ]);
        return { stored, ...(copy && { copy }) };
      }
      const settings = await cache.ensureQueryData(settingsQuery);
      const visibility = VISIBILITIES.find((name) => name === settings['default_content_visibility']) ?? 'public';
      return { visibility, authors: [{ id: user.id, name: user.name }] };
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state: { data } }) => data === undefined,
  });
}

interface Options {
  type: PostType;
  user: CurrentUser;
  opened: OpenedPost;
  /** Called when a new post has been saved for the first time. */
  onCreated: (post: Post) => void;
}

/** The document of the opened post, and its current snapshot. The document stays the same until the component is unmounted. */
export function usePostDocument({ type, user, opened, onCreated }: Options): [PostDocument, Snapshot] {
  const cache = useQueryClient();
  const [postDocument] = useState(() => {
    const newPostKey = `${NEW_POST_ID}:${crypto.randomUUID()}`;
    return new PostDocument(
      {
        api: postApi(type),
        copies: localCopies,
        copyKeyOf: (id) => `${copyKeyPrefix(user, type)}${id ?? newPostKey}`,
        // `currentUserQuery` is not used, because its cached result can be a minute old.
        hasSession: async () => (await readCurrentUser({ signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) })) !== null,
        fieldsOfNewPost: (fields) => fieldsOfNewPost(user, fields),
        onCreated,
      },
      opened,
    );
  });
  const snapshot = useSyncExternalStore(postDocument.subscribe, postDocument.getSnapshot);
  useEffect(() => postDocument.connect(), [postDocument]);
  useEffect(
    () => () =>
      // When the editor closes, lists and the calendar read the changed post again.
      void cache.invalidateQueries({
        predicate: ({ queryKey: [name] }) => !['me', 'config', 'settings', 'editor'].includes(String(name)),
      }),
    [cache],
  );
  return [postDocument, snapshot];
}
