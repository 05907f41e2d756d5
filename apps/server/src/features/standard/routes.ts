import {
  masterErrors,
  masterSensors,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import type { Clock } from '../../platform/clock.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { createResource, type ResourceDeps } from '../../registry/resource.ts';
import { addResourceRoutes } from '../../registry/resource-routes.ts';
import { masterErrorTable } from './master-error-queries.ts';
import { masterSensorTable } from './master-sensor-queries.ts';
import { organizationErrorTable } from './organization-error-queries.ts';
import { organizationSensorTable } from './organization-sensor-queries.ts';

export interface StandardRoutesOptions extends ResourceDeps {
  clock: Clock;
}

export const addStandardRoutes = (http: Http, { clock, ...deps }: StandardRoutesOptions): void => {
  addResourceRoutes(http, masterSensors, createResource(deps, masterSensorTable(clock)));
  addResourceRoutes(http, organizationSensors, createResource(deps, organizationSensorTable(clock)));
  addResourceRoutes(http, masterErrors, createResource(deps, masterErrorTable));
  addResourceRoutes(http, organizationErrors, createResource(deps, organizationErrorTable));
};
