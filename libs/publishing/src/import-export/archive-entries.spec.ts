import { purposeOf } from './archive-entries';

describe('purposeOf', () => {
  it.each([
    ['content/images/2019/05/a.png', { kind: 'file', area: 'images', path: '2019/05/a.png' }],
    ['site/content/media/a.mp4', { kind: 'file', area: 'media', path: 'a.mp4' }],
    ['a/b/c/content/files/x/y.pdf', { kind: 'file', area: 'files', path: 'x/y.pdf' }],
    ['images/a.png', { kind: 'file', area: 'images', path: 'a.png' }],
    ['site/images/a.png', { kind: 'file', area: 'images', path: 'a.png' }],
    ['content/files/export.json', { kind: 'file', area: 'files', path: 'export.json' }],
    ['content/files/old.zip', { kind: 'file', area: 'files', path: 'old.zip' }],
    ['content/files/content/images/a.png', { kind: 'file', area: 'files', path: 'content/images/a.png' }],
    ['export.json', { kind: 'json', depth: 1 }],
    ['a/b/c/Export.JSON', { kind: 'json', depth: 4 }],
    ['content/data/backup.json', { kind: 'json', depth: 3 }],
    ['content/themes/casper/package.json', { kind: 'other', group: 'content/themes/' }],
    ['content/settings/routes.yaml', { kind: 'other', group: 'content/settings/' }],
    ['content/data/ghost.db', { kind: 'other', group: 'content/data/' }],
    ['older.zip', { kind: 'other', group: 'older.zip' }],
    ['a/older.zip', { kind: 'other', group: 'a/older.zip' }],
    ['backups/site.tar.xz', { kind: 'other', group: 'backups/site.tar.xz' }],
    ['members.csv', { kind: 'other', group: 'members.csv' }],
    ['content/images/', { kind: 'ignored' }],
    ['__MACOSX/content/images/._a.png', { kind: 'ignored' }],
    ['content/images/.DS_Store', { kind: 'ignored' }],
    ['site/content/images/README.md', { kind: 'ignored' }],
    ['media/README.md', { kind: 'ignored' }],
    ['content/images/2019/README.md', { kind: 'file', area: 'images', path: '2019/README.md' }],
    ['content/files/README.md', { kind: 'file', area: 'files', path: 'README.md' }],
  ])('of %s', (name, expected) => {
    expect(purposeOf(name)).toEqual(expected);
  });
});
