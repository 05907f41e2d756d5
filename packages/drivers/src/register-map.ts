import type { Command } from '@airdeck/domain/control/command';
import type { Control, FanSpeed, Power, Run } from '@airdeck/domain/purifier-state';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Capabilities, DeviceValue, PurifierReport } from './types.ts';

/** COIL and DISCRETE hold bits, HOLDING and INPUT registers of 16 bits. */
export const REGISTER_TABLES = ['HOLDING', 'INPUT', 'COIL', 'DISCRETE'] as const;
export type RegisterTable = (typeof REGISTER_TABLES)[number];

export const WRITABLE_TABLES = ['HOLDING', 'COIL'] as const;
export type WritableTable = (typeof WRITABLE_TABLES)[number];

/** `bool` of a register: anything but 0 is 1. */
export const REGISTER_FORMATS = ['uint16', 'int16', 'uint32', 'int32', 'float32', 'bool'] as const;
export type RegisterFormat = (typeof REGISTER_FORMATS)[number];

/** Order of the two registers of a 32-bit value: BIG has the high one first. Bytes of a register are always big-endian. */
export const WORD_ORDERS = ['BIG', 'LITTLE'] as const;
export type WordOrder = (typeof WORD_ORDERS)[number];

/** The commands that a register map can have. */
export const REGISTER_COMMANDS = ['POWER', 'FAN_SPEED', 'WORK'] as const satisfies readonly Command[];
export type RegisterCommand = (typeof REGISTER_COMMANDS)[number];

export interface RegisterPlace {
  readonly table: RegisterTable;
  /** Zero-based, as in the request; manuals often count from 1 or 40001. */
  readonly register: number;
}

export interface RegisterRead extends RegisterPlace {
  readonly sensor: string;
  /** null: the value is shown and not stored. */
  readonly type: SensorType | null;
  readonly unit: string;
  readonly format: RegisterFormat;
  readonly wordOrder: WordOrder;
  /** Value = number × factor + offset. */
  readonly factor: number;
  readonly offset: number;
  /** Numbers without factor that mean "no value"; unsigned or in the format, so int16 `ffff` is 65535 or −1. */
  readonly missing: readonly number[];
}

/** A state by the unsigned number of a register or bit; a number in no range means nothing. */
export interface StateTable<S extends string> extends RegisterPlace {
  /** Ranges, both ends included. */
  readonly values: readonly { readonly value: number; readonly to: number; readonly state: S }[];
}

export interface PurifierRegisters {
  readonly power?: StateTable<Power>;
  readonly level?: StateTable<FanSpeed>;
  readonly mode?: StateTable<Control>;
  readonly run?: StateTable<Run>;
}

export interface ReadBack extends RegisterPlace {
  readonly expected: number;
}

export interface RegisterWrite {
  readonly command: RegisterCommand;
  readonly action: string;
  readonly table: WritableTable;
  readonly register: number;
  readonly value: number;
  readonly readBack: ReadBack;
}

/** How a Modbus device is read and commanded. */
export interface RegisterMap {
  readonly name: string;
  /** The device behind the address, 0–255 (slave id). */
  readonly unit: number;
  readonly reads: readonly RegisterRead[];
  readonly purifier?: PurifierRegisters;
  /** A command may need several writes: those of the same command and action, in this order. */
  readonly writes: readonly RegisterWrite[];
}

/** Registers or bits of one request. */
export interface RegisterGroup extends RegisterPlace {
  readonly count: number;
}

/** Two bytes for each register; bits packed from the lowest bit of the first byte, as in the answer of a device. */
export interface RegisterAnswer extends RegisterGroup {
  readonly data: Uint8Array;
}

/** A value beside its bytes, for display. `raw`: hexadecimal; null: no answer has it. */
export interface RawReading {
  readonly sensor: string;
  readonly table: RegisterTable;
  readonly register: number;
  readonly raw: string | null;
  /** null: missing or unread. */
  readonly value: number | null;
}

/** A state of the purifier beside its bytes; `value` null: unread, or a number that the map does not have. */
export interface RawState {
  readonly state: keyof PurifierRegisters;
  readonly table: RegisterTable;
  readonly register: number;
  readonly raw: string | null;
  readonly value: string | null;
}

