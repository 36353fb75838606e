import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Makes the router run `beforeLoad` of the route again, which redirects to the sign-in screen. The component `Navigate`, with the current
 * URL as `next`, would loop: it navigates after each render, and each navigation changes the current URL.
 */
export function SignInRedirect() {
  const router = useRouter();
  useEffect(() => void router.invalidate(), [router]);
  return null;
}
