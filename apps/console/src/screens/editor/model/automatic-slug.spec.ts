import { withAutomaticSlug } from './automatic-slug.ts';
import type { Post } from './fields.ts';

/** Suggests free slugs as the Admin API does: that of the title, with a number if a post has it. */
const apiWith = (taken: readonly string[]) => ({
  slugFor: async (title: string): Promise<string> => {
    const slug = title.toLowerCase().replaceAll(/\W+/g, '-').replace(/-$/, '');
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? slug : `${slug}-${number}`;
      if (!taken.includes(candidate)) return candidate;
    }
  },
});

/** The slug of a draft after the change of its title. @param others the slugs of the other posts */
async function slugAfter(before: { title: string; slug: string }, title: string, others: string[] = []) {
  const draft = { status: 'draft', published_at: null, ...before } as Post;
  const { slug } = await withAutomaticSlug(apiWith([...others, before.slug]), draft, { title });
  return slug ?? before.slug;
}

describe('the slug of a draft', () => {
  it.each([
    ['Tide', 'tide', 'Fog', 'fog'],
    ['Top 10', 'top-10', 'Top 20', 'top-20'],
    ['Top 2', 'top-2', 'Top 3', 'top-3'],
    ['Top 10', 'top-10', 'The best', 'the-best'],
    ['Chapter', 'chapter', 'Chapter 2', 'chapter-2'],
    ['Chapter 2', 'chapter-2', 'Chapter', 'chapter'],
  ])('follows the title from "%s" (%s) to "%s" (%s)', async (title, slug, newTitle, newSlug) => {
    expect(await slugAfter({ title, slug }, newTitle)).toBe(newSlug);
  });

  it('follows the title also if it has a number because another post has the title', async () => {
    expect(await slugAfter({ title: 'Tide', slug: 'tide-2' }, 'Fog', ['tide'])).toBe('fog');
    expect(await slugAfter({ title: 'Top 10', slug: 'top-10-2' }, 'Top 20', ['top-10', 'top-20'])).toBe('top-20-2');
  });

  it('follows a title that is longer than a slug and ends with a number', async () => {
    const title = `${'word '.repeat(40)}10`;
    const slug = 'word-'.repeat(37);
    const slugFor = jest.fn(async (text: string) => (text === title ? `${slug}-2` : 'fog'));
    const draft = { status: 'draft', published_at: null, title, slug } as Post;
    expect(await withAutomaticSlug({ slugFor }, draft, { title: 'Fog' })).toMatchObject({ slug: 'fog' });
  });

  it('stays when the slug of the new title is the same', async () => {
    expect(await slugAfter({ title: 'Tide', slug: 'tide' }, 'Tide!')).toBe('tide');
    expect(await slugAfter({ title: 'Tide', slug: 'tide-2' }, 'Tide!', ['tide'])).toBe('tide-2');
    expect(await slugAfter({ title: 'Top 10', slug: 'top-10' }, 'Top 10!')).toBe('top-10');
  });

  it.each(['.', '..'])('follows the title "%s", which cannot be in a path', async (title) => {
    const slugFor = jest.fn(async (text: string) => (text === '-' ? 'post' : 'and-then'));
    const draft = { status: 'draft', published_at: null, title, slug: 'post' } as Post;
    expect(await withAutomaticSlug({ slugFor }, draft, { title: '...and then' })).toMatchObject({ slug: 'and-then' });
    expect(slugFor).not.toHaveBeenCalledWith(title);
  });

  it('stays when the user has chosen it', async () => {
    expect(await slugAfter({ title: 'Tide', slug: 'ebb' }, 'Fog')).toBe('ebb');
    expect(await slugAfter({ title: 'Top 10', slug: 'top-5' }, 'Top 20')).toBe('top-5');
  });
});