export interface DecodedRegisters {
  readonly values: readonly DeviceValue[];
  /** Sensors that reported that they have no value. */
  readonly missing: readonly string[];
  /** Sensors without an answer, such as those of a group that the device refused. */
  readonly unread: readonly string[];
  readonly purifier?: PurifierReport;
  readonly readings: readonly RawReading[];
  readonly states: readonly RawState[];
}

const MAX_GROUP_REGISTERS = 120;
const MAX_GROUP_BITS = 2_000;
/** Unused registers between two that are read together. */
const MAX_GAP = 8;

export const isBitTable = (table: RegisterTable): boolean => table === 'COIL' || table === 'DISCRETE';

/** Number of registers of a value. */
export const widthOf = (format: RegisterFormat): number => (format.endsWith('32') ? 2 : 1);

export const REGISTER_STATES = [
  'power',
  'level',
  'mode',
  'run',
] as const satisfies readonly (keyof PurifierRegisters)[];

const stateTables = ({ purifier }: RegisterMap) =>
  REGISTER_STATES.flatMap((state) => {
    const table: StateTable<string> | undefined = purifier?.[state];
    return table === undefined ? [] : [{ state, table }];
  });

/**
 * The requests that read everything of a map. Registers that stand close together share a request. A device may refuse
 * a group because of a gap that it does not have (exception 2): plan again with `maxGap` 0.
 */
export const planReads = (map: RegisterMap, maxGap: number = MAX_GAP): RegisterGroup[] => {
  const places = [
    ...map.reads.map(({ table, register, format }) => ({ table, register, count: widthOf(format) })),
    ...stateTables(map).map(({ table: { table, register } }) => ({ table, register, count: 1 })),
  ];
  return REGISTER_TABLES.flatMap((table) => {
    const most = isBitTable(table) ? MAX_GROUP_BITS : MAX_GROUP_REGISTERS;
    const groups: RegisterGroup[] = [];
    for (const place of places.filter((each) => each.table === table).sort((a, b) => a.register - b.register)) {
      const last = groups.at(-1);
      const lastEnd = last === undefined ? 0 : last.register + last.count;
      const count = last === undefined ? 0 : Math.max(lastEnd, place.register + place.count) - last.register;
      if (last !== undefined && place.register - lastEnd <= maxGap && count <= most) {
        groups[groups.length - 1] = { ...last, count };
      } else {
        groups.push(place);
      }
    }
    return groups;
  });
};

/** The bytes of a value: two for each register, one (0 or 1) for a bit; null: no answer has them. */
const rawOf = (
  answers: readonly RegisterAnswer[],
  { table, register }: RegisterPlace,
  width = 1,
): Uint8Array | null => {
  for (const answer of answers) {
    const at = register - answer.register;
    if (answer.table !== table || at < 0 || at + width > answer.count) continue;
    if (!isBitTable(table)) {
      if (answer.data.length < (at + width) * 2) continue;
      return answer.data.subarray(at * 2, (at + width) * 2);
    }
    const byte = answer.data[at >> 3];
    if (byte !== undefined) return Uint8Array.of((byte >> (at & 7)) & 1);
  }
  return null;
};

const unsignedOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const FLOAT_DIGITS = 7;
/** Removes the tail that binary arithmetic leaves: 23.73 and not 23.730000000000004. */
const DIGITS = 12;

/** null: a missing value. */
const numberOfRaw = (raw: Uint8Array, { format, wordOrder, factor, offset, missing }: RegisterRead): number | null => {
  const bytes = Uint8Array.from(
    raw.length === 4 && wordOrder === 'LITTLE' ? [...raw.slice(2), ...raw.slice(0, 2)] : raw,
  );
  const unsigned = unsignedOf(bytes);
  const view = new DataView(bytes.buffer);
  const read = (): number => {
    switch (format) {
      case 'uint16':
      case 'uint32':
        return unsigned;
      case 'int16':
        return view.getInt16(0);
      case 'int32':
        return view.getInt32(0);
      case 'float32':
        return Number(view.getFloat32(0).toPrecision(FLOAT_DIGITS));
      case 'bool':
        return unsigned === 0 ? 0 : 1;
    }
  };
  const number = read();
  if (missing.includes(unsigned) || missing.includes(number)) return null;
  const value = Number((number * factor + offset).toPrecision(DIGITS));
  return Number.isFinite(value) ? value : null;
};

