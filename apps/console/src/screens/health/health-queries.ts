import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';

const REFRESH_MS = 10_000;

async function readHealth({ signal }: { signal: AbortSignal }) {
  const [health] = (await admin.get('/health/', { signal })).health;
  if (!health) throw new Error('The server sent no health summary.');
  return health;
}

export type Health = Awaited<ReturnType<typeof readHealth>>;

/** The health summary, refetched every ten seconds. */
export const healthQuery = queryOptions({ queryKey: ['health'], queryFn: readHealth, refetchInterval: REFRESH_MS });
