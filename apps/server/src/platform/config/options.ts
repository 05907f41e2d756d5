import { email } from '@airdeck/contract/field';
import { commandLine } from '@airdeck/domain/command-line';
import { isEmail } from '@airdeck/domain/field-rule';
import { isIpAddress } from '@airdeck/domain/ip-address';
import { z } from 'zod';
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
  schema: z.ZodType<unknown>;
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

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const port = { type: 'string', schema: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' } as const;
const path = { type: 'string', schema: z.string().min(1), allowed: 'the path of a file' } as const;
const hours = {
  type: 'string',
  schema: wholeNumber(1, 8_760),
  allowed: 'a whole number of hours from 1 to 8760',
} as const;
/** Keys in place of a file of the data directory; the first one is used, the others are earlier ones. */
const keys = (isKey: (key: Uint8Array) => boolean) =>
  ({
    type: 'string',
    schema: z
      .string()
      .transform((text) => parseKeys(text) ?? [])
      .refine((found) => found.length > 0 && found.every(isKey)),
    allowed: `a key of ${KEY_BYTES} bytes in base64, with up to ${MAX_KEYS - 1} earlier ones after commas,`,
    only: 'start',
    envOnly: 'start',
    isSecret: true,
  }) as const;
const flag = { type: 'boolean', schema: z.stringbool(), allowed: 'true or false' } as const;

/** An IP address, or a host name such as localhost. */
const host = z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/);
const roles = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(SERVER_ROLES)).refine((names) => new Set(names).size === names.length));
const addresses = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().refine(isIpAddress)));
const MAX_PROXIES = 100;
const networks = z
  .string()
  .transform((text) => text.split(',').map(parseNetwork))
  .refine((list): list is Network[] => list.length <= MAX_PROXIES && !list.includes(null));
const MAX_EMAIL_DOMAINS = 20;
const MAX_UPGRADE_BACKUPS = 20;
const emailDomains = z
  .string()
  .transform((text) => text.toLowerCase().split(','))
  .pipe(
    z
      .array(z.string().refine((domain) => isEmail(`a@${domain}`)))
      .max(MAX_EMAIL_DOMAINS)
      .refine((domains) => new Set(domains).size === domains.length),
  );
/** Without a trailing slash, so that paths can be appended. */
const publicUrl = z
  .string()
  .refine((text) => /^https?:\/\/[^?#]+$/.test(text) && URL.canParse(text))
  .transform((text) => text.replace(/\/+$/, ''));
const databaseUrl = z.string().refine((text) => databaseHosts(text) !== null);

export const OPTIONS = [
  { name: 'port', env: 'AIRDECK_PORT', ...port, help: 'HTTP port (8080)' },
  { name: 'mqtt-port', env: 'AIRDECK_MQTT_PORT', ...port, help: 'MQTT port (1883)' },
  {
    name: 'host',
    env: 'AIRDECK_HOST',
    type: 'string',
    schema: host,
    allowed: 'an IP address or a host name',
    help: 'address to listen on (start: all, demo: 127.0.0.1)',
  },
  { name: 'metrics-port', env: 'AIRDECK_METRICS_PORT', ...port, help: "port of Prometheus' /metrics (none)" },
  {
    name: 'metrics-host',
    env: 'AIRDECK_METRICS_HOST',
    type: 'string',
    schema: host,
    allowed: 'an IP address or a host name',
    help: 'address on which it listens, without a token (127.0.0.1)',
  },
  {
    name: 'data',
    env: 'AIRDECK_DATA',
    type: 'string',
    schema: z.string().min(1),
    allowed: 'the path of a folder',
    help: 'data directory (start: ./.airdeck/data, demo: ./.airdeck/demo)',
  },
  {
    name: 'database-url',
    env: 'DATABASE_URL',
    type: 'string',
    schema: databaseUrl,
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
    schema: databaseUrl,
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
    schema: z.string().min(1),
    allowed: 'the path of a folder',
    help: 'where backups from the console and by schedule are written (backups in the data directory)',
    only: 'start',
  },
  {
    name: 'roles',
    env: 'AIRDECK_ROLES',
    type: 'string',
    schema: roles,
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
    schema: z.string().refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text)),
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
    schema: email,
    allowed: 'an e-mail address',
    help: 'sender of mails',
    only: 'start',
    envOnly: 'start',
  },
  {
    name: 'public-url',
    env: 'AIRDECK_PUBLIC_URL',
    type: 'string',
    schema: publicUrl,
    allowed: 'a URL such as https://air.example.com',
    help: 'where people open the console: links in mails begin with it',
    only: 'start',
    envOnly: 'start',
  },
  {
    name: 'email-domains',
    env: 'AIRDECK_EMAIL_DOMAINS',
    type: 'string',
    schema: emailDomains,
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
    schema: addresses,
    allowed: 'IP addresses with commas between them',
    help: 'addresses of local servers that are refused otherwise, such as 127.0.0.1',
  },
  {
    name: 'trusted-proxies',
    env: 'AIRDECK_TRUSTED_PROXIES',
    type: 'string',
    schema: networks,
    allowed: `up to ${MAX_PROXIES} IP addresses and networks such as 10.1.0.0/16, with commas between them`,
    help: 'proxies whose X-Forwarded-For (HTTP) and PROXY header (MQTT, then required of them) are believed',
    only: 'start',
  },
  {
    name: 'hot-days',
    env: 'AIRDECK_HOT_DAYS',
    type: 'string',
    schema: wholeNumber(1, 366),
    allowed: 'a whole number of days from 1 to 366',
    help: 'days before today that are not packed yet: late readings of them cost least (2)',
  },
  {
    name: 'upgrade-backups',
    env: 'AIRDECK_UPGRADE_BACKUPS',
    type: 'string',
    schema: wholeNumber(0, MAX_UPGRADE_BACKUPS),
    allowed: `a whole number from 0 to ${MAX_UPGRADE_BACKUPS}`,
    help: 'backups from before upgrades that are kept; 0: an upgrade writes none (2)',
  },
  {
    name: 'history-days',
    env: 'AIRDECK_HISTORY_DAYS',
    type: 'string',
    schema: wholeNumber(0, 35),
    allowed: 'a whole number of days from 0 to 35',
    help: 'how far back the demo fills in its past (35)',
    only: 'demo',
  },
  {
    name: 'log-level',
    env: 'AIRDECK_LOG_LEVEL',
    type: 'string',
    schema: z.enum(LOG_LEVELS),
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
