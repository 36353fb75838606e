import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { BackgroundImports } from './background-imports';
import { DbController } from './db.controller';
import { ImportsController } from './imports.controller';
import { TemporaryUploads } from './temporary-uploads';
import { SiteImports } from './site-imports';

/** The routes below `admin/db`: export, import, backup and deletion of the content. */
@Module({
  imports: [StorageModule],
  controllers: [DbController, ImportsController],
  providers: [BackgroundImports, TemporaryUploads, SiteImports],
})
export class SiteContentModule {}
