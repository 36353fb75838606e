import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { ImagesController } from './images.controller';

@Module({ imports: [StorageModule], controllers: [ImagesController] })
export class ImagesModule {}
