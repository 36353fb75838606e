import { contentPagesResource, contentPostsResource } from '../resources/posts';
import { keptWithSelection, knownSelection } from './known-selections';

describe('a known selection', () => {
  it('is one object for whoever asks for the same', () => {
    const first = knownSelection({ include: ['tags'], fields: ['id'], leading: 'slug' });
    expect(knownSelection({ leading: 'slug', fields: ['id'], include: ['tags'] })).toBe(first);
    for (const other of [
      { include: ['tags'], fields: ['id'] },
      { include: ['tags'], formats: ['id'], leading: 'slug' },
      { include: [], fields: ['id'], leading: 'slug' },
      { include: ['tags'], leading: 'slug' },
    ]) {
      expect(knownSelection(other)).not.toBe(first);
      expect(knownSelection(other)).toEqual(other);
    }
  });

  it('is not remembered when nobody would ask for it in earnest', () => {
    const long = (): { include: string[]; fields: string[] } => ({ include: [], fields: ['x'.repeat(1_000)] });
    expect(knownSelection(long())).not.toBe(knownSelection(long()));
    for (let number = 0; number < 2_000; number++) knownSelection({ include: [], fields: [`made-up-${number}`] });
    const late = { include: [], fields: ['late'] };
    expect(knownSelection({ ...late })).toEqual(late);
    expect(knownSelection({ ...late })).not.toBe(knownSelection({ ...late }));
  });

  it('has made of it once what each resource makes of it', () => {
    const make = jest.fn(({ key }: { key: string }) => ({ key }));
    const kept = keptWithSelection(make);
    const selection = { include: [] };
    expect(kept(contentPostsResource, selection)).toBe(kept(contentPostsResource, selection));
    expect(kept(contentPagesResource, selection)).toEqual({ key: 'pages' });
    expect(make).toHaveBeenCalledTimes(2);
  });
});
