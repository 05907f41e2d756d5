import { commandLine } from '@airdeck/domain/command-line';
import { isEmail } from '@airdeck/domain/field-rule';
import { isIpAddress } from '@airdeck/domain/ip-address';
import { databaseHosts, MAX_HOSTS } from '../db/database-url.ts';
import { isPushKey, KEY_BYTES, MAX_KEYS, parseKeys } from '../key-ring.ts';
import { type Network, parseNetwork } from '../net/trusted-proxies.ts';
import { SERVER_ROLES } from './server-roles.ts';

export type Mode = 'start' | 'demo';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Option {
  /** Name after `--` on the command line; boolean options have no value. */
  name: string;
  type: 'string' | 'boolean';
  env: string;
  parse: Parse;
  /** Description of the allowed values, used in "--port: 'x' was given; … is allowed." */
  allowed: string;
  help: string;
  /** The only mode that accepts it. */
  only?: Mode;
  /** The only mode that reads its environment variable. */
  envOnly?: Mode;
  /** Never printed in a message. */
  isSecret?: boolean;
}

/** Reads a value; undefined: it is not allowed. Without zod, because the supervisor needs little memory that way. */
type Parse<Value = unknown> = (text: string) => Value | undefined;

/** Texts of which this is true. */
const text =
  (isAllowed: (text: string) => boolean): Parse<string> =>
  (given) =>
    isAllowed(given) ? given : undefined;
const matching = (pattern: RegExp): Parse<string> => text((given) => pattern.test(given));
const oneOf =
  <Value extends string>(values: readonly Value[]): Parse<Value> =>
  (given) =>
    values.find((value) => value === given);
/** Values with commas between them. */
const listOf =
  <Value>(parse: Parse<Value>, max = Number.POSITIVE_INFINITY): Parse<Value[]> =>
  (given) => {
    const values = given.split(',').map(parse);
    const allowed = values.filter((value): value is Value & {} => value !== undefined);
    return allowed.length === values.length && values.length <= max ? allowed : undefined;
  };
const eachOnce =
  <Value>(parse: Parse<Value[]>): Parse<Value[]> =>
  (given) => {
    const values = parse(given);
    return values && new Set(values).size === values.length ? values : undefined;
  };

const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (given) => {
    const value = Number(given);
    return /^\d{1,6}$/.test(given) && value >= min && value <= max ? value : undefined;
  };
