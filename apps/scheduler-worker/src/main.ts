import { bootService } from '@almanac/platform';
import { schedulerWorker } from './scheduler-worker';

void bootService(schedulerWorker);
