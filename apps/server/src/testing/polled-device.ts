import { checkRegisterMap } from '@airdeck/drivers/check-register-map';
import type { Json } from '@airdeck/drivers/types';
import type { Door, DoorDevice } from '../features/door/door-book.ts';
import type { PolledDevice } from '../features/door/read-device.ts';

interface Place extends Partial<Pick<DoorDevice, 'unit' | 'purifier'>> {
  host: string;
  port: number;
  kind?: Door['kind'];
}

/** A device that is asked, with a register map of its door. */
export const aPolledDevice = (
  map: Json,
  { host, port, kind = 'MODBUS', unit = null, purifier = null }: Place,
): PolledDevice => {
  const registerMap = checkRegisterMap(map);
  if ('errors' in registerMap) throw new Error('the map is invalid');
  const door: Door = {
    ...{ id: 1, organizationId: 1, kind, envelope: null, driver: null, localServerId: null },
    ...{ filters: [], secretHash: null, homeAssistant: null, registerMap },
  };
  const device: DoorDevice = {
    ...{ id: 5, doorId: 1, address: 'x', driver: null, meterId: 1, purifier, sensors: [], isBlocked: false },
    ...{ host, port, unit, path: null, transport: 'TCP', pollIntervalS: null, tls: null, login: null },
    registerMap: null,
  };
  return { door, device, host, port };
};
