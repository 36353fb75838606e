import { Global, Module } from '@nestjs/common';
import { ResourceResponses } from './resource-responses';

/** Provides `ResourceResponses`, which reads and renders resources, to every controller. */
@Global()
@Module({ providers: [ResourceResponses], exports: [ResourceResponses] })
export class ResourcesModule {}
