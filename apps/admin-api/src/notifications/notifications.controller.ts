import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { Controller, Get } from '@nestjs/common';

/** System notifications for staff. Almanac has none; Ghost's admin client requests the list. */
@Controller({ path: 'admin/notifications', version: [...apiVersions] })
export class NotificationsController {
  @Get()
  browse(): JsonObject {
    return { notifications: [] };
  }
}
