// The edge of a local run: a child process of the launcher (tools/local/start.mjs), which sends it the status of the start.
import { EdgeServer } from './edge-server.mjs';

// `connected` is false if the launcher ended before this module ran: then the event `disconnect` is not emitted any more.
if (process.connected === false) process.exit(0);
const { EDGE_PORT, EDGE_TARGETS, HOST, ALLOWED_HOSTS = '' } = process.env;

const edge = new EdgeServer({
  targets: JSON.parse(EDGE_TARGETS),
  allowedHosts: ALLOWED_HOSTS.split(',').filter(Boolean),
});
process.on('message', (status) => (edge.status = status));
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'])
  process.once(event, () => void edge.close().then(() => process.exit(0)));
await edge.listen(Number(EDGE_PORT), HOST);
