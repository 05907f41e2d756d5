/** Ways in for devices that do not speak the native protocol, and the devices behind them. */
export const doors = {
  /** A screen in the menu. */
  menu: {
    door: { ko: '수신 경로', en: 'Data sources' },
    doorDevice: { ko: '연결 기기', en: 'Connected devices' },
    decoder: { ko: '디코더', en: 'Decoders' },
  },
  /** One of its rows, in a title. */
  one: {
    door: { ko: '수신 경로', en: 'data source' },
    doorDevice: { ko: '연결 기기', en: 'connected device' },
    decoder: { ko: '디코더', en: 'decoder' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    door: {
      ko: '아직 수신 경로가 없습니다. 기기 연결 화면에서 기기를 고르면 함께 만들어집니다.',
      en: 'There are no data sources yet. The screen Connect a device makes one for the device that you choose.',
    },
    doorDevice: {
      ko: '아직 메시지를 보낸 기기가 없습니다. 수신 경로로 메시지가 오면 기기가 여기에 나타납니다.',
      en: 'No device has sent a message yet. Devices appear here when messages arrive through a data source.',
    },
    decoder: {
      ko: '아직 디코더가 없습니다. 기기 종류 목록에 없는 기기의 메시지를 읽으려면 디코더 편집기에서 작성하세요.',
      en: 'There are no decoders yet. Write one in the decoder editor to read messages of a device that no family knows.',
    },
  },
  /** Above the list. */
  note: {
    door: {
      ko: 'Airdeck 방식으로 보내지 못하는 기기의 메시지가 들어오는 곳입니다. 여러 기기가 한 경로를 함께 씁니다.',
      en: 'Messages of devices that do not speak Airdeck’s own protocol arrive here. Many devices can share one source.',
    },
    doorDevice: {
      ko: '측정기에 연결하지 않은 기기의 메시지는 7일 동안 기다리고, 연결하면 그 값도 함께 저장됩니다.',
      en: 'Messages of a device without a meter are kept for 7 days. Once it is connected, their values are stored too.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    doors: { ko: '수신 경로', en: 'Data source' },
    door_devices: { ko: '연결 기기', en: 'Connected device' },
    decoders: { ko: '디코더', en: 'Decoder' },
  },
  /** Labels of fields and columns. */
  field: {
    kind: { ko: '방식', en: 'Kind' },
    envelope: { ko: '네트워크 서버', en: 'Network server' },
    driver: { ko: '기기 종류', en: 'Device family' },
    local_server_id: { ko: '로컬 서버', en: 'Local server' },
    local_server_name: { ko: '로컬 서버', en: 'Local server' },
    filters: { ko: 'MQTT 토픽', en: 'MQTT topics' },
    device_count: { ko: '기기', en: 'Devices' },
    unbound_count: { ko: '연결할 기기', en: 'To be connected' },
    door_id: { ko: '수신 경로', en: 'Data source' },
    door_name: { ko: '수신 경로', en: 'Data source' },
    address: { ko: '기기 주소', en: 'Device address' },
    purifier: { ko: '공기청정기 번호', en: 'Purifier number' },
    connected: { ko: '측정기 연결', en: 'Connected' },
    state: { ko: '상태', en: 'State' },
    trouble: { ko: '꺼진 이유', en: 'Why it is off' },
    trouble_time: { ko: '꺼진 시각', en: 'Off since' },
    example_count: { ko: '예제', en: 'Examples' },
    use_count: { ko: '쓰는 곳', en: 'Used by' },
    home_assistant: { ko: 'Home Assistant에 내보내기', en: 'Publish for Home Assistant' },
    fault: { ko: '마지막 문제', en: 'Last problem' },
    host: { ko: '기기의 IP 주소', en: 'IP address of the device' },
    unit: { ko: 'Modbus 주소(슬레이브 ID)', en: 'Modbus address (slave id)' },
    path: { ko: '읽을 경로', en: 'Path to read' },
    transport: { ko: '전송 방식', en: 'Transport' },
    poll_interval_s: { ko: '읽는 간격(초)', en: 'Read every (seconds)' },
    register_map: { ko: '레지스터 표', en: 'Register map' },
    poll_login: { ko: '기기 로그인', en: 'Login at the device' },
    poll_account: { ko: '계정 또는 헤더 이름', en: 'Account or name of the header' },
    poll_secret: { ko: '비밀번호 또는 토큰', en: 'Password or token' },
    header_name: { ko: '비밀값 헤더 이름', en: 'Header of the second secret' },
    header_secret: { ko: '추가 비밀값', en: 'Second secret' },
  },
  /** Below a field. */
  hint: {
    envelope: {
      ko: '비워 두면 메시지를 보고 알아냅니다.',
      en: 'If empty, it is recognized by its messages.',
    },
    driver: {
      ko: '비워 두면 메시지를 보고 알아냅니다.',
      en: 'If empty, it is recognized by its messages.',
    },
    filters: {
      ko: '한 줄에 하나씩. 로컬 서버에서는 받을 토픽, 브로커 계정에서는 보낼 수 있는 토픽입니다. +와 #을 쓸 수 있습니다.',
      en: 'One a line. At a local server the topics to receive, for an account of the broker those that it may publish to. + and # are allowed.',
    },
    address: {
      ko: '기기가 쓰는 이름 그대로: DevEUI, 일련번호, 토픽. 등록한 뒤에는 바꿀 수 없습니다.',
      en: 'As the device calls itself: DevEUI, serial number, topic. It cannot be changed afterwards.',
    },
    register_map: {
      ko: '비워 두면 수신 경로의 표를 씁니다. 예에서 시작해 기기 설명서에 맞게 고칠 수 있습니다.',
      en: 'If empty, that of the data source is used. Start from an example and change it by the manual of the device.',
    },
    home_assistant: {
      ko: '언어를 고르면 기관의 측정기, 등급, 장애, 공기청정기가 그 언어로 Home Assistant에 나타납니다. 한 기관에 한 경로만 됩니다.',
      en: 'Choose a language: the meters, grades, alarms and purifiers of the organization appear in Home Assistant. One data source of an organization can do this.',
    },
    poll_port: {
      ko: '비워 두면 80, HTTPS는 443, Modbus는 502입니다.',
      en: 'If empty 80, with HTTPS 443, with Modbus 502.',
    },
    poll_tls: {
      ko: '기기를 HTTPS로 읽고 인증서를 확인합니다.',
      en: 'The device is read over HTTPS, and its certificate is checked.',
    },
    poll_ca: {
      ko: '기기의 인증서가 자체 발급이면 그 인증서나 발급 기관의 PEM 내용을 붙여 넣습니다. 비워 두면 공인 인증서만 신뢰합니다.',
      en: 'For a private certificate: that of the device or of its authority in PEM format. If empty, only public authorities are trusted.',
    },
    poll_secret: {
      ko: '암호화하여 저장하며 다시 보여 주지 않습니다. 비워 두면 그대로 두고, 주소를 바꾸면 다시 입력해야 합니다.',
      en: 'Stored encrypted and never shown again. Left empty, the old one stays; another address needs it again.',
    },
    header_name: {
      ko: '보내는 쪽에서 정할 수 있는 헤더입니다(예: Authorization, X-Api-Key). 비밀값만 넣으면 X-Airdeck-Secret을 쓰고, 이름을 지우면 비밀값도 지워집니다.',
      en: 'A header that the sender can set, such as Authorization or X-Api-Key. With a secret alone it is X-Airdeck-Secret. If it is emptied, the secret is removed.',
    },
    header_secret: {
      ko: '요청 주소에 더해 헤더로도 확인합니다. 8~200자의 영문, 숫자, 기호. 다시 보여 주지 않으며, 수정할 때 비워 두면 그대로 둡니다.',
      en: 'Checked in the header in addition to the address: 8–200 letters, digits and signs. Never shown again. Left empty while editing, the old one stays.',
    },
    doorCode: {
      ko: '기관 안에서 하나뿐인 코드입니다. 기기에 넣을 필요는 없습니다.',
      en: 'Unique within the organization. It need not be entered at the device.',
    },
    modbusPort: { ko: '보통 502입니다.', en: 'Usually 502.' },
    doorBlocked: {
      ko: '차단하면 이 기기의 메시지를 버리고 읽지도 않습니다. 언제든 풀 수 있습니다.',
      en: 'Its messages are dropped, and it is not read. You can undo this.',
    },
    purifier: {
      ko: '이 기기가 측정기의 공기청정기라면 그 번호를 넣습니다.',
      en: 'If this device is a purifier of the meter, enter its number.',
    },
  },
} as const;
