import { readFileSync } from 'node:fs';

/** Maximum number of open connections of a listener, in total and from one address. */
export interface ConnectionShare {
  max: number;
  maxPerAddress: number;
}

export interface ConnectionShares {
  http: ConnectionShare;
  mqtt: ConnectionShare;
}

/** A process with more would run out of memory first. */
const MOST_FILES = 131_072;
/** Database, logs, program files. */
const RESERVE = { least: 128, part: 0.1 };
/** An answer may be read from a file while it is sent. */
const FILES_PER_HTTP_CONNECTION = 2;
/** A school or an office behind one address. */
const MAX_HTTP_PER_ADDRESS = 512;

const OPEN_FILES = /^Max open files +(\d+|unlimited)/m;

/** The limit as Linux shows it; null elsewhere. Costs less than a report of Node, which loads 2 MB of its program. */
const limitOfLinux = (): number | null => {
  try {
    const [, soft] = OPEN_FILES.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    if (soft === undefined) return null;
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    // Another system, or one without /proc.
    return null;
  }
};

const limitOfReport = (): number => {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};

/**
 * Files and sockets that this process may have open, Infinity if unknown. Node itself raises the limit as far as the
 * system allows.
 */
export const openFileLimit = (): number => limitOfLinux() ?? limitOfReport();

/** Connections that the listener of each role may accept, so that files and database connections remain available. */
export const shareOpenFiles = (limit: number): ConnectionShares => {
  const files = Math.min(limit, MOST_FILES);
  const most = Math.max(4, Math.floor(files - Math.max(RESERVE.least, files * RESERVE.part)));
  const http = Math.floor(most / FILES_PER_HTTP_CONNECTION);
  return {
    http: { max: http, maxPerAddress: Math.max(1, Math.min(MAX_HTTP_PER_ADDRESS, Math.floor(http / 4))) },
    // Thousands of devices may come from one address: a site's router, or a gateway.
    mqtt: { max: most, maxPerAddress: Math.floor(most / 2) },
  };
};

/** Below this, a school's pages or an organization's devices may not fit. */
const ENOUGH_FILES = 4_096;

/** Advice for the operator about a low limit; null if it is high enough. */
export const openFilesAdvice = (limit: number): string | null => {
  if (limit >= ENOUGH_FILES) return null;
  const { http, mqtt } = shareOpenFiles(limit);
  return (
    `A process may open ${limit} files and sockets only: ${mqtt.max} devices (${mqtt.maxPerAddress} from one ` +
    `address) and ${http.max} connections of pages (${http.maxPerAddress} from one address). To allow more, raise ` +
    'the limit before the start: ulimit -n 65536, or LimitNOFILE=65536 in a systemd unit.'
  );
};
