import { queryClient } from './query-client.ts';

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
