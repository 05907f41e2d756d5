import type { Clock } from '../../platform/clock.ts';
import type { Registry } from '../../registry/registry.ts';
import { type Admission, admissionsOf, admitDevice, mayPublish, maySubscribe } from './device-identity.ts';

/**
 * Devices and gateways at brokers of others. Their rights are those at the built-in broker. An enrolling device is not
 * admitted: such a broker asks about topics by the username alone, and keeps a connection after the device is claimed.
 */
export const createDeviceBrokerLogins = ({
  registry,
  clock,
}: {
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
}) => {
  const admissionOf = (username: string): Admission | undefined =>
    admissionsOf(registry.snapshot(), username, clock.now()).find(({ kind }) => kind !== 'ENROLMENT');
  const isAllowed = (username: string, rule: (who: Admission, topic: string) => boolean, topic: string): boolean => {
    const who = admissionOf(username);
    return who !== undefined && rule(who, topic);
  };
  return {
    owns: (username: string): boolean => username.includes(':'),
    admits: async (username: string, password: string): Promise<boolean> => {
      const who = admitDevice(registry.snapshot(), { username, password, ip: '' }, clock.now());
      return who !== null && who.kind !== 'ENROLMENT';
    },
    isKnown: async (username: string): Promise<boolean> => admissionOf(username) !== undefined,
    /** The username, also with `:` and more behind it for several connections. */
    mayUseClientId: (username: string, clientId: string): boolean =>
      clientId === username || clientId.startsWith(`${username}:`),
    mayPublish: async (username: string, topic: string): Promise<boolean> => isAllowed(username, mayPublish, topic),
    maySubscribe: async (username: string, filter: string): Promise<boolean> =>
      isAllowed(username, maySubscribe, filter),
    // A topic without wildcards is a filter that matches itself.
    mayReceive: async (username: string, topic: string): Promise<boolean> => isAllowed(username, maySubscribe, topic),
  };
};
