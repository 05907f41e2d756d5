import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { type Credential, newCredential } from '../../device-messages/secret.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Organization } from '../../registry/snapshot.ts';
import { saveEnrolment } from './device-queries.ts';

export interface DeviceServiceOptions {
  registry: Registry;
  changeRegistry: ChangeRegistry;
  randomBytes(size: number): Buffer;
}

/** Administration of organizations' devices. A secret is returned once; only its hash is stored. */
export const createDeviceService = ({ registry, changeRegistry, randomBytes }: DeviceServiceOptions) => {
  const organizationOf = (scope: Scope, organizationId: number): Organization => {
    const organization = registry.snapshot().organizations.get(organizationId);
    if (!organization || !isWithin(scope, { organizationId })) throw new Failure('NOT_FOUND_ORGANIZATION');
    return organization;
  };

  return {
    /** The old secret ends. */
    renewEnrolment(editor: Editor, scope: Scope, organizationId: number): Promise<Credential> {
      const organization = organizationOf(scope, organizationId);
      const { credential, secretHash } = newCredential(randomBytes, organization.code, '{device code}');
      return changeRegistry(editor, async ({ tx, note }) => {
        await saveEnrolment(tx, organizationId, secretHash);
        const after = { enrolment: 'renewed' };
        note({
          action: 'write',
          entity: 'organizations',
          entityId: organizationId,
          organizationId,
          before: null,
          after,
        });
        return credential;
      });
    },
  };
};

export type DeviceService = ReturnType<typeof createDeviceService>;
