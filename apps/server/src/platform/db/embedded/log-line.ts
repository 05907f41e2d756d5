/** One line of PostgreSQL's log under log_line_prefix '%b|': which of its processes, how severe, what. */
export type LogLine = { source: string; severity: string; message: string };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Null for a line that continues the one before it, or comes from the system's loader. */
export function parseLogLine(line: string): LogLine | null {
  const match = /^([^|]*)\|([A-Z]+\d?): {2}(.*)$/.exec(line);
  return match ? { source: match[1] ?? '', severity: match[2] ?? '', message: match[3] ?? '' } : null;
}

/** Messages of a connection's backend reach the connection too, so only those of the database itself are logged as warnings. */
export function logLevel({ source, severity }: LogLine): LogLevel {
  if (severity === 'PANIC') return 'error';
  if (severity === 'LOG' || source === 'client backend') return 'debug';
  return 'warn';
}

/**
 * Whether the database must not go on by itself: it gave up (PANIC), e.g. because fsync answered EIO, and what the
 * kernel still shows may not be on disk. A full disk is no such case: it restarts, and goes on when there is room.
 */
export function isBeyondRecovery(line: LogLine): boolean {
  return line.severity === 'PANIC' && !isFullDisk(line);
}

/** Whether the database gave up for want of room. */
export function isFullDisk({ severity, message }: LogLine): boolean {
  return ['PANIC', 'FATAL'].includes(severity) && saysFullDisk(message);
}

/** The C library's words for ENOSPC and EDQUOT. */
export const saysFullDisk = (message: string): boolean => /No space left on device|Disk quota exceeded/i.test(message);
