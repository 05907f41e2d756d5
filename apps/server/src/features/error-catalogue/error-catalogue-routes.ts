import { masterErrors, organizationErrors } from '@airdeck/contract/standard/routes';
import type { Http } from '../../platform/http/create-http.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { masterErrorTable } from './master-error-queries.ts';
import { organizationErrorTable } from './organization-error-queries.ts';

export const addErrorCatalogueRoutes = (http: Http, deps: ResourceDeps): void => {
  addResourceRoutes(http, masterErrors, createResource(deps, masterErrorTable));
  addResourceRoutes(http, organizationErrors, createResource(deps, organizationErrorTable));
};
