import { Module } from '@nestjs/common';
import { ContentDisk } from './content-disk';

@Module({ providers: [ContentDisk], exports: [ContentDisk] })
export class StorageModule {}
