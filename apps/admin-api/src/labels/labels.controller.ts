import { type ApiContract, Contract, from, type JsonObject, type LabelView } from '@almanac/api-versions';
import { type Actor, LabelsService } from '@almanac/publishing';
import { adminLabelsResource, assertLookupFormat, type LabelRow } from '@almanac/resource-queries';
import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { SluggedResourceController } from '../resources/resource.controller';
import { ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** The labels of members. */
@Controller({ path: 'admin/labels', version: from('v5') })
export class LabelsController extends SluggedResourceController<LabelRow, LabelView> {
  constructor(
    private readonly labels: LabelsService,
    responses: ResourceResponses,
  ) {
    super(responses);
  }

  protected versioned(contract: ApiContract): VersionedResource<LabelRow, LabelView> {
    return { contract, resource: adminLabelsResource, serialize: contract.admin.label };
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const label = await this.labels.create(actor, contract.inputReaders.addLabel(body));
    return this.responses.render(this.versioned(contract), label);
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const label = await this.labels.edit(actor, id, contract.inputReaders.editLabel(body));
    return this.responses.render(this.versioned(contract), label);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.labels.delete(actor, id);
  }
}
