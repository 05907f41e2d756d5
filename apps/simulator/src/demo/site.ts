import type { METER_TYPES } from '@airdeck/contract/device/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { RoomKind } from '../building/profiles/all.ts';
import type { PurifierUnit } from '../building/purifier.ts';

/** The demo's sites as plain data: what a server registers and the simulator runs. */
export interface DemoOrganization {
  readonly code: string;
  readonly name: string;
  readonly name_en: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly offices: readonly DemoOffice[];
}

export interface DemoOffice {
  readonly name: string;
  readonly name_en: string;
  readonly departments: readonly DemoDepartment[];
}

export interface DemoDepartment {
  readonly name: string;
  readonly name_en: string;
  readonly meters: readonly DemoMeter[];
}

export interface DemoMeter {
  readonly code: string;
  readonly name: string;
  readonly name_en: string;
  readonly type: (typeof METER_TYPES)[number];
  readonly interval_s: number;
  readonly sensors: readonly DemoSensor[];
  readonly purifiers: readonly DemoPurifier[];
  readonly room: DemoRoom;
  /** Silent minutes per period in minutes: bad reception. */
  readonly silence: { readonly every_min: number; readonly for_min: number } | null;
}

export interface DemoSensor {
  readonly type: SensorType;
  readonly sequence: number;
  readonly name: string;
}

export interface DemoPurifier extends PurifierUnit {
  readonly number: number;
  readonly name: string;
  readonly name_en: string;
  readonly model: string;
  readonly fans: number;
  readonly uv: boolean;
}

export interface DemoRoom {
  readonly kind: RoomKind;
  readonly volume_m3: number;
  /** Number of people at the timetable's maximum. */
  readonly people: number;
}
