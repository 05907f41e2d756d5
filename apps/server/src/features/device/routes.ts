import { addGateway, addMeter, addSensor, getMeters, renewEnrolment } from '@airdeck/contract/device/routes';
import { seesEveryOrganization } from '@airdeck/domain/role';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { listMeters, type MeterListRow } from './queries.ts';
import type { DeviceService } from './service.ts';

const present = (row: MeterListRow) => ({
  ...row,
  created_time: row.created_time.toISOString(),
  updated_time: row.updated_time.toISOString(),
});

export const addDeviceRoutes = (http: Http, db: Db, service: DeviceService): void => {
  addRoute(http, getMeters, async ({ query, who }) => {
    const organizationId = seesEveryOrganization(who.authority) ? null : who.organizationId;
    const { rows, total } = await listMeters(db, { ...query, organizationId }, query);
    return { content: rows.map(present), totalPages: Math.ceil(total / query.size), totalElements: total };
  });

  addRoute(http, addMeter, async ({ body, who }) => {
    const { meter, credential } = await service.addMeter(who, body);
    return { meter: present(meter), credential };
  });

  addRoute(http, addSensor, ({ params, body, who }) => service.addSensor(who, params.id, body));

  addRoute(http, addGateway, async ({ body, who }) => ({
    credential: await service.addGateway(who, body.organization_id, body.code),
  }));

  addRoute(http, renewEnrolment, async ({ params, who }) => ({
    credential: await service.renewEnrolment(who, params.id),
  }));
};
