import { useLocation } from '@tanstack/react-router';

/** The token of a mailed link: the fragment of the URL, which browsers do not send to servers. */
export function useMailedToken(): string {
  return useLocation({ select: ({ hash }) => hash });
}
