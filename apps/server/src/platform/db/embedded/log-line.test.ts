import { describe, expect, it } from 'vitest';
import { isBeyondRecovery, logLevel, parseLogLine } from './log-line.ts';

const line = (text: string) => parseLogLine(text) ?? expect.fail(`not read: ${text}`);

describe('parseLogLine', () => {
  it('reads process, severity and message', () => {
    expect(parseLogLine('checkpointer|PANIC:  could not fsync file "base/5/1": Input/output error')).toEqual({
      source: 'checkpointer',
      severity: 'PANIC',
      message: 'could not fsync file "base/5/1": Input/output error',
    });
  });

  it.each(['', '\tcontinued', '/x/postgres: error while loading shared libraries: libicuuc.so.60'])(
    'leaves %j',
    (text) => {
      expect(parseLogLine(text)).toBeNull();
    },
  );
});

describe('logLevel', () => {
  it.each([
    ['postmaster|LOG:  database system is ready to accept connections', 'debug'],
    ['client backend|ERROR:  duplicate key value violates unique constraint "meter_pkey"', 'debug'],
    ['autovacuum worker|ERROR:  could not extend file: No space left on device', 'warn'],
    ['client backend|FATAL:  terminating connection due to administrator command', 'debug'],
    ['postmaster|FATAL:  could not create any Unix-domain sockets', 'warn'],
    ['walwriter|PANIC:  could not write to file "pg_wal/xlogtemp.1": Input/output error', 'error'],
  ])('%s → %s', (text, level) => {
    expect(logLevel(line(text))).toBe(level);
  });
});

describe('isBeyondRecovery', () => {
  it.each([
    ['client backend|PANIC:  could not fsync file "pg_wal/000000010000000000000001": Input/output error', true],
    ['client backend|PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device', false],
    ['client backend|PANIC:  could not write to file "pg_wal/xlogtemp.9": Disk quota exceeded', false],
    ['client backend|ERROR:  could not fsync file "base/5/1": Input/output error', false],
  ])('%s → %s', (text, expected) => {
    expect(isBeyondRecovery(line(text))).toBe(expected);
  });
});
