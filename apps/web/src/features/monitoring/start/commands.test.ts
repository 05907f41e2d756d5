import { readingsMessage } from '@airdeck/contract/protocol/message';
import { parseTopic } from '@airdeck/contract/protocol/topic';
import { expect, it } from 'vitest';
import { publishCommand, registerCommand } from './commands.ts';

it('registers a meter with what the command line asks for', () => {
  expect(registerCommand('00000000', { office: 'Main building', department: '1층', meter: '로비' }, undefined)).toBe(
    'npm run device -- add --organization 00000000 --office "Main building" --department "1층" --code A1-0001 --name "로비" --sensors PM10,PM2.5,CO2,TEMPERATURE,HUMIDITY',
  );
});

it('names the data directory and the port of this installation', () => {
  const start = { mqtt_port: 11_883, mqtt_tls: false, data_dir: '/srv/air deck', command: 'bin/airdeck device' };
  const names = { office: 'A', department: 'B', meter: 'C' };
  expect(registerCommand('00000000', names, start)).toMatch(/^bin\/airdeck device add .* --data "\/srv\/air deck"$/);
  expect(publishCommand('mosquitto', '00000012', 'air.example', start)).toContain(' -p 11883 ');
});

it.each(['mosquitto', 'npx'] as const)('publishes with %s what the protocol takes', (publisher) => {
  const command = publishCommand(publisher, '00000012', 'air.example', undefined);
  expect(command).toContain(' -h air.example -p 1883 -u 00000012:A1-0001 -P SECRET -q 1 ');
  const topic = /-t (\S+)/.exec(command)?.[1] ?? '';
  expect(parseTopic(topic)).toEqual({ organization: '00000012', device: 'A1-0001', kind: 'readings' });
  const payload: unknown = JSON.parse(/-m '(.*)'$/.exec(command)?.[1] ?? '');
  expect(readingsMessage.safeParse(payload).success).toBe(true);
});
