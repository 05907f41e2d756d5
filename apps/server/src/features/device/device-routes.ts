import { addGateway, meters as meterRoutes, renewEnrolment, renewSecret } from '@airdeck/contract/device/routes';
import { getWaitingReadings, registerDevice, unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { createMeters, type MetersOptions } from './meters.ts';
import type { Credential } from './secret.ts';
import { createDeviceService } from './service.ts';
import { createUnregistered } from './unregistered.ts';

export interface DeviceRoutesOptions extends MetersOptions {
  /** The address for devices, shown together with a secret. */
  mqtt: { port: number; tls: boolean };
}

export const addDeviceRoutes = (http: Http, { mqtt, ...options }: DeviceRoutesOptions): void => {
  const meters = createMeters(options);
  const service = createDeviceService(options);
  const unregistered = createUnregistered({ ...options, meters });
  const told = (credential: Credential) => ({ ...credential, mqtt_port: mqtt.port, mqtt_tls: mqtt.tls });

  const { add, ...without } = meterRoutes;
  addResourceRoutes(http, without, meters);
  addRoute(http, add, async ({ body, scope, editor }) => {
    const { meter, credential } = await meters.register(editor, scope, body);
    return { ...meter, credential: told(credential) };
  });
  addRoute(http, renewSecret, async ({ params, scope, editor }) => ({
    credential: told(await meters.renewSecret(editor, scope, params.id)),
  }));

  addResourceRoutes(http, unregisteredDevices, unregistered);
  addRoute(http, getWaitingReadings, ({ params, scope }) => unregistered.readings(scope, params.id));
  addRoute(http, registerDevice, async ({ params, body, scope, editor }) => {
    const { meter, credential } = await unregistered.register(editor, scope, params.id, body);
    return { ...meter, credential: told(credential) };
  });

  addRoute(http, addGateway, async ({ body, scope, editor }) => ({
    credential: told(await service.addGateway(editor, scope, body.organization_id, body.code)),
  }));
  addRoute(http, renewEnrolment, async ({ params, scope, editor }) => ({
    credential: told(await service.renewEnrolment(editor, scope, params.id)),
  }));
};
