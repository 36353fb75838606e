import 'reflect-metadata';
import { bootService } from '@almanac/platform';
import { setFlagsFromString } from 'node:v8';
import { calendarGraphql } from './service';

// Otherwise V8 allocates the objects of requests in the old generation after a high load, and collects that one often (ADR 0374).
setFlagsFromString('--no-allocation-site-pretenuring');

void bootService(calendarGraphql);
