import { describe, expect, it } from 'vitest';
import { parseUserArguments, UserArgumentError } from './user-arguments.ts';

describe('parseUserArguments', () => {
  it.each([
    [['unlock', '00000000', 'admin'], { kind: 'unlock', code: '00000000', id: 'admin' }],
    [['second-factor', '00000000', 'admin'], { kind: 'second-factor', code: '00000000', id: 'admin' }],
    [['password', '00000000', 'admin'], { kind: 'password', code: '00000000', id: 'admin' }],
    [
      ['add', '00000000', 'kim.su', '--role', 'SUPER_USER', '--name', '김수'],
      { kind: 'add', code: '00000000', id: 'kim.su', role: 'SUPER_USER', name: '김수' },
    ],
    [[], { kind: 'help' }],
    [['help'], { kind: 'help' }],
    [['unlock', '--help'], { kind: 'help' }],
  ])('reads %j', (argv, command) => {
    expect(parseUserArguments(argv, {}).command).toEqual(command);
  });

  it.each([
    [['unlock'], 'CODE must be'],
    [['unlock', '00000000'], 'ID must be'],
    [['unlock', '00000000', 'admin', 'now'], "'now' is too much"],
    [['unlock', '00000000', 'admin', '--role', 'SUPER_USER'], '--role is for add only'],
    [['add', '1', 'kim.su', '--role', 'SUPER_USER'], 'CODE must be'],
    [['add', '00000000', 'ki', '--role', 'SUPER_USER'], 'ID must be'],
    [['add', '00000000', 'kim.su'], '--role must be'],
    [['add', '00000000', 'kim.su', '--role', 'ROOT'], '--role must be'],
    [['add', '00000000', 'kim.su', '--role', 'SUPER_USER', '--name', '<b>'], '--name must be'],
    [['remove', '00000000', 'admin'], "'remove' is no command"],
    [['unlock', '00000000', 'admin', '--force'], '--force'],
  ])('refuses %j', (argv, words) => {
    expect(() => parseUserArguments(argv, {})).toThrow(UserArgumentError);
    expect(() => parseUserArguments(argv, {})).toThrow(words);
  });

  const url = 'postgres://db/air';
  it.each([
    [[], {}, './.airdeck/data', undefined],
    [['--data', 'x'], {}, 'x', undefined],
    [[], { AIRDECK_DATA: 'y' }, 'y', undefined],
    [[], { DATABASE_URL: url }, './.airdeck/data', url],
    [['--data', 'x'], { DATABASE_URL: url }, 'x', undefined],
    [['--database-url', url], {}, './.airdeck/data', url],
    [['--database-url', url], { AIRDECK_DATA: 'y', DATABASE_URL: 'postgres://other/air' }, 'y', url],
  ])('finds the database: %j %j', (argv, env, dataDir, databaseUrl) => {
    const isUrlPassedOver = dataDir === 'x' && 'DATABASE_URL' in env;
    expect(parseUserArguments(argv, env)).toEqual({ command: { kind: 'help' }, dataDir, databaseUrl, isUrlPassedOver });
  });

  it.each([
    [['--data', 'x', '--database-url', url], 'name two databases'],
    [['--data='], '--data needs'],
    [['--database-url', 'mysql://me:hunter2@db'], '--database-url needs'],
  ])('refuses the place %j', (argv, words) => {
    expect(() => parseUserArguments(argv, {})).toThrow(words);
    expect(() => parseUserArguments(argv, {})).not.toThrow('hunter2');
  });
});
