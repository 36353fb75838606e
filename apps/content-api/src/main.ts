import 'reflect-metadata';
import { bootService } from '@almanac/platform';
import { contentApi } from './content-api';

void bootService(contentApi);
