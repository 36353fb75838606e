// The first import, because a package of BullMQ starts the threads while it is loaded.
import './thread-pool';
import { bootService } from '@almanac/platform';
import { schedulerWorker } from './scheduler-worker';

void bootService(schedulerWorker);
