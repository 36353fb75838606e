import 'reflect-metadata';
import { bootService } from '@almanac/platform';
import { adminApi } from './admin-api';

void bootService(adminApi);
