// Builds the base images of deploy/Dockerfile from Debian packages and the npm package `node`, for machines that cannot reach a
// container registry. Needs root, buildah and debootstrap.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOLS_CACHE } from '../local/settings.mjs';
import { installNode, NODE_VERSIONS } from './node-binary.mjs';

const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const NODE_IMAGE = 'docker.io/library/node:24-bookworm-slim';
const RUNTIME_IMAGE = 'gcr.io/distroless/cc-debian12:latest';
const NPM_VERSION = '11.6.2';
/** The Debian packages whose files the runtime image contains, as in the distroless image. */
const RUNTIME_PACKAGES = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase', 'tzdata'];
const PATH_VARIABLE = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const run = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/**
 * Unpacks a small Debian 12 into an empty folder. The first call downloads
 * the packages and stores the result as an archive for later calls.
 */
function unpackDebian(folder) {
  const archive = join(TOOLS_CACHE, 'debian-bookworm.tar');
  if (!existsSync(archive)) {
    mkdirSync(TOOLS_CACHE, { recursive: true });
    const include = '--include=ca-certificates,netbase,tzdata';
    run('debootstrap', '--variant=minbase', include, 'bookworm', folder, MIRROR);
    for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
      rmSync(join(folder, path), { recursive: true, force: true });
    run('tar', '--one-file-system', '-cf', archive, '-C', folder, '.');
    return;
  }
  run('tar', '-xf', archive, '-C', folder);
}

/** Creates an image with the files of a folder. @param settings options of `buildah config` */
function commitImage(image, folder, settings) {
  const container = run('buildah', 'from', 'scratch').trim();
  run('buildah', 'add', '--quiet', container, folder, '/');
  run('buildah', 'config', '--env', PATH_VARIABLE, ...settings, container);
  run('buildah', 'commit', '--quiet', '--format', 'docker', '--rm', container, image);
}

/**
 * Builds an image of Debian with Node, npm and the user `node`, like the
 * official image. It also trusts NODE_EXTRA_CA_CERTS of this machine.
 */
async function buildNodeImage(folder) {
  cpSync(join(await installNode('24'), 'node'), join(folder, 'usr/local/bin/node'));
  run('npm', 'install', '--silent', '--global', '--prefix', join(folder, 'usr/local'), `npm@${NPM_VERSION}`);
  appendFileSync(join(folder, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n');
  appendFileSync(join(folder, 'etc/group'), 'node:x:1000:\n');
  const settings = [];
  if (process.env.NODE_EXTRA_CA_CERTS) {
    cpSync(process.env.NODE_EXTRA_CA_CERTS, join(folder, 'etc/ssl/certs/machine.crt'), { dereference: true });
    settings.push('--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/machine.crt');
  }
  commitImage(NODE_IMAGE, folder, [...settings, '--env', `NODE_VERSION=${NODE_VERSIONS[24]}`]);
}

/** The paths of the packages' files. Debian links /bin, /sbin and /lib to folders in /usr, so the paths of their files begin with usr. */
function filesOf(folder, packages) {
  const info = join(folder, 'var/lib/dpkg/info');
  const lists = readdirSync(info).filter((name) => packages.includes(name.replace(/(:\w+)?\.list$/, '')));
  return lists
    .flatMap((name) => readFileSync(join(info, name), 'utf8').split('\n'))
    .filter((path) => path.length > 1 && path !== '/.')
    .map((path) => path.slice(1).replace(/^(bin|sbin|lib|lib64)(?=\/)/, 'usr/$1'))
    .filter((path) => existsSync(join(folder, path)));
}

function buildRuntimeImage(folder) {
  const files = ['bin', 'sbin', 'lib', 'lib64', 'etc/ssl/certs/ca-certificates.crt', 'etc/passwd', 'etc/group'];
  const paths = [...new Set([...files, ...filesOf(folder, RUNTIME_PACKAGES)])].filter((path) =>
    existsSync(join(folder, path)),
  );
  const target = mkdtempSync(join(tmpdir(), 'almanac-runtime-'));
  try {
    const pack = `tar --no-recursion -cf - -C "$0" -T - | tar -xf - -C "$1"`;
    execFileSync('sh', ['-c', pack, folder, target], { input: paths.join('\n') });
    commitImage(RUNTIME_IMAGE, target, []);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

/** Builds the images that deploy/Dockerfile names in FROM, under the same names. */
export async function buildBaseImages() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-debian-'));
  try {
    unpackDebian(folder);
    buildRuntimeImage(folder);
    await buildNodeImage(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
