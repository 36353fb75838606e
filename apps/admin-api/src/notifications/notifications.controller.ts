import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { Controller, Get } from '@nestjs/common';

/** Messages of the platform to its staff: there are none, and clients ask. */
@Controller({ path: 'admin/notifications', version: [...apiVersions] })
export class NotificationsController {
  @Get()
  browse(): JsonObject {
    return { notifications: [] };
  }
}
