import { rmSync } from 'node:fs';

export default async function tearDown() {
  const server = globalThis.almanacTestServer;
  if (!server) return;
  await server.stop('immediate');
  rmSync(server.dataFolder, { recursive: true, force: true });
}
