import { isHostName, parseHostPorts } from '@airdeck/domain/host-port';
import { isIpAddress } from '@airdeck/domain/ip-address';
import { z } from 'zod';
import { certificates } from '../certificates.ts';
import { description, exactLine, id, instant, name, stamps, text, yesNo } from '../field.ts';

const MAX_ACCOUNT = 128;
const MAX_PASSWORD = 256;
/** Of the same broker, besides its first address. */
export const MAX_FURTHER_ADDRESSES = 7;
const MAX_ADDRESSES_TEXT = 1_000;

const host = z.string().refine((value) => isIpAddress(value) || isHostName(value), 'HOST');
const furtherAddresses = exactLine(MAX_ADDRESSES_TEXT)
  .refine((text) => parseHostPorts(text) !== null, { error: 'HOST_PORTS', abort: true })
  .refine((text) => (parseHostPorts(text) ?? []).length <= MAX_FURTHER_ADDRESSES, 'TOO_LONG');

/** Fields that a person enters for the MQTT broker at a site. */
export const localServerFields = z.object({
  name,
  /** Address or name of the host. */
  ip: z.string().min(1, { error: 'REQUIRED', abort: true }).pipe(host),
  port: z
    .int({ error: ({ input }) => (input === null || input === undefined ? 'REQUIRED' : 'INVALID') })
    .min(1, 'TOO_SMALL')
    .max(65_535, 'TOO_LARGE'),
  /** Other addresses of the same broker, `host:port` with commas between them, tried in turn. */
  further_addresses: furtherAddresses.nullable().default(null),
  tls: yesNo.default('N'),
  /** Certificates (PEM) of the site's own authority, trusted in place of the usual ones. */
  ca: certificates.nullable().default(null),
  /** Airdeck logs in with a secret that it derives itself, for brokers that ask it who may connect. */
  own_login: yesNo.default('N'),
  /** Without an account the server is entered without a password. */
  account: exactLine(MAX_ACCOUNT).min(1, 'REQUIRED').nullable().default(null),
  /** Never in a response. If empty, the stored one stays. */
  account_password: exactLine(MAX_PASSWORD).nullable().default(null),
  description: description.nullable().default(null),
  use: yesNo.default('Y'),
});
/** Without an organization it is the installation's: its broker serves all organizations. */
export const newLocalServer = localServerFields.extend({ organization_id: id.nullable() });
export type LocalServerFields = z.infer<typeof localServerFields>;
export type NewLocalServer = z.infer<typeof newLocalServer>;

/** In order of urgency. UNKNOWN: no process connects to local servers now. UNUSED: not in use. */
export const CONNECTIONS = ['DISCONNECTED', 'UNKNOWN', 'CONNECTING', 'CONNECTED', 'UNUSED'] as const;
export type ConnectionState = (typeof CONNECTIONS)[number];

/** Why there is no connection to a local server. */
export const CONNECTION_ERRORS = [
  /** No answer from the address. */
  'UNREACHABLE',
  /** The address answers, but no program listens at the port. */
  'REFUSED',
  /** No encryption could be agreed upon, or the certificate is not trusted. */
  'TLS',
  /** The address answers, but not as an MQTT broker. */
  'NO_MQTT',
  /** Account or password are wrong. */
  'LOGIN',
  /** The account may not subscribe to device messages. */
  'SUBSCRIPTION',
  /** It was there, and has gone. */
  'LOST',
  /** Airdeck itself could not take more. */
  'BUSY',
  /** The password was sealed with a key that is not there. */
  'PASSWORD_LOST',
  /** The address is this machine's, or means no host at all. */
  'ADDRESS',
] as const;
export type ConnectionError = (typeof CONNECTION_ERRORS)[number];

export const localServer = z.object({
  id,
  /** null: of the installation. The state of its connection is the worst of its sessions, one for each organization. */
  organization_id: id.nullable(),
  organization_name: text.nullable(),
  name: text,
  ip: text,
  port: z.int(),
  further_addresses: text.nullable(),
  tls: yesNo,
  ca: text.nullable(),
  own_login: yesNo,
  account: text.nullable(),
  has_password: yesNo,
  connection: z.enum(CONNECTIONS),
  connection_error: z.enum(CONNECTION_ERRORS).nullable(),
  connected_time: instant.nullable(),
  /** Since when it has not been connected. */
  down_time: instant.nullable(),
  last_message_time: instant.nullable(),
  messages_a_minute: z.int(),
  description: text.nullable(),
  use: yesNo,
  ...stamps,
});
export type LocalServer = z.infer<typeof localServer>;
