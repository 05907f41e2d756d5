import { parseArgs } from 'node:util';
import { EMAIL_DOMAINS } from '@airdeck/contract/user/email-domains';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { MailSettings } from '../mail.ts';
import type { Network } from '../net/trusted-proxies.ts';
import { type LogLevel, type Mode, OPTIONS, type Option, type OptionName } from './options.ts';
import { SERVER_ROLES, type ServerRole } from './server-roles.ts';

export interface TlsFiles {
  cert: string;
  key: string;
}

export interface Config {
  mode: Mode;
  /** The roles that this machine runs. */
  roles: readonly ServerRole[];
  port: number;
  mqttPort: number;
  /** Whether the port was given as an option; if not, the demo looks for a free one. */
  isPortGiven: boolean;
  isMqttPortGiven: boolean;
  host: string;
  /** null: metrics are off. */
  metricsPort: number | null;
  metricsHost: string;
  dataDir: string;
  /** null: a folder in the data directory. */
  backupDir: string | null;
  databaseUrl: string | null;
  /** Standbys of that database; null: everything is read from the primary. */
  databaseReadUrl: string | null;
  /** Keys in place of those in the data directory, the one in use first; none: the files are used. */
  keys: Readonly<Record<'token' | 'localServer' | 'push', readonly Uint8Array[]>>;
  tls: TlsFiles | null;
  mqttTls: TlsFiles | null;
  /** null: no mails are sent. */
  mail: MailSettings | null;
  /** Whether webhooks may post to private addresses. */
  webhookPrivate: boolean;
  /** Loopback and link-local addresses that local servers may use nevertheless. */
  localServerAllow: readonly string[];
  /** Who may ask for the rights of devices at brokers of others, and with which token; null: no address. */
  brokerAuth: { networks: readonly Network[]; token: string | null } | null;
  /** Proxies whose word about a client's address counts. */
  trustedProxies: readonly Network[];
  /** E-mail domains offered in the profile. */
  emailDomains: readonly string[];
  sessionMs: number;
  sessionIdleMs: number;
  /** Number of closed UTC days that stay unpacked. */
  hotDays: number;
  /** Number of backups from before upgrades that are kept; 0: none is written. */
  upgradeBackups: number;
  /** Days of history that the demo creates. */
  historyDays: number;
  logLevel: LogLevel;
  reset: boolean;
  help: boolean;
}

/** An option has an invalid value; the message names the option, the value and the allowed values. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the command line (without program and script) and the environment; an option overrides its variable.
 * @throws ConfigError listing every problem, one per line.
 */
