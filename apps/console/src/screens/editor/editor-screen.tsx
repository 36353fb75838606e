import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery, useUserAtMount } from '../../api/session.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { SignInRedirect } from '../../components/sign-in-redirect.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { BackLink } from './bar/back-link.tsx';
import type { Post, PostType } from './model/fields.ts';
import { permissionsOf } from './permissions.ts';
import { NEW_POST_ID, useOpenedPost } from './use-post-document.ts';
import { Editor } from './editor.tsx';

/** An editor that is mounted on the screen. */
interface EditorSession {
  /** The React key. React mounts a new editor when it changes. */
  key: number;
  /** The id in the URL; `new` for a new post. */
  id: string;
  /** The id that a new post has got at its first save. The URL changes from `new` to this id. */
  createdId?: string;
}

/**
 * The editor of the post or page in the URL. When the URL changes, a new editor is mounted. The exception is the first save of a new post:
 * the URL gets the id of the post, and the editor stays.
 */
export function EditorScreen({ type }: { type: PostType }) {
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [session, setSession] = useState<EditorSession>({ key: 0, id });
  if (session.id !== id) setSession({ key: session.createdId === id ? session.key : session.key + 1, id });
  const showCreatedPost = (post: Post): void => {
    // If the user has pressed Back in the browser, the URL is already that of the previous screen while the leave dialog saves the post. A
    // navigation would replace that URL.
    if (!window.location.pathname.endsWith(`/${type}/${NEW_POST_ID}`)) return;
    setSession((before) => ({ ...before, createdId: post.id }));
    const to = type === 'posts' ? '/posts/$id' : '/pages/$id';
    void navigate({ to, params: { id: post.id }, replace: true, ignoreBlocker: true });
  };
  return <EditorLoader key={session.key} type={type} openedId={id} onCreated={showCreatedPost} />;
}

interface Props {
  type: PostType;
  openedId: string;
  onCreated: (post: Post) => void;
}

/**
 * Reads the post, then shows the editor. Shows an error if the post cannot be read, or if the user may not edit it. Redirects to the
 * sign-in screen if the session ended before the post was read.
 */
function EditorLoader({ type, openedId, onCreated }: Props) {
  const { data: currentUser } = useQuery(currentUserQuery);
  // Stays the same when the session ends: the editor then shows a sign-in dialog for this user.
  const user = useUserAtMount();
  // After the first save of a new post, `openedId` changes. The old id `new` stays here, because a new id would make the query read the
  // post.
  const [id] = useState(openedId);
  const { data, error, refetch } = useOpenedPost(type, id, user);
  if (data && permissionsOf(user, data.stored?.post).edit)
    return <Editor type={type} user={user} opened={data} onCreated={onCreated} />;
  if (!data && currentUser === null) return <SignInRedirect />;
  return (
    <Box p="md" maw={760} mx="auto">
      <BackLink type={type} />
      {data && <NoPermission />}
      {error && <LoadFailure kind={type} to={`/${type}`} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} height={48} />}
    </Box>
  );
}
