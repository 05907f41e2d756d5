import { localServers } from '@airdeck/contract/local-server/routes';
import type { Http } from '../../platform/http/create-http.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { createResource, type ResourceDeps } from '../../registry/resource.ts';
import { addResourceRoutes } from '../../registry/resource-routes.ts';
import { createLocalServerTable } from './local-server-queries.ts';

export const addLocalServerRoutes = (http: Http, { seal, ...deps }: ResourceDeps & { seal: PasswordSeal }): void => {
  addResourceRoutes(http, localServers, createResource(deps, createLocalServerTable(seal)));
};
