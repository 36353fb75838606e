import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { ImageStore } from './image-store';
import { ImagesController } from './images.controller';
import { ImportedImages } from './imported-images';
import { ServedImagesController } from './served-images.controller';

@Module({
  imports: [StorageModule],
  controllers: [ImagesController, ServedImagesController],
  providers: [ImageStore, ImportedImages],
  exports: [ImportedImages],
})
export class ImagesModule {}
