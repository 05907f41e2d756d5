/** Meters, their sensors and purifiers, and devices that wait. */
export const devices = {
  /** A screen in the menu. */
  menu: {
    measuring: { ko: '측정기', en: 'Meters' },
    gateway: { ko: '게이트웨이', en: 'Gateways' },
    unregisteredMeter: { ko: '미등록 측정기', en: 'Unregistered meters' },
    settingSensor: { ko: '위치별 센서', en: 'Localization sensors' },
    sterilizer: { ko: '공기청정기', en: 'Purifiers' },
  },
  /** One of its rows, in a title. */
  one: {
    measuring: { ko: '측정기', en: 'meter' },
    gateway: { ko: '게이트웨이', en: 'gateway' },
    unregisteredMeter: { ko: '미등록 측정기', en: 'unregistered meter' },
    settingSensor: { ko: '위치별 센서', en: 'localization sensor' },
    sterilizer: { ko: '공기청정기', en: 'purifier' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    measuring: {
      ko: '아직 측정기가 없습니다. 여기에서 추가하거나, 이미 접속한 기기를 미등록 측정기 화면에서 등록해 주세요.',
      en: 'There are no meters yet. Add one here, or register one that is already sending on the screen Unregistered meters.',
    },
    gateway: {
      ko: '아직 게이트웨이가 없습니다. 게이트웨이는 한 연결로 기관의 여러 측정기 값을 전합니다.',
      en: 'There are no gateways yet. A gateway sends for several meters of its organization through one connection.',
    },
    unregisteredMeter: {
      ko: '등록하지 않은 기기가 기관의 등록용 비밀키로 접속하면 여기에 나타나고, 보낸 측정값은 7일 동안 기다립니다.',
      en: 'A device that is not registered appears here when it connects with the enrolment secret of its organization. Its readings are kept for seven days.',
    },
    settingSensor: {
      ko: '아직 센서가 없습니다. 측정기를 등록할 때 함께 만들거나 여기에서 추가해 주세요.',
      en: 'There are no sensors yet. They are made with their meter, or added here.',
    },
    sterilizer: {
      ko: '아직 공기청정기가 없습니다. 먼저 측정기를 등록한 다음 추가해 주세요.',
      en: 'There are no purifiers yet. Register a meter first, then add them.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    meters: { ko: '측정기', en: 'Meter' },
    gateways: { ko: '게이트웨이', en: 'Gateway' },
    unregistered: { ko: '미등록 측정기', en: 'Unregistered meter' },
    sensors: { ko: '위치별 센서', en: 'Localization sensor' },
    purifiers: { ko: '공기청정기', en: 'Purifier' },
  },
  /** Labels of fields and columns. */
  field: {
    is_air: { ko: '공기청정기 연결', en: 'Drives purifiers' },
    take_over: { ko: '기록 이어받기', en: 'Take over history' },
    serial: { ko: '일련번호', en: 'Serial number' },
    hardware_version: { ko: '하드웨어 버전', en: 'Hardware version' },
    software_version: { ko: '소프트웨어 버전', en: 'Software version' },
    firmware_version: { ko: '펌웨어 버전', en: 'Firmware version' },
    first_operation_date: { ko: '최초 가동일', en: 'First operation' },
    cumulative_operation_h: { ko: '누적 가동 시간(시간)', en: 'Operating time (hours)' },
    interval_s: { ko: '측정 간격(초)', en: 'Interval (seconds)' },
    certificate_grade: { ko: '성능인증 등급', en: 'Performance grade' },
    certificate_number: { ko: '성능인증 번호', en: 'Certificate number' },
    certificate_until: { ko: '성능인증 유효기한', en: 'Certificate valid until' },
    calibration_date: { ko: '최근 교정일', en: 'Last calibration' },
    hand_over: { ko: '비밀키 전달', en: 'Secret hand-over' },
    receives_secret: { ko: '비밀키를 연결로 받기', en: 'Receives its secret itself' },
    hand_over_time: { ko: '비밀키 전달 시각', en: 'Hand-over since' },
    sensor_count: { ko: '센서', en: 'Sensors' },
    purifier_count: { ko: '공기청정기', en: 'Purifiers' },
    sensors: { ko: '센서', en: 'Sensors' },
    meter_id: { ko: '측정기', en: 'Meter' },
    meter_name: { ko: '측정기', en: 'Meter' },
    sequence: { ko: '순번', en: 'Sequence number' },
    number: { ko: '번호', en: 'Number' },
    last_connected_time: { ko: '마지막 접속', en: 'Last connection' },
    first_seen_time: { ko: '처음 접속', en: 'First seen' },
    last_seen_time: { ko: '마지막 접속', en: 'Last seen' },
    message_count: { ko: '보낸 메시지', en: 'Messages' },
    waiting_count: { ko: '대기 중인 측정값', en: 'Waiting readings' },
    blocked: { ko: '차단', en: 'Blocked' },
    meter_code: { ko: '측정기 코드', en: 'Meter code' },
  },
  /** Below a field of a form. */
  hint: {
    meterCode: {
      ko: '영문, 숫자, _, - 1~32자. 기기가 이 코드로 접속합니다. 바꾸면 기기 설정도 바꿔야 합니다.',
      en: '1 to 32 letters, digits, _ and -. The device connects with it: change it there too.',
    },
    gatewayCode: {
      ko: '영문, 숫자, _, - 1~32자. 게이트웨이가 이 코드로 접속합니다. 기관의 다른 기기와 같을 수 없습니다.',
      en: '1 to 32 letters, digits, _ and -. The gateway connects with it. No other device of the organization may have it.',
    },
    take_over: {
      ko: '이 코드로 등록했다가 삭제한 측정기의 기록을 이어갑니다.',
      en: 'Continues the history of the deleted meter that had this code.',
    },
    receives_secret: {
      ko: '등록용 비밀키로 접속한 기기에는 새 비밀키를 연결로 보냅니다. 끄면 비밀키를 화면에 한 번 보여 주고, 기기에 직접 넣을 때까지 접속을 받지 않습니다.',
      en: 'A device that connects with the enrolment secret receives its own secret over the connection. Otherwise the secret is shown once, and the device is refused until it has it.',
    },
    certificate_grade: {
      ko: '간이측정기의 성능인증 등급입니다. 공개 페이지의 값 옆에 표시됩니다.',
      en: 'Grade of a simple meter by its performance certificate. The public page shows it beside the values.',
    },
    calibration_date: {
      ko: '교정 주기 1년이 다가오면 찾아가 볼 측정기에 표시됩니다.',
      en: 'When the next one is due, a year later, the meter is listed among those to visit.',
    },
    is_air: { ko: '공기청정기를 함께 제어하는 측정기입니다.', en: 'A meter that drives purifiers.' },
    interval_s: {
      ko: '이 간격의 세 배 동안 값이 없으면 수신 없음으로 봅니다.',
      en: 'Without a value for three of these it counts as silent.',
    },
    channel: {
      ko: '종류와 순번으로 측정 기록을 찾으므로 등록한 뒤에는 바꿀 수 없습니다.',
      en: 'Readings are kept by type and sequence number, so neither can be changed afterwards.',
    },
    sequence: {
      ko: '같은 종류의 센서를 구분하는 번호, 1~99. 등록한 뒤에는 바꿀 수 없습니다.',
      en: 'Tells sensors of one type apart, 1 to 99. It cannot be changed afterwards.',
    },
    number: {
      ko: '측정기 안에서 공기청정기를 구분하는 번호, 1~99. 기기가 이 번호로 상태를 보고합니다.',
      en: 'Tells the purifiers of a meter apart, 1 to 99. The device reports by it.',
    },
    blocked: {
      ko: '차단하면 이 코드의 접속과 게이트웨이가 전하는 값을 받지 않습니다. 언제든 풀 수 있습니다.',
      en: 'Connections with this code and its readings through a gateway are refused. You can undo this.',
    },
  },
} as const;
