/** One host of a database URL. */
export interface DatabaseHost {
  /** For messages: `host:port`, without user and password. */
  name: string;
  /** The URL with this host alone. */
  url: string;
}

export const MAX_HOSTS = 8;
const MAX_LENGTH = 4_096;
const MAX_HOST_LENGTH = 255;
const DEFAULT_PORT = 5432;

/** Parts of a URL; `new URL` refuses several hosts with ports. */
const URL_PARTS =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<login>[^/?#]*@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const HOST_AND_PORT = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]*)(?::(\d{0,5}))?$/;

interface Place {
  host: string;
  port: number;
}

/**
 * The hosts of a PostgreSQL URL in their order, as libpq reads them: `postgresql://user:password@a:5432,b:5433/airdeck`,
 * or in the parameters `host` and `port`. Null for a malformed URL, a repeated host, or more than MAX_HOSTS hosts.
 */
export function databaseHosts(url: string): DatabaseHost[] | null {
  const parts = URL_PARTS.exec(url)?.groups;
  if (!parts || url.length > MAX_LENGTH) return null;
  const { scheme = '', login = '', hosts = '', path = '', query = '' } = parts;
  const parameters = new URLSearchParams(query);
  const places = placesOf(hosts, parameters);
  if (places === null) return null;
  if (places.length === 1) return URL.canParse(url) ? [{ name: nameOf(places[0] as Place), url }] : null;
  const names = places.map(nameOf);
  if (places.length > MAX_HOSTS || new Set(names).size < names.length) return null;
  const each = places.map(({ host, port }, at) => {
    const own = new URLSearchParams(parameters);
    own.set('host', host);
    own.set('port', String(port));
    // pg prefers the parameters to the host of the address.
    return { name: names[at] ?? '', url: `${scheme}${login}localhost${path}?${own}` };
  });
  return each.every((host) => URL.canParse(host.url)) ? each : null;
}

const nameOf = ({ host, port }: Place): string => (host.startsWith('/') ? host : `${host}:${port}`);

function placesOf(hosts: string, parameters: URLSearchParams): Place[] | null {
  const given = parameters.get('host');
  const pairs = given === null ? hosts.split(',').map(splitPort) : given.split(',').map((host) => ({ host, port: '' }));
  const ports = parameters.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== pairs.length) return null;
  const places: Place[] = [];
  for (const [at, pair] of pairs.entries()) {
    if (pair === null) return null;
    const port = Number((ports.length > 1 ? ports[at] : ports[0]) || pair.port || DEFAULT_PORT);
    // A single URL may leave the host out: it is this machine then.
    const isHost = (pair.host !== '' || pairs.length === 1) && pair.host.length <= MAX_HOST_LENGTH;
    if (!isHost || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
    places.push({ host: pair.host, port });
  }
  return places;
}

function splitPort(text: string): { host: string; port: string } | null {
  const [, host, port = ''] = HOST_AND_PORT.exec(text) ?? [];
  if (host === undefined) return null;
  try {
    return { host: decodeURIComponent(host).replace(/^\[(.*)\]$/, '$1'), port };
  } catch {
    return null;
  }
}
