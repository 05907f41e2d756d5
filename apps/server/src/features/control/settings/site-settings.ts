import type { SiteIdentity } from '../../../device-messages/device-message.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import type { NamedDevice } from '../../../registry/snapshot.ts';
import { type Sites, withCode } from '../outlets.ts';

/** A message that the broker of a site refuses is sent again after this; a new connection does not wait for it. */
const RETRY_MS = 5_000;

/** A command for a device, and the names by which the device knows its purifiers. */
interface Settings {
  device: NamedDevice;
  payload: string;
}

export interface SiteSettingsOptions {
  sites: Sites;
  /** The local server through which a meter spoke last; null: it did not. */
  siteOf(meterId: number): number | null;
  /** The organization's code in the topics of a device. */
  codeOf?(device: NamedDevice): string;
  log: Log;
}

export interface SiteSettings {
  /** The settings of a meter's device from now on; null: it has none. */
  want(meterId: number, settings: Settings | null): void;
  /** A session at a local server has connected; the broker may have lost retained messages. */
  onConnected(site: SiteIdentity): void;
  /** A meter uses another uplink, or another code of its organization, than before. */
  onRerouted(meterId: number): void;
  start(): void;
  stop(): Promise<void>;
}

const ownCodeOf = ({ organization }: NamedDevice): string => organization.code;

/**
 * Keeps the settings of devices behind sites as retained messages in the brokers of those, as far as this process is
 * connected to them. One message is on its way at a time: settings are few and change rarely.
 */
export const createSiteSettings = ({ sites, siteOf, codeOf = ownCodeOf, log }: SiteSettingsOptions): SiteSettings => {
  const wanted = new Map<number, Settings>();
  /** Commands that a site's broker has acknowledged. */
  const kept = new Map<number, Settings & { site: number }>();
  const due = new Set<number>();

  const publish = ({ device }: Settings, payload: string): Promise<boolean> =>
    sites.publish(device, 'settings', payload, { retain: true });

  /** Whether nothing is left to do, or nothing can be done before a connection. */
  const settle = async (meterId: number): Promise<boolean> => {
    const given = wanted.get(meterId);
    const want = given && { ...given, device: withCode(given.device, codeOf(given.device)) };
    const before = kept.get(meterId);
    const site = siteOf(meterId);
    const known = want ?? before;
    if (site === null || known === undefined || !sites.reaches(known.device)) return true;
    const isRenamed =
      before?.site === site &&
      (before.device.code !== want?.device.code || before.device.organization.code !== want.device.organization.code);
    if (before && isRenamed) {
      if (!(await publish(before, ''))) return false;
      kept.delete(meterId);
    }
    if (want === undefined || (before?.site === site && !isRenamed && before.payload === want.payload)) return true;
    if (!(await publish(want, want.payload))) return false;
    kept.set(meterId, { ...want, site });
    return true;
  };

  const loop = createLoop(
    async () => {
      const now = [...due];
      due.clear();
      for (const meterId of now) if (!(await settle(meterId))) due.add(meterId);
      return RETRY_MS;
    },
    (error) => {
      log.error({ err: error }, 'the settings of devices at sites could not be sent');
      return RETRY_MS;
    },
  );
  const ask = (meterId: number): void => {
    due.add(meterId);
    loop.wake();
  };

  return {
    want(meterId, settings) {
      if (settings === null) wanted.delete(meterId);
      else wanted.set(meterId, settings);
      ask(meterId);
    },
    onConnected({ localServerId, organizationId }) {
      const isAffected = (device: NamedDevice): boolean => device.organization.id === organizationId;
      for (const [meterId, { site, device }] of kept) {
        if (site === localServerId && isAffected(device)) kept.delete(meterId);
      }
      for (const [meterId, { device }] of wanted) {
        if (siteOf(meterId) === localServerId && isAffected(device)) ask(meterId);
      }
    },
    onRerouted: (meterId) => void (wanted.has(meterId) && ask(meterId)),
    start: loop.start,
    stop: loop.stop,
  };
};
