import { type ReactNode, Suspense, useState } from 'react';

/** Renders lazy children from their first use on. They stay after the use has ended, so that a drawer can animate its closing. */
export function WhenUsed({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [wasUsed, setUsed] = useState(isUsed);
  if (isUsed && !wasUsed) setUsed(true);
  return wasUsed && <Suspense>{children}</Suspense>;
}
