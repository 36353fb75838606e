// For suites that run the built services: a stale build would test what is not in the sources.
import { buildFrontEnds, buildServices } from '../local/prepare.mjs';
import startPostgres from './start-postgres.mjs';

export default async function setUp() {
  await buildServices();
  await buildFrontEnds();
  await startPostgres();
}
