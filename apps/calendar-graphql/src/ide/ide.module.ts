import { type DynamicModule, Module } from '@nestjs/common';
import { IdeController } from './ide.controller';

@Module({})
export class IdeModule {
  /** Serves the files of GraphiQL, in development only. */
  static forRoot({ isDevelopment }: { isDevelopment: boolean }): DynamicModule {
    return { module: IdeModule, controllers: isDevelopment ? [IdeController] : [] };
  }
}
