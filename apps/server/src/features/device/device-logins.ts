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

type Used = Pick<CodeUse, 'code' | 'time'>;

/** A device connects, or speaks, with a code of its organization. */
interface Speaking extends Omit<CodeUse, 'time'> {
  isLogin: boolean;
}

export const createDeviceLogins = (options: DeviceLoginsOptions): DeviceLogins => {
  const { db, registry, clock, log, onChanged = () => undefined } = options;
  /** The last code of each device, of meters by their ids: of every organization, since any may get another code. */
  const last = new Map<number | string, Used>();
  /** Devices that use their organization's own code share one entry, whose time is not used. */
  const ownCodes = new Map<string, Used>();
  let uses = new Map<string, CodeUse>();
  let gateways = new Map<string, GatewayLogin>();

  const keyOf = (organizationId: number, deviceCode: string): string => deviceKey(String(organizationId), deviceCode);

  const ownUse = (code: string): Used => {
    const known = ownCodes.get(code) ?? { code, time: 0 };
    ownCodes.set(code, known);
    return known;
  };

  const meterOf = (organizationId: number, deviceCode: string): Meter | undefined => {
    const { organizations, metersByCode } = registry.snapshot();
    return metersByCode.get(deviceKey(organizations.get(organizationId)?.code ?? '', deviceCode));
  };

  /** `key`: the id of a meter, or else `keyOf`. */
  const use = (key: number | string, { organizationId, deviceCode, code, isLogin }: Speaking): boolean => {
    const organization = registry.snapshot().organizations.get(organizationId);
    if (organization === undefined) return false;
    const known = last.get(key);
    const time = clock.now();
    const isSame = known?.code === code;
    const isRecent = isSame && (code === organization.code || time - known.time < SAME_USE_MS);
    if (isRecent && !isLogin) return false;
    last.set(key, code === organization.code ? ownUse(code) : { code, time });
    if (organization.aliases.length === 0) return false;
    uses.set(keyOf(organizationId, deviceCode), { organizationId, deviceCode, code, time });
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
      const meter = kind === 'DEVICE' ? meterOf(organizationId, deviceCode) : undefined;
      const key = meter?.id ?? keyOf(organizationId, deviceCode);
      const isOther = use(key, { organizationId, deviceCode, code: organizationCode, isLogin: true });
      if (isOther && meter) onChanged(meter.id);
    },
    spoke({ id, code: deviceCode, organization }, who, organizationCode) {
      const code = organizationCode;
      if (use(id, { organizationId: organization.id, deviceCode, code, isLogin: false })) onChanged(id);
      if (!('kind' in who) || who.kind !== 'GATEWAY') return;
      const { organizationId, deviceCode: gateway } = who;
      use(keyOf(organizationId, gateway), { organizationId, deviceCode: gateway, code, isLogin: false });
    },
    codeOf({ code, organization: { id, code: ownCode } }) {
      const meter = meterOf(id, code);
      // Otherwise a gateway, or it connected before it was registered.
      const used = ((meter && last.get(meter.id)) ?? last.get(keyOf(id, code)))?.code;
      return used !== undefined && registry.snapshot().organizations.get(id)?.aliases.includes(used) ? used : ownCode;
    },
    async start() {
      for (const { organizationId, deviceCode, code, time } of await listAliasUses(db)) {
        last.set(meterOf(organizationId, deviceCode)?.id ?? keyOf(organizationId, deviceCode), { code, time });
      }
      loop.start();
    },
    async stop() {
      await loop.stop();
      await save().catch((error) => log.warn({ err: error }, 'logins of devices are not saved'));
    },
  };
};
