import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';

/** The key of the mutations that upload a file for a field or a card. Without the URL of the file, the form is incomplete. */
export const UPLOAD = ['upload'];

/** Whether an upload runs that began after the component was mounted. An earlier upload belongs to a form that the user has left. */
export function useIsUploading(): boolean {
  const [mountedAt] = useState(() => Date.now());
  return useIsMutating({ mutationKey: UPLOAD, predicate: ({ state }) => state.submittedAt >= mountedAt }) > 0;
}
