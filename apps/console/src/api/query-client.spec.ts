import { NoPermissionError } from '@almanac/client';
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
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

  it.each(['query', 'mutation'])(
    'reads the user again after a refused %s, which can mean that the session has ended',
    async (kind) => {
      const refused = () =>
        Promise.reject(new NoPermissionError('no permission', { status: 403, type: 'NoPermissionError' }));
      const sent =
        kind === 'query'
          ? queryClient.fetchQuery({ queryKey: ['tags'], queryFn: refused })
          : new MutationObserver(queryClient, { mutationFn: refused }).mutate();
      await expect(sent).rejects.toThrow('no permission');
      expect(queryClient.getQueryState(['me'])?.isInvalidated).toBe(true);
    },
  );
});

describe('without a network connection', () => {
  const noConnection = new Error('no connection');
  const respond = (value: string): Promise<string> =>
    onlineManager.isOnline() ? Promise.resolve(value) : Promise.reject(noConnection);
  const read = (key: string) => ({ queryKey: ['list', key], queryFn: () => respond(key) });
  /** Resolves when the query has a result, has failed, or waits for the connection. */
  const untilSettled = (observer: QueryObserver<string>): Promise<void> =>
    new Promise((resolve) => {
      const unsubscribe = observer.subscribe(({ fetchStatus }) => {
        if (fetchStatus === 'fetching') return;
        unsubscribe();
        resolve();
      });
    });
  beforeEach(() => queryClient.mount());
  afterEach(() => {
    onlineManager.setOnline(true);
    queryClient.unmount();
    queryClient.clear();
  });

  it('a query fails, and is read again when the connection is back', async () => {
    onlineManager.setOnline(false);
    const observer = new QueryObserver<string>(queryClient, read('all'));
    const unsubscribe = observer.subscribe(() => undefined);
    await untilSettled(observer);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error: noConnection });
    onlineManager.setOnline(true);
    await untilSettled(observer);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'all' });
    unsubscribe();
  });

  it('a query that shows the previous result has no result of another key', async () => {
    const observer = new QueryObserver<string>(queryClient, { ...read('all'), ...KEEP_PREVIOUS_RESULT });
    await untilSettled(observer);
    expect(observer.getCurrentResult().data).toBe('all');
    onlineManager.setOnline(false);
    observer.setOptions({ ...read('some'), ...KEEP_PREVIOUS_RESULT });
    expect(observer.getCurrentResult().data).toBe('all');
    await untilSettled(observer);
    expect(observer.getCurrentResult()).toMatchObject({ data: undefined, error: noConnection });
  });

  it('a mutation fails, and does not run when the connection is back', async () => {
    onlineManager.setOnline(false);
    const mutationFn = jest.fn(() => respond('changed'));
    const mutation = new MutationObserver(queryClient, { mutationFn });
    await expect(mutation.mutate()).rejects.toBe(noConnection);
    onlineManager.setOnline(true);
    await queryClient.resumePausedMutations();
    expect(mutationFn).toHaveBeenCalledTimes(1);
  });
});
