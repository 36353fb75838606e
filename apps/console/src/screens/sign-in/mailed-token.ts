import { useLocation } from '@tanstack/react-router';

/** The token of a mailed link. It is the fragment of the URL, because browsers send no fragments to servers. */
export function useMailedToken(): string {
  return useLocation({ select: ({ hash }) => hash });
}
