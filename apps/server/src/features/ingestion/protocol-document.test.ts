import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commandAckMessage,
  commandMessage,
  errorMessage,
  handOverMessage,
  purifierStateMessage,
  readingsMessage,
  settingsAckMessage,
  settingsMessage,
  statusMessage,
} from '@airdeck/contract/protocol/message';
import { ACTION_RULES, COMMANDS } from '@airdeck/domain/control/command';
import { SENSOR_TYPE_INFO, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { describe, expect, it } from 'vitest';
import { decodeReadings } from './decode-readings.ts';

const root = join(import.meta.dirname, '../../../../..');
const text = readFileSync(join(root, 'docs/device-protocol/README.md'), 'utf8');
const examples = [...text.matchAll(/```json (\S+)\n(.*?)```/gs)].map(([, kind = '', json = '']) => ({ kind, json }));
const SCHEMAS = {
  readings: readingsMessage,
  status: statusMessage,
  'purifier-state': purifierStateMessage,
  errors: errorMessage,
  command: commandMessage,
  'command-ack': commandAckMessage,
  settings: settingsMessage,
  'hand-over': handOverMessage,
  'settings-ack': settingsAckMessage,
};

describe('docs/device-protocol', () => {
  it('has examples of every kind', () => {
    expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(SCHEMAS)));
  });

  it.each(examples)('the $kind example is one: $json', ({ kind, json }) => {
    expect(SCHEMAS[kind as keyof typeof SCHEMAS].safeParse(JSON.parse(json)).error).toBeUndefined();
    if (kind === 'readings') expect(decodeReadings(Buffer.from(json))).toMatchObject({ rejected: null });
  });

  it.each(SENSOR_TYPES)('tells the unit and range of %s as they are', (type) => {
    const { unit, min, max } = SENSOR_TYPE_INFO[type];
    const row = text.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${type}\``));
    expect(row).toContain(unit);
    expect(row?.replace('−', '-')).toContain(`${min}–${max}`);
  });

  it.each(COMMANDS)('tells the actions of %s as they are', (command) => {
    const row = text.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${command}\``));
    const rule = ACTION_RULES[command];
    if (rule.kind === 'choice') for (const choice of rule.choices) expect(row).toContain(`\`${choice}\``);
    if (rule.kind === 'number') expect(row).toContain(`${rule.min}–${rule.max}`);
  });
});
