import { type DynamicModule, Module } from '@nestjs/common';
import { IdeController } from './ide.controller';

@Module({})
export class IdeModule {
  /** Serves the assets of the IDE page in development, nothing elsewhere. */
  static forRoot({ isDevelopment }: { isDevelopment: boolean }): DynamicModule {
    return { module: IdeModule, controllers: isDevelopment ? [IdeController] : [] };
  }
}
