import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';

/**
 * System notifications for staff, of which Almanac has none. Ghost's admin client requests the list. It also creates notifications itself,
 * and sends a request when the user dismisses one.
 */
@Controller({ path: 'admin/notifications', version: [...apiVersions] })
export class NotificationsController {
  @Get()
  browse(): JsonObject {
    return { notifications: [] };
  }

  /** Always succeeds, because nothing is stored. */
  @Delete(':id')
  @HttpCode(204)
  dismiss(): void {}
}
