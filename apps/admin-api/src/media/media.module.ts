import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { FilesController } from './files.controller';
import { MediaController } from './media.controller';

@Module({ imports: [StorageModule], controllers: [MediaController, FilesController] })
export class MediaModule {}
