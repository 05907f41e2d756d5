import type { Gateway, GatewaysQuery, NewGateway } from '@airdeck/contract/device/gateway';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { type Credential, newCredential } from '../../device-messages/secret.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { Registry } from '../../registry/registry.ts';
import { createResource, type Resource, type ResourceDeps } from '../../resource/resource.ts';
import { gatewayTable, insertGateway, renewGateway } from './gateway-table-queries.ts';

export interface GatewaysOptions extends ResourceDeps {
  registry: Registry;
  randomBytes(size: number): Buffer;
}

export interface Gateways
  extends Pick<Resource<Gateway, NewGateway, never, GatewaysQuery>, 'list' | 'read' | 'remove'> {
  /** The answer holds the secret, which leaves the server this once. @throws Failure NOT_FOUND_ORGANIZATION, DUPLICATION_METER_CODE */
  register(editor: Editor, scope: Scope, added: NewGateway): Promise<{ gateway: Gateway; credential: Credential }>;
  /** Another secret; a connection with the old one is closed. @throws Failure RESOURCE_NOT_FOUND */
  renewSecret(editor: Editor, scope: Scope, id: number): Promise<Credential>;
}

/** Registers, lists and revokes gateways, each of which may publish for every device of its organization. */
export const createGateways = ({ registry, randomBytes, ...deps }: GatewaysOptions): Gateways => {
  const resource = createResource(deps, gatewayTable);
  const organizationOf = (id: number) => registry.snapshot().organizations.get(id);
  return {
    list: resource.list,
    read: resource.read,
    remove: resource.remove,
    async register(editor, scope, { organization_id: organizationId, code }) {
      const organization = organizationOf(organizationId);
      if (!organization || !isWithin(scope, { organizationId })) throw new Failure('NOT_FOUND_ORGANIZATION');
      const { credential, secretHash } = newCredential(randomBytes, organization.code, code);
      const id = await deps.changeRegistry(editor, async ({ tx, note }) => {
        const added = await insertGateway(tx, { organizationId, code, secretHash });
        note({ action: 'create', entity: 'gateways', entityId: added, organizationId, before: null, after: { code } });
        return added;
      });
      return { gateway: await resource.read(scope, id), credential };
    },
    async renewSecret(editor, scope, id) {
      const { organization_id: organizationId, code } = await resource.read(scope, id);
      const organization = organizationOf(organizationId);
      if (!organization) throw new Failure('RESOURCE_NOT_FOUND');
      const { credential, secretHash } = newCredential(randomBytes, organization.code, code);
      return deps.changeRegistry(editor, async ({ tx, note }) => {
        if (!(await renewGateway(tx, id, secretHash))) throw new Failure('RESOURCE_NOT_FOUND');
        const after = { code, secret: 'renewed' };
        note({ action: 'write', entity: 'gateways', entityId: id, organizationId, before: null, after });
        return credential;
      });
    },
  };
};
