import { Module } from '@nestjs/common';
import { LimitsPlugin } from './limits.plugin';

@Module({ providers: [LimitsPlugin], exports: [LimitsPlugin] })
export class LimitsModule {}
