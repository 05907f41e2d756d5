import { addGateway, addSensor, meters as meterRoutes, renewEnrolment } from '@airdeck/contract/device/routes';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { addResourceRoutes } from '../../registry/resource-routes.ts';
import type { Meters } from './meters.ts';
import type { DeviceService } from './service.ts';

export interface DeviceRoutesOptions {
  meters: Meters;
  service: DeviceService;
}

export const addDeviceRoutes = (http: Http, { meters, service }: DeviceRoutesOptions): void => {
  const { add, ...without } = meterRoutes;
  addResourceRoutes(http, without, meters);
  addRoute(http, add, ({ body, scope, editor }) => meters.register(editor, scope, body));
  addRoute(http, addSensor, ({ params, body, scope, editor }) => service.addSensor(editor, scope, params.id, body));
  addRoute(http, addGateway, async ({ body, scope, editor }) => ({
    credential: await service.addGateway(editor, scope, body.organization_id, body.code),
  }));
  addRoute(http, renewEnrolment, async ({ params, scope, editor }) => ({
    credential: await service.renewEnrolment(editor, scope, params.id),
  }));
};
