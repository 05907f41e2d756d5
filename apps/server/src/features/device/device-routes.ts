import { gateways as gatewayRoutes, renewGatewaySecret } from '@airdeck/contract/device/gateway';
import { allowBackfill } from '@airdeck/contract/device/quality';
import {
  endHandOver,
  getDeviceStart,
  meters as meterRoutes,
  renewEnrolment,
  renewSecret,
  reopenHandOver,
  replaceDevice,
} from '@airdeck/contract/device/routes';
import { getWaitingReadings, registerDevice, unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { commandLine } from '@airdeck/domain/command-line';
import type { Credential } from '../../device-messages/secret.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { createGateways } from './gateways.ts';
import { createMeters, type MetersOptions } from './meters.ts';
import { createDeviceService } from './service.ts';
import { createUnregistered } from './unregistered.ts';

export interface DeviceRoutesOptions extends MetersOptions {
  /** The address for devices, shown together with a secret. */
  mqtt: { port: number; tls: boolean };
  /** null: the database is not in it. */
  dataDir: string | null;
}

export const addDeviceRoutes = (http: Http, { mqtt, dataDir, ...options }: DeviceRoutesOptions): void => {
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
  addRoute(http, allowBackfill, async ({ params, body, scope, editor }) => {
    await meters.allowBackfill(editor, scope, params.id, body.until);
    return { until: body.until };
  });
  addRoute(http, renewSecret, async ({ params, scope, editor }) => ({
    credential: told(await meters.renewSecret(editor, scope, params.id)),
  }));

  addRoute(http, reopenHandOver, async ({ params, scope, editor }) => {
    await meters.reopenHandOver(editor, scope, params.id);
    return {};
  });
  addRoute(http, endHandOver, async ({ params, scope, editor }) => {
    await meters.endHandOver(editor, scope, params.id);
    return {};
  });
  addRoute(http, replaceDevice, async ({ params, body, scope, editor }) => ({
    credential: told(await meters.replaceDevice(editor, scope, params.id, body)),
  }));

  addResourceRoutes(http, unregisteredDevices, unregistered);
  addRoute(http, getWaitingReadings, ({ params, scope }) => unregistered.readings(scope, params.id));
  addRoute(http, registerDevice, async ({ params, body, scope, editor }) => {
    const { meter, credential } = await unregistered.register(editor, scope, params.id, body);
    return { ...meter, credential: credential && told(credential) };
  });

  const gateways = createGateways(options);
  addRoute(http, gatewayRoutes.list, async ({ query, scope, request, who }) => {
    const { rows, total } = await gateways.list(scope, query, languageOf(request, who));
    return pageAnswer(rows, total, query.size);
  });
  addRoute(http, gatewayRoutes.read, ({ params, scope, request, who }) =>
    gateways.read(scope, params.id, languageOf(request, who)),
  );
  addRoute(http, gatewayRoutes.add, async ({ body, scope, editor }) => {
    const { gateway, credential } = await gateways.register(editor, scope, body);
    return { ...gateway, credential: told(credential) };
  });
  addRoute(http, gatewayRoutes.remove, async ({ params, query, scope, editor }) => {
    await gateways.remove(editor, scope, params.id, query.version);
    return {};
  });
  addRoute(http, renewGatewaySecret, async ({ params, scope, editor }) => ({
    credential: told(await gateways.renewSecret(editor, scope, params.id)),
  }));
  addRoute(http, getDeviceStart, ({ scope }) => ({
    ...{ mqtt_port: mqtt.port, mqtt_tls: mqtt.tls },
    data_dir: scope.reach === 'all' ? dataDir : null,
    command: commandLine('device', process.env),
  }));
  addRoute(http, renewEnrolment, async ({ params, scope, editor }) => ({
    credential: told(await service.renewEnrolment(editor, scope, params.id)),
  }));
};
