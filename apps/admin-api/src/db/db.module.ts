import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module';
import { BackgroundImports } from './background-imports';
import { DbController } from './db.controller';
import { ImportsController } from './imports.controller';
import { SiteImports } from './site-imports';

@Module({
  imports: [StorageModule],
  controllers: [DbController, ImportsController],
  providers: [BackgroundImports, SiteImports],
})
export class DbModule {}
