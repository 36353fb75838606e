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
import { useOpenedPost } from './use-post-document.ts';
import { Writing } from './writing.tsx';

interface EditorSession {
  /** React mounts a new editor when the key changes. */
  key: number;
  id: string;
  /** The id of a new post after its first save; the URL then changes to it. */
  created?: string;
}

/** The URL of a new post changes at its first save; the editor stays mounted then, and is mounted anew for any other post. */
export function EditorScreen({ type }: { type: PostType }) {
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [session, setSession] = useState<EditorSession>({ key: 0, id });
  if (session.id !== id) setSession({ key: session.created === id ? session.key : session.key + 1, id });
  const showCreatedPost = (post: Post): void => {
    setSession((before) => ({ ...before, created: post.id }));
    const to = type === 'posts' ? '/posts/$id' : '/pages/$id';
    void navigate({ to, params: { id: post.id }, replace: true, ignoreBlocker: true });
  };
  return <OpenPost key={session.key} type={type} openedId={id} onCreated={showCreatedPost} />;
}

interface Props {
  type: PostType;
  openedId: string;
  onCreated: (post: Post) => void;
}

function OpenPost({ type, openedId, onCreated }: Props) {
  const current = useCurrentUser();
  // The user who opened the post. They stay the same after the session ends, because the editor then asks them to sign in again.
  const [user] = useState(current);
  const [id] = useState(openedId);
  const { data, error, refetch } = useOpenedPost(type, id, user);
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
