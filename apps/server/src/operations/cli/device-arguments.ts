import { parseArgs } from 'node:util';
import { newMeter } from '@airdeck/contract/device/schema';
import { deviceCode, name, organizationCode } from '@airdeck/contract/field';
import { parseChannelKey, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import { commandLine } from '@airdeck/domain/command-line';
import { z } from 'zod';
import { type DatabasePlace, databasePlace, PLACE_HELP, PLACE_OPTIONS, placeProblem } from './database-place.ts';
import type { MeterRequest } from './provision.ts';

const COMMAND = commandLine('device', process.env);

export const DEVICE_HELP = `Registers devices. The printed secret is shown once; the server keeps its hash only.

  ${COMMAND} add --organization CODE --office NAME --department NAME --code CODE --name NAME
                        [--sensors PM10,PM2.5,PM1.0,CO2,TEMPERATURE,HUMIDITY,HCHO]  (CO2:2 is the second of its type)
                        [--purifiers N] [--interval SECONDS] [--type METER|MULTI|AIR_PURIFIER|UNKNOWN] [--name-en NAME]
      a meter; office and department are made when they are missing
  ${COMMAND} gateway --organization CODE --code CODE
      a gateway, which may publish for every device of its organization
  ${COMMAND} enrolment --organization CODE
      a new secret with which devices that are not registered yet may announce themselves

${PLACE_HELP}`;

export interface DeviceArguments extends DatabasePlace {
  command: DeviceCommand;
}

export type DeviceWork =
  | { kind: 'add'; request: MeterRequest }
  | { kind: 'gateway'; organization: string; code: string }
  | { kind: 'enrolment'; organization: string };

export type DeviceCommand = { kind: 'help' } | DeviceWork;

/** An invalid command line; the message says why. */
export class DeviceArgumentError extends Error {
  override name = 'DeviceArgumentError';
}

const ALL_SENSORS = 'PM10,PM2.5,PM1.0,CO2,TEMPERATURE,HUMIDITY,HCHO';

const sensorList = (text: string) =>
  text.split(',').map((key) => {
    const channel = parseChannelKey(key.trim());
    if (channel === null)
      throw new DeviceArgumentError(`--sensors: '${key}' is no sensor type; known: ${ALL_SENSORS}.`);
    return { type: typeOfChannel(channel), sequence: seqOfChannel(channel) };
  });

const purifierList = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ number: i + 1, name: `Purifier ${i + 1}` }));

const addArguments = newMeter
  .omit({ department_id: true, purifiers: true, take_over: true })
  .extend({ organization: organizationCode, office: name, department: name, purifiers: z.int().min(0).max(99) });

/** Validates with a schema, and names the invalid options. */
const checked = <T extends z.ZodType>(schema: T, input: unknown): z.output<T> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const option = `--${String(path[0] ?? '')
      .replace('interval_s', 'interval')
      .replace('_', '-')}`;
    return `${option}: ${message}`;
  });
  throw new DeviceArgumentError([...new Set(problems)].join('\n'));
};

const read = (argv: string[]) => {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        organization: text,
        office: text,
        department: text,
        code: text,
        name: text,
        'name-en': text,
        type: text,
        interval: text,
        sensors: text,
        purifiers: text,
        ...PLACE_OPTIONS,
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new DeviceArgumentError(error instanceof Error ? error.message : String(error));
  }
};

/** @throws DeviceArgumentError naming the problem. */
export const parseDeviceArguments = (argv: string[], env: Record<string, string | undefined>): DeviceArguments => {
  const { values, positionals } = read(argv);
  const { data: _data, 'database-url': _url, help, ...options } = values;
  const problem = placeProblem(values);
  if (problem !== null) throw new DeviceArgumentError(problem);
  return { command: help ? { kind: 'help' } : parseCommand(positionals, options), ...databasePlace(values, env) };
};

type Options = Omit<ReturnType<typeof read>['values'], 'data' | 'database-url' | 'help'>;

const parseCommand = ([command, ...more]: string[], options: Options): DeviceCommand => {
  if (command === undefined || command === 'help') return { kind: 'help' };
  if (more.length > 0) throw new DeviceArgumentError(`'${more[0]}' is too much; see --help.`);
  switch (command) {
    case 'add':
      return { kind: 'add', request: parseMeter(options) };
    case 'gateway':
      return { kind: 'gateway', ...checked(z.object({ organization: organizationCode, code: deviceCode }), options) };
    case 'enrolment':
      return { kind: 'enrolment', ...checked(z.object({ organization: organizationCode }), options) };
    default:
      throw new DeviceArgumentError(`'${command}' is no command; there are: add, gateway, enrolment.`);
  }
};

const parseMeter = ({ interval, sensors, purifiers, 'name-en': nameEn, ...rest }: Options): MeterRequest => {
  const { purifiers: count, ...request } = checked(addArguments, {
    ...rest,
    name_en: nameEn,
    interval_s: interval === undefined ? undefined : Number(interval),
    sensors: sensorList(sensors ?? ALL_SENSORS),
    purifiers: Number(purifiers ?? 0),
  });
  return { ...request, purifiers: purifierList(count) };
};
