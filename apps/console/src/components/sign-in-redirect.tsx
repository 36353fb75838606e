import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Makes the route check the session again, and the route then redirects to the sign-in screen. `Navigate` with the current URL as
 * `next` would not end: it navigates again after each render, and each time the current URL contains the one before.
 */
export function SignInRedirect() {
  const router = useRouter();
  useEffect(() => void router.invalidate(), [router]);
  return null;
}
