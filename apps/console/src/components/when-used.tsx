import { type ReactNode, Suspense, useState } from 'react';

/** Renders lazy children from their first use on: a drawer stays until its closing has been drawn. */
export function WhenUsed({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [wasUsed, setUsed] = useState(isUsed);
  if (isUsed && !wasUsed) setUsed(true);
  return wasUsed && <Suspense>{children}</Suspense>;
}
