import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines. Values that could contain a secret are removed wherever they are logged: headers, bodies, tokens,
 * passwords.
 */
export function createLog(options: { level?: string; destination?: DestinationStream; role?: string } = {}): Log {
  return pino(
    {
      level: options.level ?? 'info',
      // The server process that writes the line.
      ...(options.role === undefined ? { base: undefined } : { base: { role: options.role } }),
      redact: {
        paths: ['password', 'token', 'access_token', 'secret', 'authorization', 'headers', 'body'].flatMap((key) => [
          key,
          `*.${key}`,
        ]),
        remove: true,
      },
    },
    options.destination ?? pino.destination({ dest: 2, sync: false }),
  );
}
