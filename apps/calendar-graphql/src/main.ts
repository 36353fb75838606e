import 'reflect-metadata';
import { bootService } from '@almanac/platform';
import { calendarGraphql } from './service';

void bootService(calendarGraphql);
