import { randomInt } from 'node:crypto';
import { canListen } from './processes.mjs';

// Linux gives the ports from 32768 on to outgoing connections. One of these could take the port before the caller listens on it.
const [FIRST_PORT, LAST_PORT] = [10_000, 32_767];
// The ports that were tried in this process, so that it uses none twice.
const triedPorts = new Set();

/** The number of a random TCP port that is free now. TypeScript uses the function of the same name in `libs/testing`. */
export async function freePort() {
  const port = randomInt(FIRST_PORT, LAST_PORT + 1);
  if (triedPorts.has(port)) return freePort();
  triedPorts.add(port);
  return (await canListen(port)) ? port : freePort();
}
