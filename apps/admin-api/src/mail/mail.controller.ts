import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { type Actor, type PublishingContext, sendTestMail } from '@almanac/publishing';
import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { PUBLISHING_CONTEXT } from '../publishing.module';

/** Whether mails arrive. */
@Controller({ path: 'admin/mail', version: [...apiVersions] })
export class MailController {
  constructor(@Inject(PUBLISHING_CONTEXT) private readonly context: PublishingContext) {}

  @Post('test')
  @HttpCode(200)
  async test(@CurrentActor() actor: Actor): Promise<JsonObject> {
    await sendTestMail(actor, this.context);
    return { message: 'A test mail is on its way to your address.' };
  }
}
