import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module';
import { StorageModule } from '../storage/storage.module';
import { DbController } from './db.controller';
import { SiteImports } from './site-imports';

@Module({ imports: [ImagesModule, StorageModule], controllers: [DbController], providers: [SiteImports] })
export class DbModule {}
