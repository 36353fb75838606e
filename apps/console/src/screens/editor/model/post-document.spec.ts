import {
  ConnectionError,
  NoPermissionError,
  NotFoundError,
  UpdateCollisionError,
  ValidationError,
} from '@almanac/client';
import type { Post } from './fields.ts';
import { MemoryServer } from './testing/memory-server.ts';
import { MAX_UNSAVED_MS, IDLE_MS } from './save-state.ts';

const body = (text: string, format = ''): string => JSON.stringify({ root: { children: [{ text, format }] } });
const apiError = { status: 422, type: 'ValidationError' };

describe('PostDocument', () => {
  let server: MemoryServer;
  beforeEach(() => {
    jest.useFakeTimers();
    // The document only adds listeners to `window`.
    Object.defineProperty(globalThis, 'window', { value: new EventTarget(), configurable: true });
    server = new MemoryServer();
  });
  afterEach(() => jest.useRealTimers());

  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  describe('saving', () => {
    it('saves a draft after a pause of typing, once for all that was typed', async () => {
      const document = server.open({ title: 'Tide' });
      document.change({ title: 'Tides' });
      await pass(IDLE_MS - 1);
      document.change({ title: 'Tides today' });
      await pass(IDLE_MS - 1);
      expect([server.edits, document.getSnapshot().state.name]).toEqual([[], 'unsaved']);
      await pass(1);
      expect(server.edits).toEqual([{ title: 'Tides today' }]);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, hasChanges: false });
    });

    it('saves while typing goes on without a pause', async () => {
      const document = server.open();
      for (let ms = 0; ms <= MAX_UNSAVED_MS; ms += 1_000) {
        document.change({ title: `Typed for ${ms} ms` });
        await pass(1_000);
      }
      expect(server.edits.length).toBeGreaterThan(0);
    });

    it('waits for a pause of typing again after a save by the user', async () => {
      const document = server.open();
      document.change({ title: 'Saved by the user' });
      await document.save();
      await pass(MAX_UNSAVED_MS);
      document.change({ title: 'Typed later' });
      await pass(IDLE_MS - 1);
      expect(server.edits).toEqual([{ title: 'Saved by the user' }]);
      await pass(1);
      expect(server.edits).toHaveLength(2);
    });

    it('saves a published post only when it is asked to', async () => {
      const document = server.open({ status: 'published' });
      document.change({ title: 'Another title' });
      await pass(MAX_UNSAVED_MS * 2);
      expect([server.edits, document.getSnapshot().state.name]).toEqual([[], 'unsaved']);
      await document.save();
      expect(server.edits).toEqual([{ title: 'Another title' }]);
    });

    it('sends nothing when nothing has changed, or a change was taken back', async () => {
      const document = server.open({ title: 'Tide' });
      await document.save();
      document.change({ title: 'Tides' });
      document.change({ title: 'Tide' });
      await pass(MAX_UNSAVED_MS);
      expect([server.edits, document.getSnapshot().state.name]).toEqual([[], 'saved']);
    });

    it('keeps what is typed during a request, and sends it next; requests never overlap', async () => {
      const document = server.open();
      const release = server.hold();
      document.change({ title: 'First' });
      const saving = document.save();
      await pass(0);
      document.change({ title: 'Second' });
      const action = document.save({ status: 'published' });
      await pass(0);
      expect(server.running).toBe(1);
      release();
      await saving;
      await action;
      expect(server.edits).toEqual([{ title: 'First' }, { title: 'Second', status: 'published' }]);
      expect(server.mostRunning).toBe(1);
      expect(document.getSnapshot()).toMatchObject({ fields: { title: 'Second' }, hasChanges: false });
    });

    it('keeps the space after which the title goes on', async () => {
      const document = server.open({ title: 'Tide' });
      document.change({ title: 'A day ' });
      await pass(IDLE_MS);
      expect(server.edits).toEqual([{ title: 'A day' }]);
      expect(document.getSnapshot()).toMatchObject({ fields: { title: 'A day ' }, hasChanges: false });
    });

    it('replaces an author by another one of the same name', async () => {
      const document = server.open({ authors: [{ id: 'u1', name: 'Ada' }] as Post['authors'] });
      document.change({ authors: [{ id: 'u2', name: 'Ada' }] });
      await document.save();
      expect(server.edits).toEqual([{ authors: [{ id: 'u2' }] }]);
    });

    it('stores the changes that were made during a slow save with the revision of this save', async () => {
      const document = server.open({ title: 'Tide' });
      const release = server.hold();
      document.change({ title: 'First' });
      const saving = document.save();
      await pass(0);
      document.change({ title: 'Second' });
      await pass(500);
      release();
      await saving;
      expect(server.copies.get(server.stored.post.id)).toMatchObject({
        changes: { title: 'Second' },
        base: { etag: server.stored.etag },
      });
    });

    it('keeps the text, and throws and shows the error of the server', async () => {
      const document = server.open();
      document.change({ title: 'x'.repeat(3_000) });
      const error = new ValidationError('Too long.', apiError);
      server.failNext(error);
      await expect(document.save()).rejects.toBe(error);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'refused', error }, hasChanges: true });
      document.change({ title: 'Short' });
      await document.save();
      expect(document.getSnapshot().state.name).toBe('saved');
    });

    it('saves a correction that was made while the server refused the save', async () => {
      const document = server.open();
      document.change({ title: 'Long' });
      server.failNext(new ValidationError('Too long.', apiError));
      const release = server.hold();
      const saving = document.save();
      await pass(0);
      document.change({ title: 'Short' });
      release();
      await expect(saving).rejects.toThrow('Too long.');
      await pass(IDLE_MS);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, fields: { title: 'Short' } });
    });
  });

  it('ignores changes after it was closed, e.g. of an upload that still ran', async () => {
    const document = server.open({ title: 'Tide' });
    document.change({ title: 'Tides' });
    await document.close();
    document.change({ feature_image: 'https://site.example/pier.png' });
    await pass(MAX_UNSAVED_MS);
    expect([server.edits, server.copies.size]).toEqual([[], 0]);
  });

  describe('a new post', () => {
    it('is added once: after a lost response, the same request is sent again', async () => {
      const document = server.openNew();
      document.change({ title: 'New', lexical: '{"root":{}}' });
      server.loseNextResponse();
      await pass(IDLE_MS);
      expect(document.getSnapshot().state.name).toBe('unreachable');
      document.change({ title: 'New and longer' });
      await pass(10_000);
      expect(server.added).toHaveLength(1);
      expect(server.stored.post.title).toBe('New and longer');
      expect(server.created).toEqual([server.stored.post.id]);
      expect(new Set(server.keys).size).toBe(1);
    });

    it('is added once, also if the server still runs the first request when it is repeated', async () => {
      const document = server.openNew();
      document.change({ title: 'New' });
      server.loseNextResponse();
      await pass(IDLE_MS);
      server.failNext(
        new UpdateCollisionError('A request with this key is running.', {
          status: 409,
          type: 'UpdateCollisionError',
          code: 'IDEMPOTENCY_KEY_IN_USE',
        }),
      );
      await pass(2_000);
      expect(document.getSnapshot().state.name).toBe('unreachable');
      await pass(10_000);
      expect(document.getSnapshot().state.name).toBe('saved');
      expect(server.added).toHaveLength(1);
      expect(new Set(server.keys).size).toBe(1);
    });

    it('has a local copy with a key for new posts until it is saved', async () => {
      const document = server.openNew();
      document.change({ title: 'New' });
      await pass(500);
      expect([...server.copies.keys()]).toEqual(['new']);
      await pass(IDLE_MS);
      expect([...server.copies.keys()]).toEqual([]);
    });
  });

  describe('without the server', () => {
    it('keeps a copy, tries again by itself, and forgets the copy afterwards', async () => {
      const document = server.open({ title: 'Tide' });
      server.isReachable = false;
      document.change({ title: 'Fog' });
      await pass(IDLE_MS);
      expect(document.getSnapshot().state.name).toBe('unreachable');
      expect(server.copies.get(server.stored.post.id)).toMatchObject({ changes: { title: 'Fog' } });
      await pass(60_000);
      server.isReachable = true;
      await pass(15_000);
      expect([document.getSnapshot().state.name, server.stored.post.title]).toEqual(['saved', 'Fog']);
      expect(server.copies.size).toBe(0);
    });

    it('tries again as soon as the network is back', async () => {
      const document = server.open();
      const disconnect = document.connect();
      server.isReachable = false;
      document.change({ title: 'Fog' });
      await pass(IDLE_MS);
      server.isReachable = true;
      window.dispatchEvent(new Event('online'));
      await pass(0);
      expect(document.getSnapshot().state.name).toBe('saved');
      disconnect();
    });

    it.each(['Arrived', 'Arrived '])('recognises its own title "%s" when only the response was lost', async (title) => {
      const document = server.open();
      document.change({ title });
      server.loseNextResponse();
      await pass(IDLE_MS);
      expect(document.getSnapshot().state.name).toBe('unreachable');
      await pass(15_000);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, hasChanges: false });
    });
  });

  describe('a draft that was saved without a response', () => {
    const FIRST = { custom_excerpt: 'First', lexical: body('New') };
    const loseResponse = async () => {
      const document = server.open({ title: 'Tide', lexical: body('Old') });
      document.change(FIRST);
      server.loseNextResponse();
      await pass(IDLE_MS);
      return document;
    };

    it('gets what was typed since, once', async () => {
      const document = await loseResponse();
      document.change({ lexical: body('New and more') });
      await pass(60_000);
      expect(server.edits).toEqual([FIRST, { lexical: body('New and more') }]);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, hasChanges: false });
    });

    it('gets it also if later attempts did not reach the server', async () => {
      const document = await loseResponse();
      server.isReachable = false;
      for (let attempt = 0; attempt < 30; attempt++) {
        document.change({ lexical: body(`New ${attempt}`) });
        await pass(15_000);
      }
      server.isReachable = true;
      await pass(15_000);
      expect(server.edits).toEqual([FIRST, { lexical: body('New 29') }]);
      expect(document.getSnapshot().state.name).toBe('saved');
    });

    it.each([{}, { title: 'Tides today' }])('is published with the later changes %j', async (changes) => {
      const document = await loseResponse();
      document.change(changes);
      await document.save({ status: 'published' });
      expect(server.edits).toEqual([FIRST, { ...changes, status: 'published' }]);
      expect(server.stored.post).toMatchObject({ ...FIRST, ...changes, status: 'published' });
    });

    it('is a collision when another user has changed a field after that', async () => {
      const document = await loseResponse();
      server.changeElsewhere({ meta_title: 'Theirs' });
      document.change({ meta_title: 'Mine' });
      await pass(15_000);
      expect(document.getSnapshot().state.name).toBe('collision');
      expect(server.stored.post.meta_title).toBe('Theirs');
    });

    it('is a collision when another user has published it', async () => {
      const document = await loseResponse();
      server.changeElsewhere({ status: 'published' });
      document.change({ title: 'Tides today' });
      await pass(15_000);
      expect(document.getSnapshot().state.name).toBe('collision');
    });
  });

  describe('a new post without a body', () => {
    const addWithTitle = async () => {
      const document = server.openNew();
      document.change({ title: 'New' });
      await pass(IDLE_MS);
      document.change({ title: 'Newer' });
      server.loseNextResponse();
      return document;
    };

    it('recognises its own change when only the response was lost', async () => {
      const document = await addWithTitle();
      await pass(IDLE_MS + 15_000);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, hasChanges: false });
    });

    it('is a collision when another editor wrote a body', async () => {
      const document = await addWithTitle();
      await pass(IDLE_MS);
      server.changeElsewhere({
        lexical: '{"root":{"children":[{"type":"paragraph","children":[{"text":"Theirs"}]}]}}',
      });
      await pass(15_000);
      expect(document.getSnapshot().state.name).toBe('collision');
    });
  });

  describe('a collision', () => {
    const collide = async (status: 'draft' | 'published' = 'draft') => {
      const document = server.open({ title: 'Tide', status });
      server.changeElsewhere({ title: 'Theirs', custom_excerpt: 'Their excerpt' });
      document.change({ title: 'Mine' });
      await document.save().catch(() => undefined);
      return document;
    };

    it('overwrites nothing, and waits for the person while they go on typing', async () => {
      const document = await collide();
      expect(document.getSnapshot().state).toMatchObject({
        name: 'collision',
        storedPost: { post: { title: 'Theirs' } },
      });
      document.change({ title: 'Mine and more' });
      await pass(60_000);
      expect(server.stored.post.title).toBe('Theirs');
      expect(document.getSnapshot()).toMatchObject({
        state: { name: 'collision' },
        fields: { title: 'Mine and more' },
      });
      expect(server.copies.get(server.stored.post.id)).toMatchObject({ changes: { title: 'Mine and more' } });
    });

    it('is reported when the stored author is another one of the same name', async () => {
      const document = server.open({ title: 'Tide', authors: [{ id: 'u1', name: 'Ada' }] as Post['authors'] });
      server.changeElsewhere({ custom_excerpt: 'Their excerpt' });
      document.change({ authors: [{ id: 'u2', name: 'Ada' }] });
      await document.save().catch(() => undefined);
      expect(document.getSnapshot().state.name).toBe('collision');
    });

    it('lets the person put their changes over the other version, and keeps its other fields', async () => {
      const document = await collide();
      await document.applyLocalChanges();
      expect(server.stored.post).toMatchObject({ title: 'Mine', custom_excerpt: 'Their excerpt' });
      expect(document.getSnapshot().state.name).toBe('saved');
    });

    it('is over when the person has chosen, also if their changes cannot be saved yet', async () => {
      const document = await collide();
      server.isReachable = false;
      await document.applyLocalChanges().catch(() => undefined);
      expect(server.copies.get(server.stored.post.id)).toMatchObject({
        changes: { title: 'Mine' },
        base: { etag: server.stored.etag },
      });
    });

    it('lets the person take the other version', async () => {
      const document = await collide();
      const { bodyVersion } = document.getSnapshot();
      await document.takeStoredVersion();
      expect(document.getSnapshot()).toMatchObject({ fields: { title: 'Theirs' }, state: { name: 'saved' } });
      expect(document.getSnapshot().bodyVersion).toBe(bodyVersion + 1);
      expect(server.copies.size).toBe(0);
    });

    it('lets the person keep both', async () => {
      const document = await collide('published');
      await document.saveAsNew();
      expect(server.added).toMatchObject([{ title: 'Mine', published_at: null }]);
      expect(server.stored.post.title).toBe('Theirs');
    });

    it('keeps the text of another editor whose version already has the changes of this one', async () => {
      const document = server.open({ title: 'Tide', lexical: body('Old') });
      document.change({ title: 'Tides' });
      server.loseNextResponse();
      await pass(IDLE_MS);
      server.changeElsewhere({ lexical: body('Theirs') });
      await pass(15_000);
      document.change({ lexical: body('Old and more') });
      await pass(MAX_UNSAVED_MS);
      expect(server.stored.post).toMatchObject({ title: 'Tides', lexical: body('Theirs') });
      expect(document.getSnapshot().state).toMatchObject({ name: 'collision' });
    });

    it('is not reported after lost responses, even if the editor has normalized the body', async () => {
      const document = server.open({ title: 'Tide', lexical: body('Old') });
      document.setNormalizedBody(body('Old', 'normalized'));
      for (const changes of [{ title: 'Tides' }, { lexical: body('New') }, { title: 'Tides today' }]) {
        document.change(changes);
        server.loseNextResponse();
        await pass(IDLE_MS);
        expect(document.getSnapshot().state.name).toBe('unreachable');
        await pass(15_000);
        expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, hasChanges: false });
      }
    });

    it('is reported when the user publishes, even without changes to the fields', async () => {
      const document = server.open({ title: 'Tide' });
      server.changeElsewhere({ title: 'Theirs' });
      await expect(document.save({ status: 'published' })).rejects.toBeInstanceOf(Error);
      expect(document.getSnapshot().state.name).toBe('collision');
      expect(server.stored.post.status).toBe('draft');
    });
  });

  describe('an ended session, and a deleted post', () => {
    it('asks to sign in, and saves after that', async () => {
      const document = server.open();
      server.hasSession = false;
      server.failNext(new NoPermissionError('Sign in.', { ...apiError, status: 403 }));
      document.change({ title: 'Kept' });
      await pass(IDLE_MS);
      expect(document.getSnapshot().state.name).toBe('signed-out');
      server.hasSession = true;
      document.resume();
      await pass(0);
      expect([document.getSnapshot().state.name, server.stored.post.title]).toEqual(['saved', 'Kept']);
    });

    it('reports the refusal while there is a session', async () => {
      const document = server.open();
      server.failNext(new NoPermissionError('Not yours.', { ...apiError, status: 403 }));
      document.change({ title: 'Refused' });
      await pass(IDLE_MS);
      expect(document.getSnapshot().state.name).toBe('refused');
    });

    it('keeps the text of a deleted post', async () => {
      const document = server.open();
      server.failNext(new NotFoundError('Post not found.', { ...apiError, status: 404 }));
      document.change({ title: 'The only copy' });
      await pass(IDLE_MS);
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'deleted' }, fields: { title: 'The only copy' } });
      await document.saveAsNew();
      expect(server.added).toMatchObject([{ title: 'The only copy' }]);
    });

    it('is stored once as a new post, also if the first response was lost', async () => {
      const document = server.open();
      document.change({ title: 'The only copy' });
      server.loseNextResponse();
      await expect(document.saveAsNew()).rejects.toBeInstanceOf(ConnectionError);
      await document.saveAsNew();
      expect(server.added).toHaveLength(1);
    });

    it('is stored as a new post with the changes after a lost response', async () => {
      const document = server.open();
      document.change({ title: 'The only copy' });
      server.loseNextResponse();
      await document.saveAsNew().catch(() => undefined);
      document.change({ title: 'The only copy, and more' });
      expect(await document.saveAsNew()).toMatchObject({ title: 'The only copy, and more' });
    });
  });

  describe('a local copy', () => {
    it('is restored and saved when the post has not changed since', async () => {
      const document = server.open({ title: 'Tide' }, { title: 'Typed before' });
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'unsaved' }, fields: { title: 'Typed before' } });
      document.connect();
      await pass(IDLE_MS);
      expect(server.stored.post.title).toBe('Typed before');
    });

    it('collides with a post that has changed since', () => {
      const document = server.open({ title: 'Tide' }, { title: 'Typed before' }, { isOld: true });
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'collision' }, fields: { title: 'Typed before' } });
    });

    it('is not reported as restored after the user has taken the other version', async () => {
      const document = server.open({ title: 'Tide' }, { title: 'Typed before' }, { isOld: true });
      expect(document.getSnapshot().restoredCopyAt).toBeDefined();
      await document.takeStoredVersion();
      expect(document.getSnapshot()).toMatchObject({ fields: { title: 'Tide' }, restoredCopyAt: undefined });
    });

    it('is removed when the stored post already has its changes', () => {
      const document = server.open({ title: 'Tide' }, { title: 'Tide' }, { isOld: true });
      expect(document.getSnapshot()).toMatchObject({ state: { name: 'saved' }, restoredCopyAt: undefined });
      expect(server.copies.size).toBe(0);
    });
  });
});
