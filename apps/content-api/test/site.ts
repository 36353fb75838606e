import { Setting } from '@almanac/entities';
import { addOwner, addPost, addTag, addUser, addMember } from '@almanac/testing';
import type { DataSource } from 'typeorm';

export const CANARY = 'CANARY-3f9a';
const day = (number: number): Date => new Date(Date.UTC(2020, 0, number));

/** Fills the database with four published posts of all visibilities, two pages, a draft, a scheduled post and members. */
export async function fillSite({ manager }: DataSource): Promise<void> {
  const owner = await addOwner(manager, { name: 'Olga', slug: 'olga', lastSeenAt: day(3) });
  const alice = await addUser(manager, { name: 'Alice', slug: 'alice', email: 'alice@example.com', bio: 'Writes.' });
  await addUser(manager, { slug: 'silent' });
  const news = await addTag(manager, { name: 'News', slug: 'news', description: 'All of it' });
  const tech = await addTag(manager, { name: 'Tech', slug: 'tech' });
  const internal = await addTag(manager, { name: '#in', slug: 'hash-in', visibility: 'internal' });
  const unused = await addTag(manager, { name: 'Unused', slug: 'unused' });
  const secret = { html: `<p>${CANARY} text</p>`, plaintext: `${CANARY} text` };
  await addPost(manager, {
    slug: 'open',
    title: 'Open',
    html: '<p>Hello <a href="/other/">you</a> <img src="/content/images/a.png"></p>',
    plaintext: 'Hello you',
    mobiledoc: '{"version":"0.3.1","markups":[],"atoms":[],"cards":[],"sections":[]}',
    featureImage: '/content/images/feature.png',
    publishedAt: day(4),
    tags: [news, tech],
    authors: [owner, alice],
    meta: { metaTitle: 'Meta', ogImage: '/content/images/og.png' },
  });
  await addPost(manager, {
    slug: 'members-only',
    title: 'Members only',
    visibility: 'members',
    publishedAt: day(3),
    tags: [internal],
    authors: [alice],
    ...secret,
  });
  await addPost(manager, {
    slug: 'paid-only',
    title: 'Paid only',
    visibility: 'paid',
    publishedAt: day(2),
    tags: [tech],
    authors: [owner],
    ...secret,
  });
  await addPost(manager, {
    slug: 'teaser',
    title: 'Teaser',
    visibility: 'paid',
    publishedAt: day(1),
    customExcerpt: 'A teaser',
    authors: [owner],
    ...secret,
  });
  await addPost(manager, { slug: 'draft', status: 'draft', publishedAt: null, tags: [unused], authors: [owner] });
  await addPost(manager, {
    slug: 'soon',
    status: 'scheduled',
    publishedAt: new Date(Date.UTC(2200, 0, 1)),
    authors: [owner],
  });
  await addPost(manager, { slug: 'about', title: 'About', type: 'page', publishedAt: day(6), authors: [owner] });
  await addPost(manager, {
    slug: 'inside',
    title: 'Inside',
    type: 'page',
    visibility: 'members',
    publishedAt: day(7),
    authors: [owner],
    ...secret,
  });
  await addMember(manager, { email: 'free@example.com' });
  await addMember(manager, { email: 'paid@example.com', isPaid: true });
  await manager.update(Setting, { key: 'title' }, { value: 'The Site' });
}
