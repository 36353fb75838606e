import { ContentDisk, ContentFiles } from '@almanac/storage';
import { AdminApiConfiguration } from '@almanac/validation';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RequestedVariants } from '../resized-images/requested-variants';
import { ResizedImageExpiry } from '../resized-images/resized-image-expiry';
import { ResizedImages } from '../resized-images/resized-images';
import { ServedFilesController } from './served-files.controller';

@Module({
  controllers: [ServedFilesController],
  providers: [
    ResizedImages,
    ResizedImageExpiry,
    RequestedVariants,
    {
      provide: ContentDisk,
      inject: [AdminApiConfiguration],
      useFactory: (configuration: AdminApiConfiguration) => new ContentDisk(configuration),
    },
    {
      provide: ContentFiles,
      inject: [ContentDisk, DataSource],
      useFactory: (disk: ContentDisk, dataSource: DataSource) => new ContentFiles(disk, dataSource),
    },
  ],
  exports: [ContentDisk, ContentFiles],
})
export class StorageModule {}
