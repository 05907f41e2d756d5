import { LOCAL_SERVER_ORDERS, localServers } from '@airdeck/contract/local-server/routes';
import { CONNECTIONS, type ConnectionState, type LocalServer } from '@airdeck/contract/local-server/schema';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import chip from '../../../ui/work-mode-chip.module.css';
import type { Column, Definition } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './local-servers.module.css';
import { OwnerCell } from './owner-cell.tsx';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';

const REFRESH_MS = 5_000;

const LOOK: Readonly<Record<ConnectionState, { icon: IconName; tone: Tone }>> = {
  CONNECTED: { icon: 'check', tone: 3 },
  CONNECTING: { icon: 'refresh', tone: 0 },
  DISCONNECTED: { icon: 'offline', tone: 5 },
  UNKNOWN: { icon: 'info', tone: 0 },
  UNUSED: { icon: 'pause', tone: 0 },
};

/** State of the connection, and for a missing one since when and why. */
function ConnectionCell({ item }: { item: LocalServer }) {
  const texts = useTexts();
  const { connection: state, connection_error: error, connected_time: connected, down_time: down } = item;
  const since = state === 'CONNECTED' ? connected : state === 'DISCONNECTED' ? down : null;
  const reason = state === 'DISCONNECTED' && error !== null ? texts.choice('connection_error', error) : null;
  return (
    <span className={styles.connection}>
      <span className={styles.state}>
        <span className={chip.chip} data-tone={LOOK[state].tone}>
          <Icon name={LOOK[state].icon} size={15} />
          {texts.choice('connection', state)}
        </span>
        {since === null ? null : <RelativeTime time={since} />}
      </span>
      {reason}
    </span>
  );
}

function LastMessageCell({ item: { last_message_time: time } }: { item: LocalServer }) {
  return time === null ? <>–</> : <RelativeTime time={time} />;
}

const CONNECTION: Column<LocalServer> = { name: 'connection', Cell: ConnectionCell };

export const LOCAL_SERVER: Definition<typeof localServers> = {
  title: 'localServer',
  empty: 'localServer',
  entity: 'local_servers',
  routes: localServers,
  sortable: LOCAL_SERVER_ORDERS,
  places: 'organization',
  filters: [{ name: 'connection', choice: 'connection', options: CONNECTIONS }, USE],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name', Cell: OwnerCell },
    CONNECTION,
    { name: 'last_message_time', Cell: LastMessageCell },
    { name: 'messages_a_minute', kind: 'number' },
    { name: 'ip' },
    { name: 'port', kind: 'text' },
    { name: 'further_addresses', extra: true },
    { name: 'own_login', kind: 'yesNo', extra: true },
    { name: 'account', extra: true },
    { name: 'has_password', kind: 'yesNo', extra: true },
    { name: 'tls', kind: 'yesNo' },
    { name: 'use', kind: 'choice', choice: 'use', extra: true },
    { name: 'description', extra: true, long: true },
    ...STAMPS,
  ],
  facts: [{ name: 'organization_name', Cell: OwnerCell }, CONNECTION, { name: 'last_message_time', kind: 'time' }],
  fields: [
    {
      ...{ name: 'organization_id', kind: 'reference', reference: toOrganization, onlyWhenAdded: true },
      hint: 'local_server_organization',
    },
    { name: 'name', kind: 'text', required: true },
    { name: 'ip', kind: 'text', required: true, half: true },
    { name: 'port', kind: 'number', required: true, half: true },
    { name: 'further_addresses', kind: 'text' },
    { name: 'own_login', kind: 'yesNo' },
    { name: 'account', kind: 'text', half: true, shown: ({ own_login }) => own_login !== 'Y' },
    { name: 'account_password', kind: 'password', half: true, shown: ({ own_login }) => own_login !== 'Y' },
    { name: 'tls', kind: 'yesNo', half: true },
    { name: 'use', kind: 'yesNo', half: true },
    { name: 'ca', kind: 'multiline', shown: ({ tls }) => tls === 'Y' },
    { name: 'description', kind: 'longText' },
  ],
  initial: { port: 1883, tls: 'N', own_login: 'N' },
  nameOf,
  note: 'localServer',
  refreshMs: REFRESH_MS,
};
