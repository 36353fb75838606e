import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { ImageStore } from './image-store';
import { ImagesController } from './images.controller';
import { ServedImagesController } from './served-images.controller';

@Module({ imports: [StorageModule], controllers: [ImagesController, ServedImagesController], providers: [ImageStore] })
export class ImagesModule {}
