import 'reflect-metadata';
import { bootService } from '@almanac/platform';
import { setFlagsFromString } from 'node:v8';
import { calendarGraphql } from './service';

// Otherwise, after a high load, V8 allocates the objects of requests in the old generation, and collects it often (ADR 0374).
setFlagsFromString('--no-allocation-site-pretenuring');

void bootService(calendarGraphql);
