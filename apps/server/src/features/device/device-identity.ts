import { type DeviceTopic, parseTopic, TOPIC_ROOT, type TopicKind } from '@airdeck/contract/protocol/topic';
import { isDeviceCode } from '@airdeck/domain/field-rule';
import { hashSecret, matchesSecret } from '../../device-messages/secret.ts';
import type { ConnectRequest } from '../../platform/mqtt/broker-rules.ts';
import { deviceKey, type RegistrySnapshot } from '../../registry/snapshot.ts';

/** The identity of an MQTT connection: a device, a gateway for all devices of an organization, or an unregistered device. */
export interface DeviceIdentity {
  kind: 'DEVICE' | 'GATEWAY' | 'ENROLMENT';
  organizationId: number;
  /** The code with which it logged in: the organization's current one, or an alias. */
  organizationCode: string;
  deviceCode: string;
  /** Hash of the secret that admitted the device. */
  secretHash: Buffer;
  /** Remote address, and when it connected: epoch ms. */
  ip: string;
  connectedTime: number;
}

export type Admission = Omit<DeviceIdentity, 'ip' | 'connectedTime'>;

/** Compared with when there is no such device, so that the answer takes as long. */
const NO_SECRET = hashSecret('');

/**
 * The present identities of a username: that of its credential, and that of an enrolling device while the code is not
 * registered or its secret is being handed over.
 */
const findAdmissions = (
  snapshot: RegistrySnapshot,
  { organizationCode, deviceCode }: Pick<Admission, 'organizationCode' | 'deviceCode'>,
  now: number,
): Admission[] => {
  const organization = snapshot.organizationsByCode.get(organizationCode);
  if (organization === undefined || organization.use === 'N') return [];
  const names = { organizationId: organization.id, organizationCode, deviceCode };
  const { enrolmentHash, blockedCodes } = organization;
  const enrolling: Admission[] =
    enrolmentHash === null ? [] : [{ kind: 'ENROLMENT', ...names, secretHash: enrolmentHash }];
  const credential = snapshot.credentials.get(deviceKey(organization.code, deviceCode));
  if (credential === undefined) return blockedCodes.has(deviceCode) ? [] : enrolling;
  const { kind, meterId, secretHash, handOver } = credential;
  const isInUse = meterId === null || snapshot.meters.get(meterId)?.use === 'Y';
  if (!isInUse) return [];
  const isHandedOver = handOver !== null && now < handOver.closesTime;
  return [{ kind, ...names, secretHash }, ...(isHandedOver ? enrolling : [])];
};

/** The present identities of a username `{organization code}:{device code}`. */
export const admissionsOf = (snapshot: RegistrySnapshot, username: string, now: number): Admission[] => {
  const [organizationCode = '', deviceCode = '', ...rest] = username.split(':');
  if (rest.length > 0 || !isDeviceCode(deviceCode)) return [];
  return findAdmissions(snapshot, { organizationCode, deviceCode }, now);
};

/**
 * Username `{organization code}:{device code}` and the device's own secret, or its organization's enrolment secret
 * as long as the code is not registered, or has not used its own secret yet. null: not admitted.
 */
export const admitDevice = (
  snapshot: RegistrySnapshot,
  request: ConnectRequest,
  now: number,
): DeviceIdentity | null => {
  const admissions = admissionsOf(snapshot, request.username, now);
  if (admissions.length === 0) matchesSecret(request.password, NO_SECRET);
  const admission = admissions.find(({ secretHash }) => matchesSecret(request.password, secretHash));
  return admission ? { ...admission, ip: request.ip, connectedTime: now } : null;
};

/** Whether it would still be admitted with the same credentials. */
export const isAdmitted = (snapshot: RegistrySnapshot, who: DeviceIdentity, now: number): boolean =>
  findAdmissions(snapshot, who, now).some(
    ({ kind, organizationId, secretHash }) =>
      kind === who.kind && organizationId === who.organizationId && secretHash.equals(who.secretHash),
  );

const ENROLLING_KINDS: ReadonlySet<TopicKind['kind']> = new Set(['readings', 'status', 'settings-ack']);

/** Whether it is a topic on which devices of an organization with one of these codes publish, not the server. */
export const isSaidByDevice = ({ organization, kind }: DeviceTopic, codes: readonly string[]): boolean =>
  codes.includes(organization) && kind !== 'commands' && kind !== 'settings';

/**
 * A device touches its own topics, a gateway those of its organization, an enrolling one readings, status and the
 * answer to its settings.
 */
export const mayPublish = (who: Admission, topic: string): boolean => {
  const parsed = parseTopic(topic);
  if (parsed === null || !isSaidByDevice(parsed, [who.organizationCode])) return false;
  switch (who.kind) {
    case 'GATEWAY':
      return isDeviceCode(parsed.device);
    case 'DEVICE':
      return parsed.device === who.deviceCode;
    case 'ENROLMENT':
      return parsed.device === who.deviceCode && ENROLLING_KINDS.has(parsed.kind);
  }
};

/**
 * Topics that the server publishes: to a device its own, to an enrolling one its settings, to a gateway also with `+`
 * in place of the device.
 */
export const maySubscribe = (who: Admission, filter: string): boolean => {
  const [, device, kind] = /^([^/]+)\/(commands|settings)(?![\s\S])/.exec(below(who.organizationCode, filter)) ?? [];
  if (device === undefined || kind === undefined) return false;
  if (who.kind === 'DEVICE') return device === who.deviceCode;
  if (who.kind === 'ENROLMENT') return device === who.deviceCode && kind === 'settings';
  return device === '+' || isDeviceCode(device);
};

const below = (organizationCode: string, filter: string): string => {
  const root = `${TOPIC_ROOT}/${organizationCode}/`;
  return filter.startsWith(root) ? filter.slice(root.length) : '';
};
