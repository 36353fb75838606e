// The global set-up of the suites that run the built services. It builds first, so that the suites test the current sources.
import { buildFrontEnds, buildServices } from '../local/prepare.mjs';
import startPostgres from './start-postgres.mjs';

export default async function setUp() {
  await buildServices();
  await buildFrontEnds();
  await startPostgres();
}
