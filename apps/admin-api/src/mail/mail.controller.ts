import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { type Actor, MailsService } from '@almanac/publishing';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';

/** Sends a test mail to the user who requests it, so that the owner and administrators can check the delivery of mail. */
@Controller({ path: 'admin/mail', version: [...apiVersions] })
export class MailController {
  constructor(private readonly mails: MailsService) {}

  @Post('test')
  @HttpCode(200)
  async test(@CurrentActor() actor: Actor): Promise<JsonObject> {
    await this.mails.requestTest(actor);
    return { message: 'A test mail is on its way to your address.' };
  }
}
