import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import type { Http } from '../../platform/http/create-http.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { departmentTable } from './department-queries.ts';
import { officeTable } from './office-queries.ts';
import { organizationTable } from './organization-queries.ts';

export const addPlaceRoutes = (http: Http, deps: ResourceDeps): void => {
  addResourceRoutes(http, organizations, createResource(deps, organizationTable));
  addResourceRoutes(http, offices, createResource(deps, officeTable));
  addResourceRoutes(http, departments, createResource(deps, departmentTable));
};
