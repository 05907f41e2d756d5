import { localServers } from '@airdeck/contract/local-server/routes';
import type { Http } from '../../platform/http/create-http.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { createLocalServerTable } from './local-server-queries.ts';

interface LocalServerDeps extends ResourceDeps {
  seal: PasswordSeal;
  /** Whether the server would connect to an address. */
  isAllowed: SiteAddressRule;
}

export const addLocalServerRoutes = (http: Http, { seal, isAllowed, ...deps }: LocalServerDeps): void => {
  addResourceRoutes(http, localServers, createResource(deps, createLocalServerTable({ seal, isAllowed })));
};
