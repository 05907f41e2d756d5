import { createServer } from 'node:net';

/** A port is unavailable; the message says why and what to do. */
export class PortError extends Error {
  override name = 'PortError';
}

const LAST_PORT = 65_535;
const TRIES = 50;

const problem = (host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });

const explain = (error: NodeJS.ErrnoException, wish: PortWish, port: number): PortError => {
  const { what, option, host, hostOption = '--host' } = wish;
  switch (error.code) {
    case 'EADDRINUSE':
      return new PortError(
        `Port ${port} for ${what} is in use by another program. Stop that program, or choose another port: ${option} ${port + 1}`,
      );
    case 'EACCES':
      return new PortError(
        `Port ${port} for ${what} needs more rights than this user has. Choose one above 1023: ${option} 8080`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new PortError(`This machine has no address ${host}. Choose another: ${hostOption} 0.0.0.0`);
    default:
      return new PortError(`Port ${port} for ${what} cannot be opened on ${host}: ${error.message}`);
  }
};

export interface PortWish {
  /** "the console", "MQTT". */
  what: string;
  option: string;
  host: string;
  /** The option that sets the host; default: `--host`. */
  hostOption?: string;
  port: number;
  /** The port was not given: the next free one may be used. */
  isFlexible: boolean;
  /** Reserved ports. */
  taken?: number[];
}

/** A port that can be listened on. @throws PortError with a message for the operator. */
export const findPort = async (wish: PortWish): Promise<number> => {
  const { host, port, isFlexible, taken = [] } = wish;
  const last = isFlexible ? Math.min(port + TRIES, LAST_PORT) : port;
  let first: NodeJS.ErrnoException | null = null;
  for (let candidate = port; candidate <= last; candidate++) {
    if (taken.includes(candidate)) continue;
    const found = await problem(host, candidate);
    if (found === null) return candidate;
    first ??= found;
    if (found.code !== 'EADDRINUSE' && found.code !== 'EACCES') break;
  }
  throw explain(first ?? new Error('none is free'), wish, port);
};
