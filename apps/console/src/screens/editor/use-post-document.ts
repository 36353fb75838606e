import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type CurrentUser, readCurrentUser } from '../../api/session.ts';
import { settingsQuery } from '../../api/settings.ts';
import type { Post, PostType } from './model/fields.ts';
import { localCopies } from './model/local-copy.ts';
import { PostDocument } from './model/post-document.ts';
import { postApi } from './model/post-api.ts';
import type { Opened, Snapshot } from './model/snapshot.ts';

export const NEW = 'new';

const SESSION_TIMEOUT_MS = 10_000;

const VISIBILITIES = ['public', 'members', 'paid'] as const;

export const copyPrefix = (user: CurrentUser, type: PostType): string => `${user.id}/${type}/`;

/** Reads the post and the copy of unsaved changes in this browser, each time that the editor opens. */
export function useOpened(type: PostType, id: string, user: CurrentUser) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['editor', type, id],
    queryFn: async (): Promise<Opened> => {
      if (id !== NEW) {
        const [stored, copy] = await Promise.all([
          postApi(type).read(id),
          localCopies.find(`${copyPrefix(user, type)}${id}`),
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
    refetchOnReconnect: false,
  });
}

interface Options {
  type: PostType;
  user: CurrentUser;
  opened: Opened;
  onCreated: (post: Post) => void;
}

/** The post that is being edited. It lives as long as the component. */
export function usePostDocument({ type, user, opened, onCreated }: Options): [PostDocument, Snapshot] {
  const cache = useQueryClient();
  const [document] = useState(() => {
    const newKey = `${NEW}:${crypto.randomUUID()}`;
    return new PostDocument(
      {
        api: postApi(type),
        copies: localCopies,
        keyOf: (id) => `${copyPrefix(user, type)}${id ?? newKey}`,
        // The user stays in the cache, so that the shell does not close the editor before the user has signed in again.
        hasSession: async () => (await readCurrentUser({ signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) })) !== null,
        onCreated,
      },
      opened,
    );
  });
  const snapshot = useSyncExternalStore(document.subscribe, document.getSnapshot);
  useEffect(() => document.connect(), [document]);
  useEffect(
    () => () =>
      // Lists and the calendar show the post as it is now.
      void cache.invalidateQueries({
        predicate: ({ queryKey: [name] }) => !['me', 'config', 'settings', 'editor'].includes(String(name)),
      }),
    [cache],
  );
  return [document, snapshot];
}