const stateOf = <S extends string>(answers: readonly RegisterAnswer[], table: StateTable<S> | undefined): S | null => {
  const raw = table === undefined ? null : rawOf(answers, table);
  if (table === undefined || raw === null) return null;
  const number = unsignedOf(raw);
  return table.values.find(({ value, to }) => number >= value && number <= to)?.state ?? null;
};

/** A device without a power register is on: it answers. Whether it runs follows from its level if nothing else tells. */
const reportOf = (answers: readonly RegisterAnswer[], registers: PurifierRegisters): PurifierReport | null => {
  const level = stateOf(answers, registers.level);
  const control = stateOf(answers, registers.mode);
  const knownRun = stateOf(answers, registers.run);
  const isAnswered = level !== null || control !== null || knownRun !== null;
  const power = registers.power === undefined && isAnswered ? 'ON' : stateOf(answers, registers.power);
  if (power === null) return null;
  const runOfLevel = level === null || power === 'OFF' ? null : level === 'STOP' ? 'STOP' : 'WORK';
  const run = registers.run === undefined ? runOfLevel : knownRun;
  return {
    power,
    ...(control !== null && { control }),
    ...(run !== null && { run }),
    ...(level !== null && { fan_speed: level }),
  };
};

/** Decodes the answers to `planReads`. Groups may be absent: their sensors are unread, and the others count. */
export const decodeRegisters = (map: RegisterMap, answers: readonly RegisterAnswer[]): DecodedRegisters => {
  const read = map.reads.map((each) => {
    const raw = rawOf(answers, each, widthOf(each.format));
    return { ...each, raw, value: raw === null ? null : numberOfRaw(raw, each) };
  });
  const report = map.purifier === undefined ? null : reportOf(answers, map.purifier);
  return {
    values: read.flatMap(({ sensor, type, value, unit }) => (value === null ? [] : [{ sensor, type, value, unit }])),
    missing: read.flatMap(({ sensor, raw, value }) => (raw !== null && value === null ? [sensor] : [])),
    unread: read.flatMap(({ sensor, raw }) => (raw === null ? [sensor] : [])),
    ...(report !== null && { purifier: report }),
    readings: read.map(({ sensor, table, register, raw, value }) => ({
      ...{ sensor, table, register, value },
      raw: raw === null ? null : hexOf(raw),
    })),
    states: stateTables(map).map(({ state, table }) => {
      const raw = rawOf(answers, table);
      return {
        ...{ state, table: table.table, register: table.register, value: stateOf(answers, table) },
        raw: raw === null ? null : hexOf(raw),
      };
    }),
  };
};

/** The writes of a command in their order, and the registers that then confirm it. */
export interface EncodedWrite {
  readonly writes: readonly { readonly table: WritableTable; readonly register: number; readonly value: number }[];
  readonly readBacks: readonly ReadBack[];
}

/** null: the map does not have this command and action. */
export const encodeWrite = (map: RegisterMap, command: Command, action: string): EncodedWrite | null => {
  const found = map.writes.filter((each) => each.command === command && each.action === action);
  if (found.length === 0) return null;
  return {
    writes: found.map(({ table, register, value }) => ({ table, register, value })),
    readBacks: found.map(({ readBack }) => readBack),
  };
};

/** Whether the answers confirm a command: each register has its expected value. */
export const isConfirmed = (readBacks: readonly ReadBack[], answers: readonly RegisterAnswer[]): boolean =>
  readBacks.every((each) => {
    const raw = rawOf(answers, each);
    return raw !== null && unsignedOf(raw) === each.expected;
  });

/** The commands of a map, with their actions; null: it has none. */
export const capabilitiesOf = ({ writes }: RegisterMap): Capabilities | null => {
  if (writes.length === 0) return null;
  return Object.fromEntries(
    REGISTER_COMMANDS.map((command): [Command, string[]] => {
      const actions = writes.filter((each) => each.command === command).map(({ action }) => action);
      return [command, [...new Set(actions)]];
    }).filter(([, actions]) => actions.length > 0),
  );
};
