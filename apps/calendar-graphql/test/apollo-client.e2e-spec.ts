import {
  ApolloClient,
  createHttpLink,
  InMemoryCache,
  type NormalizedCacheObject,
  setLogVerbosity,
} from '@apollo/client/core';
import { TestCalendar } from './calendar';
import {
  CreateEventDocument,
  EventDocument,
  MeDocument,
  OccurrencesDocument,
  SignInDocument,
  SignOutDocument,
  SignUpDocument,
  UpdateEventDocument,
} from './client/generated/operations';

// Version 3 warns of options that it passes to itself.
setLogVerbosity('error');

/** A client as a browser application would make it, with the types generated from the schema. */
function createClient(uri: string, hash?: string): ApolloClient<NormalizedCacheObject> {
  return new ApolloClient({
    link: createHttpLink({ uri, fetch, ...(hash && { headers: { authorization: `Bearer ${hash}` } }) }),
    cache: new InMemoryCache(),
  });
}

describe('Apollo Client', () => {
  let calendar: TestCalendar;
  let uri: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start();
    await calendar.app.listen(0, '127.0.0.1');
    uri = `${await calendar.app.getUrl()}/graphql`;
  });
  afterAll(() => calendar.stop());

  it('goes from sign-up to occurrences, with one object per id in its cache', async () => {
    const anonymous = createClient(uri);
    const input = { email: 'grace@example.org', username: 'grace', name: 'Grace' };
    const { data: signedUp } = await anonymous.mutate({ mutation: SignUpDocument, variables: { input } });
    expect(signedUp?.signup).toEqual([]);

    const hash = await calendar.mailedHash(input.email);
    const { data: signedIn } = await anonymous.mutate({ mutation: SignInDocument, variables: { input: { hash } } });
    expect(signedIn?.signin).toMatchObject({ isValid: true, user: { username: 'grace' } });

    const client = createClient(uri, hash);
    const { data: created } = await client.mutate({
      mutation: CreateEventDocument,
      variables: {
        input: {
          time: {
            timeZone: 'Europe/Lisbon',
            start: '2026-06-01T18:00:00+01:00',
            end: '2026-06-01T19:30:00+01:00',
            recurrence: 'FREQ=WEEKLY;COUNT=3',
          },
          info: [{ language: 'pt-PT', title: 'Ensaio' }],
          location: { name: 'Sala 2' },
          meta: { tags: ['choir'] },
          status: 'confirmed',
        },
      },
    });
    const event = created?.createEvent;
    if (!event) throw new Error('No event was created.');

    const filter = { from: '2026-06-01T00:00:00Z', categories: ['choir'] };
    const { data } = await client.query({ query: OccurrencesDocument, variables: { filter } });
    expect(data.occurrences?.map((occurrence) => occurrence?.start)).toEqual([
      '2026-06-01T18:00:00+01:00',
      '2026-06-08T18:00:00+01:00',
      '2026-06-15T18:00:00+01:00',
    ]);
    const cached = Object.keys(client.cache.extract());
    expect(cached.filter((key) => key.startsWith('EventOccurrence:'))).toHaveLength(3);
    expect(cached.filter((key) => key.startsWith('CalendarEvent:'))).toEqual([`CalendarEvent:${event.id}`]);
    expect(cached.filter((key) => key.startsWith('User:'))).toHaveLength(1);

    await client.mutate({ mutation: UpdateEventDocument, variables: { input: { id: event.id, status: 'cancelled' } } });
    const shown = client.readQuery({ query: OccurrencesDocument, variables: { filter } });
    expect(shown?.occurrences?.map((occurrence) => occurrence?.event.status)).toEqual(Array(3).fill('cancelled'));
    const reread = await client.query({ query: EventDocument, variables: { id: event.id } });
    expect(reread.data.event).toMatchObject({ id: event.id, owner: { email: 'grace@example.org' } });

    expect((await client.mutate({ mutation: SignOutDocument })).data).toMatchObject({ signout: true });
    const { data: left } = await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
    expect(left.me).toBeNull();
  });

  it('gets errors with codes and paths', async () => {
    const { hash } = await calendar.addUser();
    const client = createClient(uri, hash);
    const variables = { input: { id: '0123456789abcdef01234567', status: 'CANCELED' } };
    const { errors } = await client.mutate({ mutation: UpdateEventDocument, variables, errorPolicy: 'all' });
    expect(errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: [{ path: 'input.status', message: 'status must be confirmed, tentative or cancelled' }],
    });
  });
});
