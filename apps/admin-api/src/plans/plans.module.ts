import { Module } from '@nestjs/common';
import { NewslettersController } from './newsletters.controller';
import { OffersController } from './offers.controller';
import { TiersController } from './tiers.controller';

/** The routes of Ghost 5 for tiers, newsletters and offers. */
@Module({ controllers: [NewslettersController, OffersController, TiersController] })
export class PlansModule {}
