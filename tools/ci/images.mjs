// Builds images from deploy/Dockerfile with buildah and checks their files. Runs those of the command line and of the services as
// Kubernetes would: as user 1000, with a read-only root file system.
// Needs root, Linux, buildah, debootstrap and redis-server. Usage: node tools/ci/images.mjs
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../local/settings.mjs';
import { buildBaseImages } from './base-images.mjs';
import { checkCommandLine, checkContents, checkService } from './check-image.mjs';
import { ImageContainer } from './image-container.mjs';
import { startEngines } from './engines.mjs';

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];
/** The value of the secrets in the build context. No image may contain it. */
const MARKER = randomUUID();

const report = (text) => process.stdout.write(`${text} (${process.uptime().toFixed(0)} s)\n`);

/** Clones HEAD and adds files with secrets, as a developer's checkout can contain them. @returns the folder */
function createBuildContext() {
  const context = mkdtempSync(join(tmpdir(), 'almanac-context-'));
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, context]);
  for (const file of ['.env', '.env.production', 'apps/admin-api/.env', '.almanac/secrets.json']) {
    mkdirSync(join(context, file, '..'), { recursive: true });
    writeFileSync(join(context, file), `ENCRYPTION_KEY=${MARKER}\n`);
  }
  return context;
}

function buildTarget(context, target) {
  const tag = `localhost/almanac/${target}`;
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--pull-never', '--quiet'];
  execFileSync('buildah', ['bud', ...options, '--target', target, '-f', 'deploy/Dockerfile', '-t', tag, '.'], {
    cwd: context,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return tag;
}

async function runInContainer(image, work) {
  const container = new ImageContainer(image);
  try {
    return await work(container);
  } finally {
    container.remove();
  }
}

async function main() {
  await buildBaseImages();
  report('✓ base images from Debian packages');
  const context = createBuildContext();
  let engines;
  try {
    const images = Object.fromEntries(
      ['build', ...SERVICES, 'cli'].map((target) => [target, buildTarget(context, target)]),
    );
    report('✓ deploy/Dockerfile builds');
    for (const target of Object.keys(images))
      await runInContainer(images[target], (container) => checkContents(target, container, MARKER));
    engines = await startEngines();
    const keys = await runInContainer(images.cli, (container) => checkCommandLine(container, engines));
    for (const service of SERVICES) {
      const outcome = await runInContainer(images[service], (container) =>
        checkService(service, container, engines, keys),
      );
      report(`✓ ${service}: ${outcome}`);
    }
  } finally {
    await engines?.stop();
    rmSync(context, { recursive: true, force: true });
  }
}

await main();
