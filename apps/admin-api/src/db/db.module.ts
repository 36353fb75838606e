import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module';
import { StorageModule } from '../storage/storage.module';
import { DbController } from './db.controller';

@Module({ imports: [ImagesModule, StorageModule], controllers: [DbController] })
export class DbModule {}
