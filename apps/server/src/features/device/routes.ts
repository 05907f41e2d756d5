import {
  addGateway,
  addMeter,
  addSensor,
  deleteMeter,
  editMeter,
  getMeter,
  getMeters,
  renewEnrolment,
} from '@airdeck/contract/device/routes';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { listMeters } from './meter-queries.ts';
import { type Meters, presentMeter } from './meters.ts';
import type { DeviceService } from './service.ts';

export interface DeviceRoutesOptions {
  db: Db;
  meters: Meters;
  service: DeviceService;
}

export const addDeviceRoutes = (http: Http, { db, meters, service }: DeviceRoutesOptions): void => {
  addRoute(http, getMeters, async ({ query, scope }) => {
    const { rows, total } = await listMeters(db, scope, query);
    return pageAnswer(rows.map(presentMeter), total, query.size);
  });
  addRoute(http, getMeter, ({ params, scope }) => meters.read(scope, params.id));
  addRoute(http, addMeter, ({ body, scope, editor }) => meters.add(editor, scope, body));
  addRoute(http, editMeter, ({ params, body, scope, editor }) => meters.edit(editor, scope, params.id, body));
  addRoute(http, deleteMeter, async ({ params, query, scope, editor }) => {
    await meters.remove(editor, scope, params.id, query.version);
    return {};
  });
  addRoute(http, addSensor, ({ params, body, scope, editor }) => service.addSensor(editor, scope, params.id, body));
  addRoute(http, addGateway, async ({ body, scope, editor }) => ({
    credential: await service.addGateway(editor, scope, body.organization_id, body.code),
  }));
  addRoute(http, renewEnrolment, async ({ params, scope, editor }) => ({
    credential: await service.renewEnrolment(editor, scope, params.id),
  }));
};
