import { Box } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCurrentUser } from '../../api/session.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { BackLink } from './bar/back-link.tsx';
import type { Post, PostType } from './model/fields.ts';
import { permissionsOf } from './permissions.ts';
import { useOpened } from './use-post-document.ts';
import { Writing } from './writing.tsx';

interface Session {
  key: number;
  id: string;
  /** The id that a new post got; the URL is then changed to it. */
  created?: string;
}

/** The URL of a new post changes when the post is saved for the first time; the editor is not opened again. */
export function EditorScreen({ type }: { type: PostType }) {
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [session, setSession] = useState<Session>({ key: 0, id });
  if (session.id !== id) setSession({ key: session.created === id ? session.key : session.key + 1, id });
  const goTo = (post: Post): void => {
    setSession((before) => ({ ...before, created: post.id }));
    const to = type === 'posts' ? '/posts/$id' : '/pages/$id';
    void navigate({ to, params: { id: post.id }, replace: true, ignoreBlocker: true });
  };
  return <OpenPost key={session.key} type={type} openedId={id} onCreated={goTo} />;
}

interface Props {
  type: PostType;
  openedId: string;
  onCreated: (post: Post) => void;
}

function OpenPost({ type, openedId, onCreated }: Props) {
  const current = useCurrentUser();
  // The user that opened the post, also after the session has ended: the editor asks to sign in again without losing a word.
  const [user] = useState(current);
  const [id] = useState(openedId);
  const { data, error, refetch } = useOpened(type, id, user);
  if (data && permissionsOf(user, data.stored?.post).edit)
    return <Writing type={type} user={user} opened={data} onCreated={onCreated} />;
  return (
    <Box p="md" maw={760} mx="auto">
      <BackLink type={type} />
      {data && <NoPermission />}
      {error && <LoadFailure kind={type} to={`/${type}`} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} height={48} />}
    </Box>
  );
}
