import { randomBytes } from 'node:crypto';
import { purifiers, sensors } from '@airdeck/contract/device/parts';
import type { Language } from '@airdeck/contract/user/schema';
import { addDataQualityRoutes } from '../features/data-quality/data-quality-routes.ts';
import { addDeviceRoutes } from '../features/device/device-routes.ts';
import { purifierTable } from '../features/device/purifier-queries.ts';
import { sensorTable } from '../features/device/sensor-queries.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { addResource } from '../resource/resource-routes.ts';
import { testChangeRegistry } from './change-registry.ts';
import { type DeviceServer, openDeviceServer } from './device-server.ts';
import { aUser, type TestOrganization } from './factory.ts';
import { type Answer, type Method, sessionApp } from './session-app.ts';
import type { TestDatabase } from './test-database.ts';

export interface DeviceApp {
  devices: DeviceServer;
  ask(method: Method, path: string, payload?: object, language?: Language): Promise<Answer>;
  close(): Promise<void>;
}

/** A broker for devices and the API about them, used by an administrator of an organization, over one registry. */
export const openDeviceApp = async (
  { db }: TestDatabase,
  organization: TestOrganization,
  clock: Clock = systemClock,
): Promise<DeviceApp> => {
  const devices = await openDeviceServer(db, clock);
  const { registry, bus } = devices;
  const app = await sessionApp({ db, clock: systemClock });
  const changeRegistry = testChangeRegistry(db, registry, () => bus.emit('registry.changed', {}));
  addDeviceRoutes(app.http, {
    db,
    registry,
    changeRegistry,
    randomBytes,
    dataDir: '/data',
    mqtt: { port: 1883, tls: true },
  });
  addResource(app.http, { db, changeRegistry }, sensors, sensorTable);
  addResource(app.http, { db, changeRegistry }, purifiers, purifierTable);
  addDataQualityRoutes(app.http, { db, registry, clock });
  const headers = await app.bearer(await aUser(db, { organization, authority: 'LOCAL_ADMIN' }));
  return {
    devices,
    ask: (method, path, payload, language = 'ko') =>
      app.ask({ ...headers, 'accept-language': language }, method, path, payload),
    async close() {
      await app.http.close();
      await devices.close();
    },
  };
};
