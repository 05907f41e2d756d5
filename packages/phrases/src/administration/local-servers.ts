/** MQTT brokers of sites. */
export const localServers = {
  /** A screen in the menu. */
  menu: {
    localServer: { ko: '로컬 서버', en: 'Local servers' },
  },
  /** One of its rows, in a title. */
  one: {
    localServer: { ko: '로컬 서버', en: 'local server' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    localServer: {
      ko: '아직 로컬 서버가 없습니다. 현장에 MQTT 브로커가 있을 때만 필요합니다.',
      en: 'There are no local servers yet. You need one only where a site has an MQTT broker of its own.',
    },
  },
  /** Above the list. */
  note: {
    localServer: {
      ko: '현장에 있는 MQTT 브로커나 모든 기관이 함께 쓰는 브로커에 Airdeck이 직접 접속해 측정값을 받고 제어 명령을 보냅니다. 1분 넘게 연결되지 않으면 장애가 한 건 발생합니다.',
      en: 'Airdeck connects to the MQTT broker at each site, or to one for all organizations, receives the readings of its devices and sends them commands. A connection lost for a minute raises one alarm.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    local_servers: { ko: '로컬 서버', en: 'Local server' },
  },
  /** Labels of fields and columns. */
  field: {
    port: { ko: '포트', en: 'Port' },
    further_addresses: { ko: '추가 주소', en: 'Further addresses' },
    own_login: { ko: 'Airdeck 자체 계정 사용', en: "Airdeck's own login" },
    tls: { ko: 'TLS 암호화', en: 'TLS encryption' },
    account: { ko: '접속 계정', en: 'Account' },
    account_password: { ko: '접속 비밀번호', en: 'Password' },
    has_password: { ko: '비밀번호', en: 'Password' },
    connection: { ko: '연결 상태', en: 'Connection' },
    connection_error: { ko: '연결 오류', en: 'Connection error' },
    connected_time: { ko: '연결 시각', en: 'Connected since' },
    down_time: { ko: '연결 끊긴 시각', en: 'Not connected since' },
    last_message_time: { ko: '마지막 수신', en: 'Last message' },
    messages_a_minute: { ko: '분당 메시지', en: 'Messages a minute' },
    ca: { ko: '현장 인증서(CA)', en: 'Certificates of the site (CA)' },
  },
  /** Below a field. */
  hint: {
    local_server_organization: {
      ko: '비워 두면 모든 기관이 함께 쓰는 브로커입니다. Airdeck이 기관마다 따로 접속합니다. 나중에 바꿀 수 없습니다.',
      en: 'If empty, all organizations share the broker, and Airdeck connects once for each of them. It cannot be changed later.',
    },
    port: { ko: '보통 1883, TLS는 8883입니다.', en: 'Usually 1883, with TLS 8883.' },
    further_addresses: {
      ko: '같은 브로커의 다른 주소입니다. 앞의 주소에 연결되지 않으면 차례로 시도합니다. 모든 주소에 호스트 이름을 쓸 수 있습니다. 예: 10.0.0.6:1883, mqtt.example.com:1883',
      en: 'Other addresses of the same broker, tried in turn while the one before does not answer. Every address can be a host name: 10.0.0.6:1883, mqtt.example.com:1883',
    },
    own_login: {
      ko: '접속 권한을 Airdeck에 물어보는 브로커(RabbitMQ, EMQX, Mosquitto)에 씁니다. 비밀번호는 Airdeck이 스스로 만들며 입력하지 않습니다.',
      en: 'For a broker that asks Airdeck who may connect (RabbitMQ, EMQX, Mosquitto). Airdeck makes the secret itself; none is entered.',
    },
    account: {
      ko: '비워 두면 계정 없이 접속하고, 저장된 비밀번호는 지워집니다.',
      en: 'If empty, no account is used and a stored password is deleted.',
    },
    account_password: {
      ko: '암호화하여 저장하며 다시 보여 주지 않습니다. 수정할 때 비워 두면 그대로 둡니다.',
      en: 'Stored encrypted and never shown again. Left empty while editing, the old one stays.',
    },
    ca: {
      ko: 'TLS를 쓰고 인증서를 자체 발급했을 때 PEM 내용을 붙여 넣습니다. 비워 두면 공인 인증서만 신뢰합니다.',
      en: 'For TLS with a private certificate: its authority in PEM format. If empty, only public authorities are trusted.',
    },
  },
} as const;
