import { type DeviceTopic, parseTopic, TOPIC_ROOT } from '@airdeck/contract/protocol/topic';
import { isDeviceCode } from '@airdeck/domain/field-rule';
import type { ConnectRequest } from '../../platform/mqtt/broker-rules.ts';
import { deviceKey, type RegistrySnapshot } from '../../registry/snapshot.ts';
import { hashSecret, matchesSecret } from './secret.ts';

/** The identity of an MQTT connection: a device, a gateway for all devices of an organization, or an unregistered device. */
export interface DeviceIdentity {
  kind: 'DEVICE' | 'GATEWAY' | 'ENROLMENT';
  organizationId: number;
  organizationCode: string;
  deviceCode: string;
  /** Hash of the secret that admitted the device. */
  secretHash: Buffer;
}

/** Compared with when there is no such device, so that the answer takes as long. */
const NO_SECRET = hashSecret('');

/**
 * The present identity of a username: that of its credential or, while the code is not registered, of an enrolling
 * device.
 */
const findIdentity = (
  snapshot: RegistrySnapshot,
  organizationCode: string,
  deviceCode: string,
): DeviceIdentity | null => {
  const organization = snapshot.organizationsByCode.get(organizationCode);
  if (organization === undefined || organization.use === 'N') return null;
  const names = { organizationId: organization.id, organizationCode, deviceCode };
  const credential = snapshot.credentials.get(deviceKey(organizationCode, deviceCode));
  if (credential === undefined) {
    const { enrolmentHash, blockedCodes } = organization;
    return enrolmentHash === null || blockedCodes.has(deviceCode)
      ? null
      : { kind: 'ENROLMENT', ...names, secretHash: enrolmentHash };
  }
  const { kind, meterId, secretHash } = credential;
  const isInUse = meterId === null || snapshot.meters.get(meterId)?.use === 'Y';
  return isInUse ? { kind, ...names, secretHash } : null;
};

/**
 * Username `{organization code}:{device code}` and the device's own secret, or its organization's enrolment secret
 * as long as the code is not registered. null: not admitted.
 */
export const admitDevice = (snapshot: RegistrySnapshot, request: ConnectRequest): DeviceIdentity | null => {
  const [organizationCode = '', deviceCode = '', ...rest] = request.username.split(':');
  if (rest.length > 0 || !isDeviceCode(deviceCode)) return null;
  const identity = findIdentity(snapshot, organizationCode, deviceCode);
  return matchesSecret(request.password, identity?.secretHash ?? NO_SECRET) ? identity : null;
};

/** Whether it would still be admitted with the same credentials. */
export const isAdmitted = (snapshot: RegistrySnapshot, who: DeviceIdentity): boolean => {
  const now = findIdentity(snapshot, who.organizationCode, who.deviceCode);
  return (
    now !== null &&
    now.kind === who.kind &&
    now.organizationId === who.organizationId &&
    now.secretHash.equals(who.secretHash)
  );
};

/** Whether it is a topic on which devices of this organization publish, not the server. */
export const isSaidByDevice = ({ organization, kind }: DeviceTopic, organizationCode: string): boolean =>
  organization === organizationCode && kind !== 'commands' && kind !== 'settings';

/** A device touches its own topics, a gateway those of its organization, an enrolling one readings and status. */
export const mayPublish = (who: DeviceIdentity, topic: string): boolean => {
  const parsed = parseTopic(topic);
  if (parsed === null || !isSaidByDevice(parsed, who.organizationCode)) return false;
  switch (who.kind) {
    case 'GATEWAY':
      return isDeviceCode(parsed.device);
    case 'DEVICE':
      return parsed.device === who.deviceCode;
    case 'ENROLMENT':
      return parsed.device === who.deviceCode && (parsed.kind === 'readings' || parsed.kind === 'status');
  }
};

/** Topics that the server publishes: to a device its own, to a gateway also with `+` in place of the device. */
export const maySubscribe = (who: DeviceIdentity, filter: string): boolean => {
  if (who.kind === 'ENROLMENT') return false;
  const [, device, kind] = /^([^/]+)\/(commands|settings)(?![\s\S])/.exec(below(who.organizationCode, filter)) ?? [];
  if (device === undefined || kind === undefined) return false;
  if (who.kind === 'DEVICE') return device === who.deviceCode;
  return device === '+' || isDeviceCode(device);
};

const below = (organizationCode: string, filter: string): string => {
  const root = `${TOPIC_ROOT}/${organizationCode}/`;
  return filter.startsWith(root) ? filter.slice(root.length) : '';
};
