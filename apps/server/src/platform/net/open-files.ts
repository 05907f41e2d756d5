/** Connections that a listener may have open at once, whole and from one address. */
export interface ConnectionShare {
  max: number;
  maxPerAddress: number;
}

export interface ConnectionShares {
  http: ConnectionShare;
  mqtt: ConnectionShare;
}

/** A process that may open more would sooner run out of memory. */
const MOST_FILES = 131_072;
/** Database, logs, programs that are being read. */
const RESERVE = { least: 128, part: 0.1 };
/** An answer may be read from a file while it is sent. */
const FILES_PER_HTTP_CONNECTION = 2;
/** A school or an office behind one address. */
const MAX_HTTP_PER_ADDRESS = 512;

/**
 * Files and sockets that this process may have open at once, Infinity where that is not known. Node itself raises the
 * limit as far as the system lets it.
 */
export const openFileLimit = (): number => {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};

/** Connections that the listener of each role may take, so that its files and its database connections find room. */
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

/** Below this, a school's pages or an organization's devices may find no room. */
const ENOUGH_FILES = 4_096;

/** What to do about a low limit, for the operator; null when there is enough. */
export const openFilesAdvice = (limit: number): string | null => {
  if (limit >= ENOUGH_FILES) return null;
  const { http, mqtt } = shareOpenFiles(limit);
  return (
    `A process may open ${limit} files and sockets only: ${mqtt.max} devices (${mqtt.maxPerAddress} from one ` +
    `address) and ${http.max} connections of pages (${http.maxPerAddress} from one address). To allow more, raise ` +
    'the limit before the start: ulimit -n 65536, or LimitNOFILE=65536 in a systemd unit.'
  );
};
