import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { KEEP_PREVIOUS_RESULT, queryClient } from './query-client.ts';

/** Reads the user of the session again, as the Console does after a sign-in. */
const readUser = (id: string | null): Promise<unknown> =>
  queryClient.fetchQuery({ queryKey: ['me'], queryFn: () => id && { id }, staleTime: 0 });

describe('the query client', () => {
  beforeEach(async () => {
    await readUser('ada');
    queryClient.setQueryData(['calendar-account'], { id: 'account of ada' });
    queryClient.setQueryData(['config'], { title: 'Tideline' });
  });
  afterEach(() => queryClient.clear());

  it('discards the data of a user when another one signs in', async () => {
    await readUser(null);
    await readUser('ben');
    expect(queryClient.getQueryData(['calendar-account'])).toBeUndefined();
    expect(queryClient.getQueryData(['config'])).toEqual({ title: 'Tideline' });
  });

  it('keeps the data when the same user signs in again', async () => {
    await readUser(null);
    await readUser('ada');
    expect(queryClient.getQueryData(['calendar-account'])).toEqual({ id: 'account of ada' });
  });
});

describe('a query that shows the previous result while it loads', () => {
  const noConnection = new Error('no connection');
  const read = (filter: string) => ({
    ...KEEP_PREVIOUS_RESULT,
    queryKey: ['list', filter],
    queryFn: () => (onlineManager.isOnline() ? Promise.resolve(filter) : Promise.reject(noConnection)),
    retry: false,
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    queryClient.clear();
  });

  it('fails without a connection, and then has no result of another key', async () => {
    const observer = new QueryObserver<string>(queryClient, read('all'));
    const untilSettled = (): Promise<void> =>
      new Promise((resolve) => {
        const unsubscribe = observer.subscribe(({ fetchStatus }) => {
          if (fetchStatus === 'fetching') return;
          unsubscribe();
          resolve();
        });
      });
    await untilSettled();
    expect(observer.getCurrentResult().data).toBe('all');
    onlineManager.setOnline(false);
    observer.setOptions(read('some'));
    expect(observer.getCurrentResult().data).toBe('all');
    await untilSettled();
    expect(observer.getCurrentResult()).toMatchObject({ data: undefined, error: noConnection });
  });
});
