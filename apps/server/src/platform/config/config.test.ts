import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { helpText, type Mode, OPTIONS, type Option } from './options.ts';

const problemsOf = (mode: Mode, argv: string[], env = {}): string[] => {
  try {
    parseConfig(mode, argv, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
};

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('parseConfig', () => {
  it('has defaults for each mode', () => {
    const common = {
      roles: ['devices', 'web', 'work'],
      port: 8080,
      mqttPort: 1883,
      isPortGiven: false,
      isMqttPortGiven: false,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      backupDir: null,
      databaseUrl: null,
      databaseReadUrl: null,
      keys: { token: [], localServer: [], push: [] },
      tls: null,
      mqttTls: null,
      mail: null,
      webhookPrivate: false,
      localServerAllow: [],
      trustedProxies: [],
      emailDomains: ['naver.com', 'daum.net', 'gmail.com'],
      sessionMs: 86_400_000,
      sessionIdleMs: 28_800_000,
      hotDays: 2,
      upgradeBackups: 2,
      historyDays: 35,
      logLevel: 'warn',
      reset: false,
      help: false,
    };
    expect(parseConfig('start', [], {})).toEqual({
      ...common,
      mode: 'start',
      host: '0.0.0.0',
      dataDir: './.airdeck/data',
    });
    expect(parseConfig('demo', [], {})).toEqual({
      ...common,
      mode: 'demo',
      host: '127.0.0.1',
      dataDir: './.airdeck/demo',
    });
  });

  it.each([
    ['an option', ['--port', '9000'], {}, { port: 9000, isPortGiven: true }],
    ['with =', ['--port=9000'], {}, { port: 9000 }],
    ['a variable', [], { AIRDECK_PORT: '9000' }, { port: 9000, isPortGiven: true }],
    ['the option wins', ['--port', '9000'], { AIRDECK_PORT: '1' }, { port: 9000 }],
    ['an empty variable is none', [], { AIRDECK_PORT: '' }, { port: 8080, isPortGiven: false }],
    ['the default asked for', ['--mqtt-port', '1883'], {}, { mqttPort: 1883, isMqttPortGiven: true }],
    ['domains of e-mail', ['--email-domains', 'sen.go.kr,Korea.kr'], {}, { emailDomains: ['sen.go.kr', 'korea.kr'] }],
    ['any free port twice', ['--port', '0', '--mqtt-port', '0'], {}, { port: 0, mqttPort: 0 }],
    ['a folder', ['--data', '/var/lib/airdeck'], {}, { dataDir: '/var/lib/airdeck' }],
    ['an IPv6 address', ['--host', '::'], {}, { host: '::' }],
    [
      'mail',
      ['--public-url', 'https://air.example.com/console/'],
      { AIRDECK_SMTP_URL: 'smtps://me:pass@mail.example.com', AIRDECK_MAIL_FROM: 'air@example.com' },
      {
        mail: {
          smtpUrl: 'smtps://me:pass@mail.example.com',
          from: 'air@example.com',
          publicUrl: 'https://air.example.com/console',
        },
      },
    ],
    ['TLS', ['--tls-cert', 'a.pem'], { AIRDECK_TLS_KEY: 'b.pem' }, { tls: { cert: 'a.pem', key: 'b.pem' } }],
    [
      'TLS for MQTT',
      ['--mqtt-tls-cert', 'a.pem', '--mqtt-tls-key', 'b.pem'],
      {},
      { tls: null, mqttTls: { cert: 'a.pem', key: 'b.pem' } },
    ],
    ['a database', [], { DATABASE_URL: 'postgres://me:x@db/air' }, { databaseUrl: 'postgres://me:x@db/air' }],
    [
      'a database of two hosts',
      [],
      { DATABASE_URL: 'postgres://me:x@a:5432,b:5433/air' },
      { databaseUrl: 'postgres://me:x@a:5432,b:5433/air' },
    ],
    [
      'standbys',
      ['--database-url', 'postgres://a/air'],
      { DATABASE_READ_URL: 'postgres://b,c/air' },
      { databaseReadUrl: 'postgres://b,c/air' },
    ],
    [
      'keys',
      [],
      { AIRDECK_TOKEN_KEY: `${key(1)},${key(2)}`, AIRDECK_PUSH_KEY: key(3) },
      {
        keys: {
          ...{ token: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)], localServer: [] },
          push: [new Uint8Array(32).fill(3)],
        },
      },
    ],
    [
      'hours',
      ['--session-hours', '2', '--session-idle-hours', '1'],
      {},
      { sessionMs: 7_200_000, sessionIdleMs: 3_600_000 },
    ],
    ['backups before upgrades', ['--upgrade-backups', '0'], {}, { upgradeBackups: 0 }],
    [
      'proxies',
      ['--trusted-proxies', '192.0.2.7,10.0.0.0/8,fd00::/8'],
      {},
      {
        trustedProxies: [
          ['192.0.2.7', 32],
          ['10.0.0.0', 8],
          ['fd00::', 8],
        ],
      },
    ],
    ['a proxy', [], { AIRDECK_TRUSTED_PROXIES: '::1' }, { trustedProxies: [['::1', 128]] }],
    ['hot days', [], { AIRDECK_HOT_DAYS: '7' }, { hotDays: 7 }],
    ['metrics', ['--metrics-port', '9464'], { AIRDECK_METRICS_HOST: '::1' }, { metricsPort: 9464, metricsHost: '::1' }],
    ['roles', ['--roles', 'web,work'], { DATABASE_URL: 'postgres://db/air' }, { roles: ['web', 'work'] }],
    ['all roles, which need no other machine', [], { AIRDECK_ROLES: 'work,web,devices' }, { databaseUrl: null }],
    ['help', ['--help'], {}, { help: true }],
  ])('start reads %s', (_title, argv, env, expected) => {
    expect(parseConfig('start', argv, env)).toMatchObject(expected);
  });

  it('resets the demo, which leaves a database in the environment alone', () => {
    expect(parseConfig('demo', ['--reset'], { DATABASE_URL: 'postgres://db/mine' })).toMatchObject({
      reset: true,
      databaseUrl: null,
    });
    expect(parseConfig('demo', ['--database-url', 'postgres://db/demo'], {}).databaseUrl).toBe('postgres://db/demo');
  });

  it.each([
    [['--port', 'abc'], {}, "--port: 'abc' was given; a whole number from 0 to 65535 is allowed."],
    [['--port', '65536'], {}, "--port: '65536' was given; a whole number from 0 to 65535 is allowed."],
    [['--port=-1'], {}, "--port: '-1' was given; a whole number from 0 to 65535 is allowed."],
    [['--port', '80.5'], {}, "--port: '80.5' was given; a whole number from 0 to 65535 is allowed."],
    [
      [],
      { AIRDECK_MQTT_PORT: '1883x' },
      "AIRDECK_MQTT_PORT: '1883x' was given; a whole number from 0 to 65535 is allowed.",
    ],
    [['--port'], {}, '--port needs a value: a whole number from 0 to 65535.'],
    [['--port', '1', '--port', '2'], {}, '--port was given twice.'],
    [['--prot', '1'], {}, '--prot is no option; see --help.'],
    [['-p'], {}, '-p is no option; see --help.'],
    [['8080'], {}, "'8080' is no option; see --help."],
    [['--data='], {}, "--data: '' was given; the path of a folder is allowed."],
    [['--host', 'http://x'], {}, "--host: 'http://x' was given; an IP address or a host name is allowed."],
    ...['0.0.0.0/0', 'proxy.example.com', '10.0.0.1,', `${'10.0.0.1,'.repeat(100)}10.0.0.1`].map(
      (given): [string[], object, string] => [
        ['--trusted-proxies', given],
        {},
        `--trusted-proxies: '${given}' was given; up to 100 IP addresses and networks such as 10.1.0.0/16, with commas between them is allowed.`,
      ],
    ),
    [['--reset'], {}, '--reset is an option of the demo only.'],
    [['--reset=perhaps'], {}, '--reset is an option of the demo only.'],
    [['--upgrade-backups', '21'], {}, "--upgrade-backups: '21' was given; a whole number from 0 to 20 is allowed."],
    [['--hot-days', '0'], {}, "--hot-days: '0' was given; a whole number of days from 1 to 366 is allowed."],
    [['--help=perhaps'], {}, "--help: 'perhaps' was given; true or false is allowed."],
    [
      ['--smtp-url', 'smtp://mail.example.com', '--mail-from', 'air@example.com'],
      {},
      '--smtp-url was given without --mail-from or --public-url; all three are needed.',
    ],
    [
      ['--public-url', 'javascript:alert(1)'],
      {},
      "--public-url: 'javascript:alert(1)' was given; a URL such as https://air.example.com is allowed.",
    ],
    [
      ['--database-read-url', 'postgres://b/air'],
      {},
      '--database-read-url was given without --database-url; both are needed.',
    ],
    [['--tls-cert', 'a'], {}, '--tls-cert was given without --tls-key; both are needed.'],
    [['--mqtt-tls-key', 'a'], {}, '--mqtt-tls-key was given without --mqtt-tls-cert; both are needed.'],
    [['--port', '1883'], {}, '--port and --mqtt-port are both 1883; each needs its own.'],
    [['--metrics-port', '8080'], {}, '--port and --metrics-port are both 8080; each needs its own.'],
    [['--metrics-host', ''], {}, "--metrics-host: '' was given; an IP address or a host name is allowed."],
    [
      ['--roles', 'web,mail'],
      {},
      "--roles: 'web,mail' was given; devices, web, work, each once, with commas between is allowed.",
    ],
    [
      ['--roles', 'web,web'],
      {},
      "--roles: 'web,web' was given; devices, web, work, each once, with commas between is allowed.",
    ],
    [['--roles='], {}, "--roles: '' was given; devices, web, work, each once, with commas between is allowed."],
    [
      ['--roles', 'web'],
      {},
      '--roles leaves out devices and work, which would have to run elsewhere, and the built-in PostgreSQL serves this machine alone: give --database-url (DATABASE_URL) too, or leave --roles out.',
    ],
    [
      ['--session-hours', '0'],
      {},
      "--session-hours: '0' was given; a whole number of hours from 1 to 8760 is allowed.",
    ],
  ])('start refuses %j %j', (argv, env, problem) => {
    const problems = problemsOf('start', argv, env);
    expect(problems).toContain(problem);
  });

  it.each(['AIRDECK_TOKEN_KEY', 'AIRDECK_LOCAL_SERVER_KEY', 'AIRDECK_PUSH_KEY'])(
    'refuses a malformed key without repeating it: %s',
    (name) => {
      const problems = problemsOf('start', [], { [name]: 'hunter2' });
      expect(problems).toEqual([expect.stringContaining(`${name}: what was given; a key of 32 bytes in base64`)]);
    },
  );

  it('refuses a push key that is no private key of the curve', () => {
    expect(problemsOf('start', [], { AIRDECK_PUSH_KEY: key(255) })).toHaveLength(1);
  });

  it('never repeats a database URL, which holds a password', () => {
    const problems = problemsOf('start', [], { DATABASE_URL: 'mysql://me:hunter2@db/air' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^DATABASE_URL: .*postgresql:\/\/user:password@host:5432\/airdeck is allowed\.$/);
    expect(problems[0]).not.toContain('hunter2');
  });

  it('names everything that is wrong at once', () => {
    expect(problemsOf('demo', ['--port', 'x', '--nonsense', '--tls-key', 'k'])).toHaveLength(3);
  });
});

describe('helpText', () => {
  it.each(['start', 'demo'] as const)('lists the options of %s with their variables', (mode) => {
    const text = helpText(mode);
    for (const { name, env } of OPTIONS.filter((option: Option) => option.only === undefined)) {
      expect(text).toContain(`--${name}`);
      expect(text).toContain(env);
    }
    expect(text.includes('--reset')).toBe(mode === 'demo');
  });
});

describe('--email-domains', () => {
  it.each([
    ['no domain', 'localhost'],
    ['an address', 'kim@example.com'],
    ['a gap', 'a.kr,,b.kr'],
    ['one twice', 'a.kr,A.kr'],
    ['too many', Array.from({ length: 21 }, (_, i) => `a${i}.kr`).join(',')],
  ])('refuses %s', (_, given) => {
    expect(problemsOf('start', ['--email-domains', given])).toEqual([expect.stringContaining('--email-domains')]);
  });
});
