import { NoPermissionError } from '@almanac/errors';
import type { PostInput } from '@almanac/validation';
import type { Actor, RoleName } from '../permissions/actor';
import {
  assertMayAdd,
  assertMayDelete,
  assertMayEdit,
  permittedInput,
  type ProtectedPost,
  type RequestedChange,
} from './post-permissions';

const actor = (role: RoleName, id = 'me'): Actor => ({ kind: 'user', id, role });
const post = (more: Partial<ProtectedPost> = {}): ProtectedPost => ({
  status: 'draft',
  visibility: 'public',
  authors: [{ id: 'me' }],
  ...more,
});

const isAllowed = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(NoPermissionError);
    return false;
  }
};

const allRoles: RoleName[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor', 'Admin Integration'];
const editors: RoleName[] = ['Owner', 'Administrator', 'Editor', 'Admin Integration'];

describe('adding a post', () => {
  it.each<[string, RequestedChange, RoleName[]]>([
    ['as first author', { input: {}, primaryAuthorId: 'me' }, allRoles],
    ['as a draft', { input: { status: 'draft' }, primaryAuthorId: 'me' }, allRoles],
    ['without a first author', { input: {}, primaryAuthorId: undefined }, editors],
    ['with another first author', { input: {}, primaryAuthorId: 'other' }, editors],
    ['as published', { input: { status: 'published' }, primaryAuthorId: 'me' }, [...editors, 'Author']],
    ['as scheduled', { input: { status: 'scheduled' }, primaryAuthorId: 'me' }, [...editors, 'Author']],
    ['as public', { input: { visibility: 'public' }, primaryAuthorId: 'me' }, allRoles],
    ['for members', { input: { visibility: 'members' }, primaryAuthorId: 'me' }, [...editors, 'Contributor']],
  ])('%s is allowed for the expected roles', (_, change, roles) => {
    const allowed = allRoles.filter((role) => isAllowed(() => assertMayAdd(actor(role), change)));
    expect(new Set(allowed)).toEqual(new Set(roles));
  });

  it('is not allowed for the scheduler', () => {
    const change = { input: {}, primaryAuthorId: 'me' };
    expect(() => assertMayAdd(actor('Scheduler Integration'), change)).toThrow(
      'You do not have permission to add posts',
    );
  });

  it('throws the message of the Admin API for another first author, status or visibility', () => {
    const message = 'You do not have permission to add posts';
    expect(() => assertMayAdd(actor('Author'), { input: {}, primaryAuthorId: 'other' })).toThrow(message);
    expect(() => assertMayAdd(actor('Contributor'), { input: { status: 'published' }, primaryAuthorId: 'me' })).toThrow(
      message,
    );
    expect(() => assertMayAdd(actor('Author'), { input: { visibility: 'paid' }, primaryAuthorId: 'me' })).toThrow(
      message,
    );
  });
});

describe('editing a post', () => {
  const title: RequestedChange = { input: {}, primaryAuthorId: undefined };

  it.each<[string, ProtectedPost, RequestedChange, RoleName[]]>([
    ['of the actor', post(), title, allRoles],
    ['with the actor as second author', post({ authors: [{ id: 'other' }, { id: 'me' }] }), title, allRoles],
    ['of another author', post({ authors: [{ id: 'other' }] }), title, editors],
    ['without authors', post({ authors: [] }), title, editors],
    ['that is published', post({ status: 'published' }), title, [...editors, 'Author']],
    ['to publish it', post(), { ...title, input: { status: 'published' } }, [...editors, 'Author']],
    ['to keep it a draft', post(), { ...title, input: { status: 'draft' } }, allRoles],
    ['with its visibility', post({ visibility: 'paid' }), { ...title, input: { visibility: 'paid' } }, allRoles],
    ['to change its visibility', post(), { ...title, input: { visibility: 'paid' } }, [...editors, 'Contributor']],
    ['with its first author', post(), { input: { authors: [{ id: 'me' }] }, primaryAuthorId: 'me' }, allRoles],
    [
      'to change its first author',
      post(),
      { input: { authors: [{ id: 'other' }] }, primaryAuthorId: 'other' },
      editors,
    ],
    ['to remove its authors', post(), { input: { authors: [] }, primaryAuthorId: undefined }, editors],
  ])('%s is allowed for the expected roles', (_, stored, change, roles) => {
    const allowed = allRoles.filter((role) => isAllowed(() => assertMayEdit(actor(role), stored, change)));
    expect(new Set(allowed)).toEqual(new Set(roles));
  });

  it('throws the message of the Admin API', () => {
    const message = 'You do not have permission to edit posts';
    const scheduler = actor('Scheduler Integration');
    expect(() => assertMayEdit(scheduler, post(), title)).toThrow(message);
    expect(() => assertMayEdit(actor('Author', 'other'), post(), title)).toThrow(message);
    expect(() => assertMayEdit(actor('Contributor'), post({ status: 'published' }), title)).toThrow(message);
    expect(() => assertMayEdit(actor('Author'), post(), { ...title, input: { visibility: 'paid' } })).toThrow(message);
  });
});

describe('deleting a post', () => {
  it.each<[string, ProtectedPost, RoleName[]]>([
    ['that is a draft of the actor', post(), allRoles],
    ['that is published', post({ status: 'published' }), [...editors, 'Author']],
    ['with the actor as second author', post({ authors: [{ id: 'other' }, { id: 'me' }] }), editors],
    ['of another author', post({ authors: [{ id: 'other' }] }), editors],
    ['without authors', post({ authors: [] }), editors],
  ])('%s is allowed for the expected roles', (_, stored, roles) => {
    const allowed = allRoles.filter((role) => isAllowed(() => assertMayDelete(actor(role), stored)));
    expect(new Set(allowed)).toEqual(new Set(roles));
  });

  it('throws the message of the Admin API', () => {
    const message = 'You do not have permission to destroy posts';
    expect(() => assertMayDelete(actor('Scheduler Integration'), post())).toThrow(message);
    expect(() => assertMayDelete(actor('Author', 'other'), post())).toThrow(message);
  });
});

describe('permittedInput', () => {
  const input: PostInput = { title: 'Title', authors: [{ id: 'other' }], tags: [{ name: 'News' }] };

  it('keeps the whole input of editors, drops the authors of authors, and also the tags of contributors', () => {
    expect(permittedInput(actor('Editor'), input)).toEqual(input);
    expect(permittedInput(actor('Author'), input)).toEqual({ title: 'Title', tags: [{ name: 'News' }] });
    expect(permittedInput(actor('Contributor'), input)).toEqual({ title: 'Title' });
  });

  it('is not allowed for roles that may not edit posts', () => {
    expect(() => permittedInput(actor('Scheduler Integration'), input)).toThrow(
      'You do not have permission to edit posts',
    );
  });
});
