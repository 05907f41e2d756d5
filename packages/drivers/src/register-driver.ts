import { field, numberOf, stringOf } from './body.ts';
import { withMissing } from './named-values.ts';
import {
  capabilitiesOf,
  decodeRegisters,
  REGISTER_TABLES,
  type RegisterAnswer,
  type RegisterGroup,
  type RegisterMap,
} from './register-map.ts';
import type { Driver, Json } from './types.ts';

/** Seconds between two polls, unless a person says otherwise. */
export const REGISTER_INTERVAL_S = 60;

/** A request that a device did not answer. `error`: such as `EXCEPTION 2`. */
export interface RegisterFailure extends RegisterGroup {
  readonly error: string;
}

/** The answers of a device to all requests, as one message. */
export const registerMessage = (answers: readonly RegisterAnswer[], failures: readonly RegisterFailure[]): string =>
  JSON.stringify({
    registers: answers.map(({ table, register, count, data }) => ({
      ...{ table, register, count },
      data: Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    })),
    ...(failures.length > 0 && { failures }),
  });

const listOf = (json: Json | undefined, key: string): readonly Json[] => {
  const found = field(json, key);
  return Array.isArray(found) ? found : [];
};

const groupOf = (json: Json): RegisterGroup | null => {
  const table = REGISTER_TABLES.find((each) => each === field(json, 'table'));
  const register = numberOf(field(json, 'register'));
  const count = numberOf(field(json, 'count'));
  return table === undefined || register === null || count === null ? null : { table, register, count };
};

const answersOf = (json: Json | undefined): RegisterAnswer[] =>
  listOf(json, 'registers').flatMap((each) => {
    const group = groupOf(each);
    const hex = stringOf(field(each, 'data'));
    if (group === null || hex === null || !/^([0-9a-f]{2})*$/.test(hex)) return [];
    return [{ ...group, data: Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) }];
  });

const warningsOf = (json: Json | undefined): string[] =>
  listOf(json, 'failures').flatMap((each) => {
    const group = groupOf(each);
    return group === null ? [] : [`${group.table} ${group.register}: ${stringOf(field(each, 'error')) ?? 'no answer'}`];
  });

/** Decodes the messages of `registerMessage` by a map, as a driver decodes those of its family. */
export const registerDriver = (map: RegisterMap): Driver => ({
  id: 'register-map',
  title: { ko: map.name, en: map.name },
  transports: [],
  defaultInterval: REGISTER_INTERVAL_S,
  matches: () => false,
  addressOf: ({ address }) => address,
  decode({ body: { json } }) {
    const { values, missing, purifier } = decodeRegisters(map, answersOf(json));
    return {
      frames: values.length > 0 ? [{ time: null, values }] : [],
      warnings: warningsOf(json),
      ...(purifier && { purifier }),
      ...withMissing([...missing]),
    };
  },
  capabilities: () => capabilitiesOf(map) ?? {},
});
