import { Module } from '@nestjs/common';
import { ImageStore } from './image-store';
import { ImagesController } from './images.controller';
import { ServedImagesController } from './served-images.controller';

@Module({ controllers: [ImagesController, ServedImagesController], providers: [ImageStore] })
export class ImagesModule {}
