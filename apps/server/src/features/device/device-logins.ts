import { HOUR_MS } from '@airdeck/domain/duration';
import type { SiteIdentity } from '../../device-messages/device-message.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import { deviceKey, type Meter, type NamedDevice } from '../../registry/snapshot.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { type CodeUse, type GatewayLogin, listAliasUses, saveCodeUses, saveGatewayLogins } from './login-queries.ts';

const SAVE_MS = 1_000;
/** The use of an alias is recorded at most this often for a device, unless it connects. */
const SAME_USE_MS = HOUR_MS;

/** Remembers when gateways logged in, and which of its organization's codes each device used last. */
export interface DeviceLogins {
  loggedIn(who: DeviceIdentity): void;
  spoke(meter: Meter, who: DeviceIdentity | SiteIdentity, organizationCode: string): void;
  /** The organization's code that belongs into the topics of a device. */
  codeOf(device: NamedDevice): string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface DeviceLoginsOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  log: Log;
  /** A meter uses another code of its organization than before. */
  onChanged?(meterId: number): void;
}

export const createDeviceLogins = (options: DeviceLoginsOptions): DeviceLogins => {
  const { db, registry, clock, log, onChanged = () => undefined } = options;
  /** The last uses of registered devices: of every organization, since any of them may get another code. */
  const last = new Map<string, CodeUse>();
  let uses = new Map<string, CodeUse>();
  let gateways = new Map<string, GatewayLogin>();

  const keyOf = (organizationId: number, deviceCode: string): string => deviceKey(String(organizationId), deviceCode);

  const use = (organizationId: number, deviceCode: string, code: string, isLogin: boolean): boolean => {
    const organization = registry.snapshot().organizations.get(organizationId);
    if (organization === undefined) return false;
    const key = keyOf(organizationId, deviceCode);
    const known = last.get(key);
    const time = clock.now();
    const isSame = known?.code === code;
    const isRecent = isSame && (code === organization.code || time - known.time < SAME_USE_MS);
    if (isRecent && !isLogin) return false;
    const now = { organizationId, deviceCode, code, time };
    last.set(key, now);
    if (organization.aliases.length === 0) return false;
    uses.set(key, now);
    return !isSame;
  };

  const save = async (): Promise<void> => {
    if (uses.size === 0 && gateways.size === 0) return;
    const [savedUses, savedGateways] = [uses, gateways];
    [uses, gateways] = [new Map(), new Map()];
    await db
      .tx(async (tx) => {
        await saveCodeUses(tx, [...savedUses.values()]);
        await saveGatewayLogins(tx, [...savedGateways.values()]);
      })
      .catch((error) => {
        // Newer ones win.
        uses = new Map([...savedUses, ...uses]);
        gateways = new Map([...savedGateways, ...gateways]);
        throw error;
      });
  };
  const loop = createLoop(
    async () => {
      await save();
      return SAVE_MS;
    },
    (error) => {
      log.warn({ err: error }, 'logins of devices could not be saved; retrying');
      return SAVE_MS;
    },
  );

  return {
    loggedIn({ kind, organizationId, organizationCode, deviceCode }) {
      if (kind === 'ENROLMENT') return;
      if (kind === 'GATEWAY') {
        gateways.set(keyOf(organizationId, deviceCode), { organizationId, deviceCode, time: clock.now() });
      }
      const isOther = use(organizationId, deviceCode, organizationCode, true);
      if (!isOther || kind === 'GATEWAY') return;
      const { organizations, metersByCode } = registry.snapshot();
      const meter = metersByCode.get(deviceKey(organizations.get(organizationId)?.code ?? '', deviceCode));
      if (meter) onChanged(meter.id);
    },
    spoke(meter, who, organizationCode) {
      if (use(meter.organization.id, meter.code, organizationCode, false)) onChanged(meter.id);
      if ('kind' in who && who.kind === 'GATEWAY') use(who.organizationId, who.deviceCode, organizationCode, false);
    },
    codeOf({ code, organization: { id, code: ownCode } }) {
      const used = last.get(keyOf(id, code))?.code;
      return used !== undefined && registry.snapshot().organizations.get(id)?.aliases.includes(used) ? used : ownCode;
    },
    async start() {
      for (const each of await listAliasUses(db)) last.set(keyOf(each.organizationId, each.deviceCode), each);
      loop.start();
    },
    async stop() {
      await loop.stop();
      await save().catch((error) => log.warn({ err: error }, 'logins of devices are not saved'));
    },
  };
};
