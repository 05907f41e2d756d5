import { masterSensors, organizationSensors } from '@airdeck/contract/standard/routes';
import type { Clock } from '../../platform/clock.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { masterSensorTable } from './master-sensor-queries.ts';
import { organizationSensorTable } from './organization-sensor-queries.ts';

export interface SensorTypeRoutesOptions extends ResourceDeps {
  clock: Clock;
}

export const addSensorTypeRoutes = (http: Http, { clock, ...deps }: SensorTypeRoutesOptions): void => {
  addResourceRoutes(http, masterSensors, createResource(deps, masterSensorTable(clock)));
  addResourceRoutes(http, organizationSensors, createResource(deps, organizationSensorTable(clock)));
};
