import { Module } from '@nestjs/common';
import { NewslettersController } from './newsletters.controller';
import { OffersController } from './offers.controller';
import { TiersController } from './tiers.controller';

@Module({ controllers: [NewslettersController, OffersController, TiersController] })
export class PlansModule {}
