import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';

/**
 * System notifications for staff. Almanac has none. Ghost's admin client requests the list, and dismisses notifications that it
 * creates itself.
 */
@Controller({ path: 'admin/notifications', version: [...apiVersions] })
export class NotificationsController {
  @Get()
  browse(): JsonObject {
    return { notifications: [] };
  }

  /** Dismissing a notification always succeeds: there is nothing to remove. */
  @Delete(':id')
  @HttpCode(204)
  dismiss(): void {}
}
