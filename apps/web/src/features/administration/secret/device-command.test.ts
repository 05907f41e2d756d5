import { readingsMessage } from '@airdeck/contract/protocol/message';
import { parseTopic } from '@airdeck/contract/protocol/topic';
import { expect, it } from 'vitest';
import { publishCommand } from './device-command.ts';

const credential = { username: '00000012:A1', secret: 'S3cret', mqtt_port: 18_830, mqtt_tls: false };

it('sends what the protocol takes, as the device', () => {
  const command = publishCommand(credential, 'air.example');
  expect(command).toContain('npx mqtt pub -h air.example -p 18830 -u 00000012:A1 -P S3cret -q 1 ');
  expect(parseTopic(/-t (\S+)/.exec(command)?.[1] ?? '')).toEqual({
    organization: '00000012',
    device: 'A1',
    kind: 'readings',
  });
  const payload: unknown = JSON.parse(/-m '(.*)'$/.exec(command)?.[1] ?? '');
  expect(readingsMessage.safeParse(payload).success).toBe(true);
});

it('speaks TLS where the broker does, and the usual port where the server does not know it', () => {
  expect(publishCommand({ ...credential, mqtt_tls: true }, 'h')).toContain('-p 18830 -C mqtts ');
  expect(publishCommand({ ...credential, mqtt_port: 0 }, 'h')).toContain('-p 1883 ');
});
