import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { ReferralStatsModule } from '../referral-stats/referral-stats.module.js';
import type { Site } from '../site/site.js';
import { CardController } from './card.controller.js';
import { CardPress } from './card-press.js';
import { CardService } from './card.service.js';

@Module({})
export class CardModule {
  static of({ renderCard, cardFontFolder }: Site): DynamicModule {
    return {
      module: CardModule,
      imports: [ReferralStatsModule],
      controllers: [CardController],
      providers: [
        CardService,
        { provide: CardPress, useFactory: () => new CardPress(renderCard, cardFontFolder) },
      ],
    };
  }
}
