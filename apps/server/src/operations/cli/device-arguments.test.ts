import { describe, expect, it } from 'vitest';
import { DeviceArgumentError, parseDeviceArguments } from './device-arguments.ts';

const commandOf = (argv: string[]) => parseDeviceArguments(argv, {}).command;

const place = ['--organization', '10000001', '--office', 'Main', '--department', 'Lab'];

describe('parseDeviceArguments', () => {
  it('reads a meter with its sensors and purifiers', () => {
    const argv = [
      'add',
      ...place,
      '--code',
      'L-1',
      '--name',
      'Lab 1',
      '--sensors',
      'CO2,CO2:2,PM2.5',
      '--purifiers',
      '1',
    ];
    expect(commandOf(argv)).toEqual({
      kind: 'add',
      request: {
        organization: '10000001',
        office: 'Main',
        department: 'Lab',
        code: 'L-1',
        name: 'Lab 1',
        name_en: null,
        type: 'METER',
        ip: null,
        use: 'Y',
        is_air: 'N',
        ...{ model: null, serial: null, hardware_version: null, software_version: null },
        ...{ first_operation_date: null, cumulative_operation_h: null },
        ...{ certificate_grade: null, certificate_number: null, certificate_until: null, calibration_date: null },
        interval_s: 60,
        sensors: [
          { type: 'CO2', sequence: 1 },
          { type: 'CO2', sequence: 2 },
          { type: 'PM2.5', sequence: 1 },
        ],
        purifiers: [{ number: 1, name: 'Purifier 1' }],
      },
    });
  });

  it('gives a meter one sensor of each type unless told otherwise', () => {
    const command = commandOf(['add', ...place, '--code', 'L-1', '--name', 'Lab 1']);
    expect(command.kind === 'add' && command.request.sensors).toHaveLength(7);
  });

  it('gives names their form', () => {
    const names = ['--organization', '10000001', '--office', ' 본관 '.normalize('NFD'), '--department', 'A\u00a0 B'];
    const command = commandOf(['add', ...names, '--code', 'L-1', '--name', ' Lab  1']);
    expect(command).toMatchObject({ request: { office: '본관', department: 'A B', name: 'Lab 1' } });
  });

  it.each([
    [['add', ...place, '--code', 'a', '--name', 'x\u200b'], /--name: INVISIBLE_CHARACTER/],
    [['add', ...place, '--name', 'x'], /--code/],
    [['add', ...place, '--code', 'a b', '--name', 'x'], /--code/],
    [['add', ...place, '--code', 'a', '--name', '<b>'], /--name/],
    [['add', ...place, '--code', 'a', '--name', 'x', '--sensors', 'NO2'], /NO2/],
    [['add', ...place, '--code', 'a', '--name', 'x', '--interval', 'often'], /--interval/],
    [['add', ...place, '--code', 'a', '--name', 'x', '--purifiers', '1.5'], /--purifiers/],
    [['gateway', '--organization', '1', '--code', 'G'], /--organization/],
    [['remove'], /remove/],
    [['add', '--colour', 'red'], /colour/],
  ])('refuses %j', (argv, words) => {
    expect(() => commandOf(argv)).toThrow(DeviceArgumentError);
    expect(() => commandOf(argv)).toThrow(words);
  });

  it.each([[[]], [['help']], [['add', '--help']]])('shows the help for %j', (argv) => {
    expect(commandOf(argv)).toEqual({ kind: 'help' });
  });
});
