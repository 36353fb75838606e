import { type ReactNode, useState } from 'react';
import { PartBoundary } from './lazy-part.tsx';

/** Mounts lazy children when `isUsed` first becomes true. They stay mounted afterwards, so that a drawer can animate its closing. */
export function MountOnFirstUse({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isMounted, setMounted] = useState(isUsed);
  if (isUsed && !isMounted) setMounted(true);
  return isMounted && <PartBoundary>{children}</PartBoundary>;
}
