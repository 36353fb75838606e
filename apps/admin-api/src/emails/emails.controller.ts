import {
  type ApiContract,
  Contract,
  type EmailRecipientView,
  type EmailView,
  from,
  type JsonObject,
} from '@almanac/api-versions';
import { type Actor, type EmailOperation, EmailsService } from '@almanac/publishing';
import {
  adminEmailRecipientsResource,
  adminEmailWithContentResource,
  adminEmailsResource,
  assertLookupFormat,
  type EmailRecipientRow,
  type EmailRow,
  type QueryParameters,
} from '@almanac/resource-queries';
import { Controller, Get, Param, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** The newsletters of posts: their progress and recipients. Clients can pause, resume, cancel and retry them. */
@Controller({ path: 'admin/emails', version: from('v3') })
export class EmailsController {
  constructor(
    private readonly emails: EmailsService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedEmails(contract, adminEmailsResource), query);
  }

  @Get(':id')
  read(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedEmails(contract), ['id', id], query);
  }

  @Get(':id/recipients')
  async recipients(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<ListBody> {
    const { row } = await this.responses.load(versionedEmails(contract, adminEmailsResource), ['id', id]);
    return this.responses.browse(versionedRecipients(contract), query, { column: 'email_id', id: row.id });
  }

  @Put(':id/retry')
  retry(@CurrentActor() actor: Actor, @Contract() contract: ApiContract, @Param('id') id: string): Promise<JsonObject> {
    return this.change(actor, contract, id, 'retry');
  }

  @Put(':id/pause')
  pause(@CurrentActor() actor: Actor, @Contract() contract: ApiContract, @Param('id') id: string): Promise<JsonObject> {
    return this.change(actor, contract, id, 'pause');
  }

  @Put(':id/resume')
  resume(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
  ): Promise<JsonObject> {
    return this.change(actor, contract, id, 'resume');
  }

  @Put(':id/cancel')
  cancel(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
  ): Promise<JsonObject> {
    return this.change(actor, contract, id, 'cancel');
  }

  private async change(
    actor: Actor,
    contract: ApiContract,
    id: string,
    operation: EmailOperation,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    await this.emails.apply(actor, id, operation);
    return this.responses.read(versionedEmails(contract), ['id', id]);
  }
}

function versionedEmails(
  contract: ApiContract,
  resource = adminEmailWithContentResource,
): VersionedResource<EmailRow, EmailView> {
  return { contract, resource, serialize: contract.admin.email };
}

function versionedRecipients(contract: ApiContract): VersionedResource<EmailRecipientRow, EmailRecipientView> {
  return { contract, resource: adminEmailRecipientsResource, serialize: contract.admin.emailRecipient };
}
