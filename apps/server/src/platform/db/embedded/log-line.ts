/** One line of PostgreSQL's log with log_line_prefix '%b|': process type, severity, message. */
export type LogLine = { source: string; severity: string; message: string };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Null for a continuation line, or a line from the system's loader. */
export function parseLogLine(line: string): LogLine | null {
  const match = /^([^|]*)\|([A-Z]+\d?): {2}(.*)$/.exec(line);
  return match ? { source: match[1] ?? '', severity: match[2] ?? '', message: match[3] ?? '' } : null;
}

/**
 * Messages of a connection's backend also reach the connection, so only those of the database itself are logged as
 * warnings.
 */
export function logLevel({ source, severity }: LogLine): LogLevel {
  if (severity === 'PANIC') return 'error';
  if (severity === 'LOG' || source === 'client backend') return 'debug';
  return 'warn';
}

/**
 * Whether the database must not continue: after a PANIC, for example because fsync returned EIO, the kernel's cache may
 * differ from the disk. A full disk is different: the database restarts and continues when there is room.
 */
export function isBeyondRecovery(line: LogLine): boolean {
  return line.severity === 'PANIC' && !isFullDisk(line);
}

/** Whether the database stopped because the disk is full. */
export function isFullDisk({ severity, message }: LogLine): boolean {
  return ['PANIC', 'FATAL'].includes(severity) && saysFullDisk(message);
}

/** The C library's texts for ENOSPC and EDQUOT. */
export const saysFullDisk = (message: string): boolean => /No space left on device|Disk quota exceeded/i.test(message);
