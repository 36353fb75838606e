import { servedFile } from './served-file';

describe('servedFile', () => {
  it.each([
    ['images', '2026/11/a.png', 'image/png', 'inline'],
    ['images', '2026/11/a.svg', 'image/svg+xml', 'attachment'],
    ['media', '2026/11/a.mp4', 'video/mp4', 'inline'],
    ['media', '2026/11/a_thumb.jpg', 'image/jpeg', 'inline'],
    ['media', '2026/11/a.svg', 'image/svg+xml', 'attachment'],
    ['files', 'a.pdf', 'application/pdf', 'inline'],
    ['files', 'a.txt', 'text/plain; charset=utf-8', 'inline'],
    ['files', 'a.json', 'application/json', 'attachment'],
    ['files', 'a.html', 'application/octet-stream', 'attachment'],
    ['files', 'a.HTM', 'application/octet-stream', 'attachment'],
    ['files', 'a.svg', 'application/octet-stream', 'attachment'],
    ['files', 'a.xml', 'application/octet-stream', 'attachment'],
    ['files', 'a.js', 'application/octet-stream', 'attachment'],
    ['files', 'no-extension', 'application/octet-stream', 'attachment'],
    ['files', 'Übersicht (1).docx', expect.stringContaining('wordprocessingml'), 'attachment'],
    ['images', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}.png', 'image/png', 'inline'],
    ['images', '\u0646\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645.png', 'image/png', 'inline'],
    ['images', 'soft\u00ADhyphen.png', 'image/png', 'inline'],
    ['images', 'private\uE000/unassigned\u{323B0}.png', 'image/png', 'inline'],
  ] as const)('%s/%s is sent as %s, %s', (area, path, contentType, disposition) => {
    expect(servedFile(area, path)).toMatchObject({ contentType, disposition });
  });

  it.each([
    ['images', 'a.html'],
    ['images', 'a.mp4'],
    ['media', 'a.html'],
    ['media', 'a.xml'],
    ['files', '../a.pdf'],
    ['files', 'a/../b.pdf'],
    ['files', '.htaccess'],
    ['files', 'a/.hidden/b.pdf'],
    ['files', 'a\\b.pdf'],
    ['files', 'a\0.pdf'],
    ['files', 'a\u0085.pdf'],
    ['files', 'a\u202Efdp.exe'],
    ['files', 'a\u2067b.pdf'],
    ['files', 'a/\uD83D.pdf'],
    ['files', 'a//b.pdf'],
    ['files', ''],
  ] as const)('never serves %s/%s', (area, path) => {
    expect(servedFile(area, path)).toBeNull();
  });

  it.each(['a.pdf', 'a.html', 'a.txt'])('lets no script of %s run', (path) => {
    expect(servedFile('files', path)?.contentSecurityPolicy).toMatch(/^default-src 'none'/);
    expect(servedFile('files', path)?.contentSecurityPolicy).not.toMatch(/script-src|unsafe-eval/);
  });
});
