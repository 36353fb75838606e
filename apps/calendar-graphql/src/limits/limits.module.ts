import { Module } from '@nestjs/common';
import { LimitsPlugin } from './limits.plugin';
import { MailLimits } from './mail-limits';

@Module({ providers: [LimitsPlugin, MailLimits], exports: [LimitsPlugin, MailLimits] })
export class LimitsModule {}
