import { parseTopic, TOPIC_ROOT } from '@airdeck/contract/protocol/topic';
import { isDeviceCode } from '@airdeck/domain/field-rule';
import type { Login } from '../../platform/mqtt/broker.ts';
import { deviceKey, type Organization, type SitePicture } from '../../site/picture.ts';
import { hashSecret, matchesSecret } from './secret.ts';

/** Who an MQTT connection is: a device, a gateway for all of an organization's, or a device nobody knows yet. */
export interface DeviceIdentity {
  kind: 'DEVICE' | 'GATEWAY' | 'ENROLMENT';
  organizationId: number;
  organizationCode: string;
  deviceCode: string;
}

/** Compared with when there is no such device, so that the answer takes as long. */
const NOBODY = hashSecret('');

const identity = (kind: DeviceIdentity['kind'], organization: Organization, deviceCode: string): DeviceIdentity => ({
  kind,
  organizationId: organization.id,
  organizationCode: organization.code,
  deviceCode,
});

/**
 * Username `{organization code}:{device code}` and the device's own secret, or its organization's enrolment secret
 * as long as the code is not registered. null: not admitted.
 */
export const admitDevice = (picture: SitePicture, login: Login): DeviceIdentity | null => {
  const [organizationCode = '', deviceCode = '', ...rest] = login.username.split(':');
  if (rest.length > 0 || !isDeviceCode(deviceCode)) return null;
  const organization = picture.organizationsByCode.get(organizationCode);
  const credential = picture.credentials.get(deviceKey(organizationCode, deviceCode));
  const matches = matchesSecret(login.password, credential?.secretHash ?? organization?.enrolmentHash ?? NOBODY);
  if (!matches || !organization || organization.use === 'N') return null;
  if (credential) {
    const meter = credential.meterId === null ? null : picture.meters.get(credential.meterId);
    return meter?.use === 'N' ? null : identity(credential.kind, organization, deviceCode);
  }
  return organization.enrolmentHash === null ? null : identity('ENROLMENT', organization, deviceCode);
};

/** A device touches its own topics, a gateway those of its organization, an enrolling one readings and status. */
export const mayPublish = (who: DeviceIdentity, topic: string): boolean => {
  const parsed = parseTopic(topic);
  if (parsed === null || parsed.organization !== who.organizationCode) return false;
  if (parsed.kind === 'commands' || parsed.kind === 'settings') return false;
  switch (who.kind) {
    case 'GATEWAY':
      return isDeviceCode(parsed.device);
    case 'DEVICE':
      return parsed.device === who.deviceCode;
    case 'ENROLMENT':
      return parsed.device === who.deviceCode && (parsed.kind === 'readings' || parsed.kind === 'status');
  }
};

/** What the server sends: to a device its own, to a gateway also with `+` in the place of the device. */
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