export function parseConfig(mode: Mode, argv: string[], env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const given = readValues(mode, argv, env, problems);
  const text = (name: OptionName) => given[name] as string | undefined;
  const number = (name: OptionName) => given[name] as number | undefined;
  const keys = (name: OptionName) => (given[name] as Uint8Array[] | undefined) ?? [];
  const files = (certName: OptionName, keyName: OptionName): TlsFiles | null => {
    const [cert, key] = [text(certName), text(keyName)];
    if (cert && key) return { cert, key };
    if (cert) problems.push(`--${certName} was given without --${keyName}; both are needed.`);
    if (key) problems.push(`--${keyName} was given without --${certName}; both are needed.`);
    return null;
  };
  const mailSettings = (): MailSettings | null => {
    const [smtpUrl, from, publicUrl] = [text('smtp-url'), text('mail-from'), text('public-url')];
    if (smtpUrl === undefined) return null;
    if (from && publicUrl) return { smtpUrl, from, publicUrl };
    problems.push('--smtp-url was given without --mail-from or --public-url; all three are needed.');
    return null;
  };
  const brokerAuth = (): Config['brokerAuth'] => {
    const networks = given['broker-auth'] as Network[] | undefined;
    const token = text('broker-auth-token') ?? null;
    if (networks !== undefined) return { networks, token };
    if (token !== null) problems.push('--broker-auth-token was given without --broker-auth; both are needed.');
    return null;
  };
  const config: Config = {
    mode,
    roles: (given.roles as ServerRole[] | undefined) ?? SERVER_ROLES,
    port: number('port') ?? 8080,
    mqttPort: number('mqtt-port') ?? 1883,
    isPortGiven: number('port') !== undefined,
    isMqttPortGiven: number('mqtt-port') !== undefined,
    host: text('host') ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    metricsPort: number('metrics-port') ?? null,
    metricsHost: text('metrics-host') ?? '127.0.0.1',
    dataDir: text('data') ?? (mode === 'demo' ? './.airdeck/demo' : './.airdeck/data'),
    backupDir: text('backup-dir') ?? null,
    databaseUrl: text('database-url') ?? null,
    databaseReadUrl: text('database-read-url') ?? null,
    keys: { token: keys('token-key'), localServer: keys('local-server-key'), push: keys('push-key') },
    tls: files('tls-cert', 'tls-key'),
    mqttTls: files('mqtt-tls-cert', 'mqtt-tls-key'),
    mail: mailSettings(),
    webhookPrivate: given['webhook-private'] === true,
    localServerAllow: (given['local-server-allow'] as string[] | undefined) ?? [],
    brokerAuth: brokerAuth(),
    trustedProxies: (given['trusted-proxies'] as Network[] | undefined) ?? [],
    emailDomains: (given['email-domains'] as string[] | undefined) ?? EMAIL_DOMAINS,
    sessionMs: (number('session-hours') ?? 24) * HOUR_MS,
    sessionIdleMs: (number('session-idle-hours') ?? 8) * HOUR_MS,
    hotDays: number('hot-days') ?? 2,
    upgradeBackups: number('upgrade-backups') ?? 2,
    historyDays: number('history-days') ?? 35,
    logLevel: (text('log-level') as LogLevel | undefined) ?? 'warn',
    reset: given.reset === true,
    help: given.help === true,
  };
  const missing = SERVER_ROLES.filter((role) => !config.roles.includes(role));
  if (missing.length > 0 && config.databaseUrl === null) {
    problems.push(
      `--roles leaves out ${missing.join(' and ')}, which would have to run elsewhere, and the built-in PostgreSQL serves this machine alone: give --database-url (DATABASE_URL) too, or leave --roles out.`,
    );
  }
  if (config.databaseReadUrl !== null && config.databaseUrl === null) {
    problems.push('--database-read-url was given without --database-url; both are needed.');
  }
  const ports: [OptionName, number | null][] = [
    ['port', config.port],
    ['mqtt-port', config.mqttPort],
    ['metrics-port', config.metricsPort],
  ];
  for (const [i, [name, port]] of ports.entries()) {
    const other = port && ports.slice(0, i).find((each) => each[1] === port)?.[0];
    if (other) problems.push(`--${other} and --${name} are both ${port}; each needs its own.`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

type Values = Partial<Record<OptionName, unknown>>;

function readValues(mode: Mode, argv: string[], env: Record<string, string | undefined>, problems: string[]): Values {
  const args = readArguments(argv, problems);
  const values: Values = {};
  for (const option of OPTIONS as readonly (Option & { name: OptionName })[]) {
    const { name } = option;
    const fromEnv = option.envOnly === undefined || option.envOnly === mode ? env[option.env] : undefined;
    const argument = args.get(name);
    // Many tools set an empty variable to mean "not set".
    const value = argument ?? (fromEnv || undefined);
    if (value === undefined) continue;
    const source = argument === undefined ? option.env : `--${name}`;
    if (option.only && option.only !== mode) {
      problems.push(`${source} is an option of the ${option.only} only.`);
      continue;
    }
    const parsed = option.parse(value);
    if (parsed !== undefined) values[name] = parsed;
    else
      problems.push(`${source}: ${option.isSecret ? 'what' : `'${value}'`} was given; ${option.allowed} is allowed.`);
  }
  return values;
}

/** Values by option; an unknown option is a problem. */
function readArguments(argv: string[], problems: string[]): Map<string, string> {
  const { tokens } = parseArgs({
    args: argv,
    options: Object.fromEntries(OPTIONS.map(({ name, type }) => [name, { type }])),
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`'${token.value}' is no option; see --help.`);
    if (token.kind !== 'option') continue;
    const option = OPTIONS.find(({ name }) => name === token.name);
    if (!option) problems.push(`${token.rawName} is no option; see --help.`);
    else if (values.has(option.name)) problems.push(`${token.rawName} was given twice.`);
    else if (option.type === 'boolean') values.set(option.name, token.value ?? 'true');
    else if (token.value === undefined) problems.push(`${token.rawName} needs a value: ${option.allowed}.`);
    else values.set(option.name, token.value);
  }
  return values;
}
