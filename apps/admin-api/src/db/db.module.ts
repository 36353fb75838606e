import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { DbController } from './db.controller';

@Module({ imports: [StorageModule], controllers: [DbController] })
export class DbModule {}
