import { type ReactNode, Suspense, useState } from 'react';

/** Mounts lazy children when `isUsed` first becomes true. They stay mounted afterwards, so that a drawer can animate its closing. */
export function MountOnFirstUse({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isMounted, setMounted] = useState(isUsed);
  if (isUsed && !isMounted) setMounted(true);
  return isMounted && <Suspense>{children}</Suspense>;
}
