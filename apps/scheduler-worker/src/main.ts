// Must be the first import: it sets the number of threads of Node.js, and a package of BullMQ starts these threads while it is loaded.
import './thread-pool';
import { bootService } from '@almanac/platform';
import { schedulerWorker } from './scheduler-worker';

void bootService(schedulerWorker);
