import { Global, Module } from '@nestjs/common';
import { ResourceResponses } from './resource-responses';

/** Provides the reading and rendering of resources to every controller. */
@Global()
@Module({ providers: [ResourceResponses], exports: [ResourceResponses] })
export class ResourcesModule {}
