import { type ApiContract, Contract, from, type JsonObject, type LabelView } from '@almanac/api-versions';
import { type Actor, LabelsService } from '@almanac/publishing';
import { adminLabelsResource, assertReadable, type LabelRow, type QueryParameters } from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** The labels of members. */
@Controller({ path: 'admin/labels', version: from('v5') })
export class LabelsController {
  constructor(
    private readonly labels: LabelsService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedLabels(contract), query);
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedLabels(contract), ['slug', slug], query);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedLabels(contract), ['id', id], query);
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const label = await this.labels.create(actor, contract.accept.addLabel(body));
    return this.responses.render(versionedLabels(contract), label);
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const label = await this.labels.edit(actor, id, contract.accept.editLabel(body));
    return this.responses.render(versionedLabels(contract), label);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertReadable('id', id);
    await this.labels.delete(actor, id);
  }
}

function versionedLabels(contract: ApiContract): VersionedResource<LabelRow, LabelView> {
  return { contract, resource: adminLabelsResource, serialize: contract.admin.label };
}