const notEmpty = text((given) => given !== '');
const port = { type: 'string', parse: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' } as const;
const path = { type: 'string', parse: notEmpty, allowed: 'the path of a file' } as const;
const hours = {
  type: 'string',
  parse: wholeNumber(1, 8_760),
  allowed: 'a whole number of hours from 1 to 8760',
} as const;
/** Keys in place of a file of the data directory; the first one is used, the others are earlier ones. */
const keys = (isKey: (key: Uint8Array) => boolean) =>
  ({
    type: 'string',
    parse: (given: string) => {
      const found = parseKeys(given) ?? [];
      return found.length > 0 && found.every(isKey) ? found : undefined;
    },
    allowed: `a key of ${KEY_BYTES} bytes in base64, with up to ${MAX_KEYS - 1} earlier ones after commas,`,
    only: 'start',
    envOnly: 'start',
    isSecret: true,
  }) as const;
const YES = ['true', '1', 'yes', 'on', 'y', 'enabled'];
const NO = ['false', '0', 'no', 'off', 'n', 'disabled'];
const flag = {
  type: 'boolean',
  parse: (given: string) => {
    const word = given.toLowerCase();
    return YES.includes(word) ? true : NO.includes(word) ? false : undefined;
  },
  allowed: 'true or false',
} as const;

/** An IP address, or a host name such as localhost. */
const host = matching(/^[A-Za-z0-9.:_-]{1,253}$/);
const roles = eachOnce(listOf(oneOf(SERVER_ROLES)));
const addresses = listOf(text(isIpAddress));
const MAX_NETWORKS = 100;
const networks = listOf<Network>((given) => parseNetwork(given) ?? undefined, MAX_NETWORKS);
const MAX_EMAIL_DOMAINS = 20;
const MAX_UPGRADE_BACKUPS = 20;
const email = text(isEmail);
const domains = eachOnce(
  listOf(
    text((domain) => isEmail(`a@${domain}`)),
    MAX_EMAIL_DOMAINS,
  ),
);
const emailDomains: Parse<string[]> = (given) => domains(given.toLowerCase());
/** Without a trailing slash, so that paths can be appended. */
const publicUrl: Parse<string> = (given) =>
  /^https?:\/\/[^?#]+$/.test(given) && URL.canParse(given) ? given.replace(/\/+$/, '') : undefined;
const databaseUrl = text((given) => databaseHosts(given) !== null);

export const OPTIONS = [
  { name: 'port', env: 'AIRDECK_PORT', ...port, help: 'HTTP port (8080)' },
  { name: 'mqtt-port', env: 'AIRDECK_MQTT_PORT', ...port, help: 'MQTT port (1883)' },
  {
    name: 'host',
    env: 'AIRDECK_HOST',
    type: 'string',
    parse: host,
    allowed: 'an IP address or a host name',
    help: 'address to listen on (start: all, demo: 127.0.0.1)',
  },
  { name: 'metrics-port', env: 'AIRDECK_METRICS_PORT', ...port, help: "port of Prometheus' /metrics (none)" },
  {
    name: 'metrics-host',
    env: 'AIRDECK_METRICS_HOST',
    type: 'string',
    parse: host,
    allowed: 'an IP address or a host name',
    help: 'address on which it listens, without a token (127.0.0.1)',
  },
  {
    name: 'data',
    env: 'AIRDECK_DATA',
    type: 'string',
    parse: notEmpty,
    allowed: 'the path of a folder',
    help: 'data directory (start: ./.airdeck/data, demo: ./.airdeck/demo)',
  },
  {
    name: 'database-url',
    env: 'DATABASE_URL',
    type: 'string',
    parse: databaseUrl,
    allowed: `a URL with up to ${MAX_HOSTS} hosts (a:5432,b:5432) such as postgresql://user:password@host:5432/airdeck`,
    help: 'an outside PostgreSQL in place of the built-in one (demo: by option only)',
    // The demo must not use another program's database that happens to be in the environment.
    envOnly: 'start',
    isSecret: true,
  },
  {
    name: 'database-read-url',
    env: 'DATABASE_READ_URL',
    type: 'string',
    parse: databaseUrl,
    allowed: `a URL with up to ${MAX_HOSTS} hosts (a:5432,b:5432) such as postgresql://user:password@host:5432/airdeck`,
    help: 'standbys of that PostgreSQL, from which history, its files and reports are read (none)',
    only: 'start',
    envOnly: 'start',
    isSecret: true,
  },
  { name: 'token-key', env: 'AIRDECK_TOKEN_KEY', ...keys(() => true), help: 'signs logins (token.key)' },
  {
    name: 'local-server-key',
    env: 'AIRDECK_LOCAL_SERVER_KEY',
    ...keys(() => true),
    help: 'encrypts secrets in the database (local-server.key)',
  },
  { name: 'push-key', env: 'AIRDECK_PUSH_KEY', ...keys(isPushKey), help: 'signs push messages (push.key)' },
  {
    name: 'backup-dir',
    env: 'AIRDECK_BACKUP_DIR',
    type: 'string',
    parse: notEmpty,
    allowed: 'the path of a folder',
    help: 'where backups from the console and by schedule are written (backups in the data directory)',
    only: 'start',
  },
  {
    name: 'roles',
    env: 'AIRDECK_ROLES',
    type: 'string',
    parse: roles,
    allowed: `${SERVER_ROLES.join(', ')}, each once, with commas between`,
    help: 'what this machine does (all of devices,web,work); the rest elsewhere, on the same DATABASE_URL',
    only: 'start',
  },
  { name: 'tls-cert', env: 'AIRDECK_TLS_CERT', ...path, help: 'certificate (PEM) for HTTPS' },
  { name: 'tls-key', env: 'AIRDECK_TLS_KEY', ...path, help: 'its key (PEM)' },
  {
    name: 'mqtt-tls-cert',
    env: 'AIRDECK_MQTT_TLS_CERT',
    ...path,
    help: 'certificate (PEM) for MQTT over TLS',
    // The demo's own devices connect without TLS.
    only: 'start',
  },
  { name: 'mqtt-tls-key', env: 'AIRDECK_MQTT_TLS_KEY', ...path, help: 'its key (PEM)', only: 'start' },
  { name: 'session-hours', env: 'AIRDECK_SESSION_HOURS', ...hours, help: 'longest time logged in (24)' },
  {
    name: 'session-idle-hours',
    env: 'AIRDECK_SESSION_IDLE_HOURS',
    ...hours,
    help: 'longest time logged in without use (8)',
  },
  {
    // The demo's users have addresses that do not exist.
    name: 'smtp-url',
    env: 'AIRDECK_SMTP_URL',
    type: 'string',
    parse: text((given) => /^smtps?:\/\//.test(given) && URL.canParse(given)),
    allowed: 'a URL such as smtps://user:password@mail.example.com',
    help: 'mail server, for who forgot an id or a password (none: an administrator helps)',
    isSecret: true,
    only: 'start',
    envOnly: 'start',
  },
  {
    name: 'mail-from',
    env: 'AIRDECK_MAIL_FROM',
    type: 'string',
    parse: email,
    allowed: 'an e-mail address',
    help: 'sender of mails',
    only: 'start',
    envOnly: 'start',
  },
  {
    name: 'public-url',
    env: 'AIRDECK_PUBLIC_URL',
    type: 'string',
    parse: publicUrl,
    allowed: 'a URL such as https://air.example.com',
    help: 'where people open the console: links in mails begin with it',
    only: 'start',
    envOnly: 'start',
  },
  {
    name: 'email-domains',
    env: 'AIRDECK_EMAIL_DOMAINS',
    type: 'string',
    parse: emailDomains,
    allowed: `up to ${MAX_EMAIL_DOMAINS} domains with commas between them, each once`,
    help: 'e-mail domains offered in the profile (naver.com,daum.net,gmail.com)',
  },
  {
    name: 'webhook-private',
    env: 'AIRDECK_WEBHOOK_PRIVATE',
    ...flag,
    help: 'webhooks may post to private addresses and this machine',
  },
  {
    name: 'local-server-allow',
    env: 'AIRDECK_LOCAL_SERVER_ALLOW',
    type: 'string',
    parse: addresses,
    allowed: 'IP addresses with commas between them',
    help: 'addresses of local servers that are refused otherwise, such as 127.0.0.1',
  },
  {
    name: 'broker-auth',
    env: 'AIRDECK_BROKER_AUTH',
    type: 'string',
    parse: networks,
    allowed: `up to ${MAX_NETWORKS} IP addresses and networks such as 10.1.0.0/16, with commas between them`,
    help: 'brokers of others that may ask which devices they admit, at /broker-auth (none)',
    only: 'start',
  },
  {
    name: 'broker-auth-token',
    env: 'AIRDECK_BROKER_AUTH_TOKEN',
    type: 'string',
    parse: matching(/^[A-Za-z0-9_-]{32,128}$/),
    allowed: '32 to 128 letters, digits, - and _',
    help: 'they must also send it: /broker-auth/user?token=VALUE (none)',
    only: 'start',
    isSecret: true,
  },
  {
    name: 'trusted-proxies',
    env: 'AIRDECK_TRUSTED_PROXIES',
    type: 'string',
    parse: networks,
    allowed: `up to ${MAX_NETWORKS} IP addresses and networks such as 10.1.0.0/16, with commas between them`,
    help: 'proxies whose X-Forwarded-For (HTTP) and PROXY header (MQTT, then required of them) are believed',
    only: 'start',
  },
  {
    name: 'hot-days',
    env: 'AIRDECK_HOT_DAYS',
    type: 'string',
    parse: wholeNumber(1, 366),
    allowed: 'a whole number of days from 1 to 366',
    help: 'days before today that are not packed yet: late readings of them cost least (2)',
  },
  {
    name: 'upgrade-backups',
    env: 'AIRDECK_UPGRADE_BACKUPS',
    type: 'string',
    parse: wholeNumber(0, MAX_UPGRADE_BACKUPS),
    allowed: `a whole number from 0 to ${MAX_UPGRADE_BACKUPS}`,
    help: 'backups from before upgrades that are kept; 0: an upgrade writes none (2)',
  },
  {
    name: 'history-days',
    env: 'AIRDECK_HISTORY_DAYS',
    type: 'string',
    parse: wholeNumber(0, 35),
    allowed: 'a whole number of days from 0 to 35',
    help: 'how far back the demo fills in its past (35)',
    only: 'demo',
  },
  {
    name: 'log-level',
    env: 'AIRDECK_LOG_LEVEL',
    type: 'string',
    parse: oneOf(LOG_LEVELS),
    allowed: LOG_LEVELS.join(', '),
    help: 'what is logged, as JSON lines on standard error (warn; info adds each request)',
  },
  { name: 'reset', env: 'AIRDECK_RESET', ...flag, help: 'start the demo afresh: its data is deleted', only: 'demo' },
  { name: 'help', env: 'AIRDECK_HELP', ...flag, help: 'show this' },
] as const satisfies Option[];

export type OptionName = (typeof OPTIONS)[number]['name'];

/** Help text of a mode's options, one per line. */
export function helpText(mode: Mode): string {
  const lines = OPTIONS.filter((option: Option) => option.only === undefined || option.only === mode).map(
    ({ name, type, env, help }) =>
      `  ${`--${name}${type === 'string' ? ' VALUE' : ''}`.padEnd(28)}${env.padEnd(28)}${help}`,
  );
  return [`${commandLine(mode, process.env)} [options]`, '', ...lines].join('\n');
}
