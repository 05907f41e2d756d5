import type { Guide } from '../guide.ts';

/** LoRaWAN: the settings are those of the network server; only the model and the interval are the device's. */
const LORAWAN: Guide = {
  ko: [
    '장치를 네트워크 서버(ChirpStack, The Things Stack, ThingPark, LORIOT, Milesight 게이트웨이)에 등록하세요.',
    '장치 프로파일 이름에 모델명을 넣으세요. 같은 형식을 쓰는 모델은 이름으로만 구별됩니다.',
    '네트워크 서버를 이 서버에 연결하세요. ChirpStack을 MQTT로 연결하는 방법이 가장 안전합니다.',
    '전송 주기는 제조사 앱에서 정하고, 같은 값을 미터의 주기로 지정하세요.',
  ],
  en: [
    'Register the device with a network server: ChirpStack, The Things Stack, ThingPark, LORIOT or a Milesight gateway.',
    "Put the model into the device profile's name: only it distinguishes models with the same format.",
    'Connect the network server to this server. ChirpStack over MQTT is the safe way.',
    "Set the reporting interval in the maker's app, and enter the same interval for the meter.",
  ],
};

/** The guide of each family, by its id. */
export const FAMILY_GUIDES: Readonly<Record<string, Guide>> = {
  'milesight-am': LORAWAN,
  netvox: LORAWAN,
  browan: LORAWAN,
  decentlab: LORAWAN,
  mclimate: LORAWAN,
  elsys: LORAWAN,
  json: {
    ko: [
      'MQTT: 브로커 {broker}, 포트 {port}, 사용자 {account}, 암호 {password}로 연결하세요. HTTP: {url}로 POST 하세요.',
      '내용은 temperature, humidity, co2, pm2_5, pm10 같은 이름의 숫자가 있는 JSON입니다. deviceId나 serial이 있으면 장치의 이름이 됩니다.',
      '단위를 알 수 없는 값은 연결할 때 사람이 정합니다.',
    ],
    en: [
      'MQTT: connect to broker {broker}, port {port}, user {account}, password {password}. HTTP: POST to {url}.',
      'The content is JSON with numbers named temperature, humidity, co2, pm2_5, pm10 and the like. deviceId or serial, if present, names the device.',
      'A person chooses the unit of values whose unit is unknown.',
    ],
  },
  airdeck: {
    ko: [
      'MQTT: 브로커 {broker}, 포트 {port}, 사용자 {account}, 암호 {password}로 연결하고 허용된 토픽에 QoS 1로 보내세요. 토픽이 장치의 이름이 됩니다.',
      '내용은 {"readings": {"CO2": 612, "PM2.5": 8}} 형식의 JSON입니다. time(ISO 8601)이 없으면 도착한 시각을 씁니다.',
      'HTTP: {url}로 보내려면 장치 주소를 알려 주는 네트워크 서버를 거쳐야 합니다. 요청에는 장치 이름이 없습니다.',
    ],
    en: [
      'MQTT: connect to broker {broker}, port {port}, user {account}, password {password}, and publish with QoS 1. The topic becomes the name of the device.',
      'The content is JSON such as {"readings": {"CO2": 612, "PM2.5": 8}}. Without time (ISO 8601) the time of arrival counts.',
      'HTTP: requests to {url} carry no device name, so they need a network server in front that adds one.',
    ],
  },
  airgradient: {
    ko: [
      '건물 안의 MQTT 브로커(예: Mosquitto)를 로컬 서버로 등록하고 airgradient/readings/+를 구독하세요.',
      '같은 네트워크에서 PUT http://<장치 주소>/config로 {"configurationControl": "local", "mqttBrokerUrl": "mqtt://<사용자>:<암호>@<브로커>:1883"}를 보내세요.',
      '이 서버에 바로 연결할 수는 없습니다. 펌웨어가 URL에서 계정을 읽는데, 계정 {account}에 콜론이 있기 때문입니다.',
      '브로커가 없으면 http://<장치 주소>/measures/current를 주기적으로 읽도록 설정하세요.',
    ],
    en: [
      'Register a broker of the building, such as Mosquitto, as a local server, and subscribe to airgradient/readings/+.',
      'In its network, send {"configurationControl": "local", "mqttBrokerUrl": "mqtt://<user>:<password>@<broker>:1883"} to the device by PUT http://<device>/config.',
      'It cannot log in here directly: the firmware reads the account from the URL, and {account} contains a colon.',
      'Without a broker, have http://<device>/measures/current polled.',
    ],
  },
  awair: {
    ko: [
      'Awair Home 앱에서 Awair+ > Awair APIs > Local API를 켜세요.',
      '공유기에서 장치의 IP 주소를 고정하세요.',
      '이 서버가 http://<장치 주소>/air-data/latest를 읽도록 설정하세요. 서버가 장치와 같은 네트워크에 있어야 합니다.',
      '다른 네트워크에 있으면 그곳의 컴퓨터가 읽은 JSON을 {url}로 보내게 하세요.',
    ],
    en: [
      'Awair Home app: Awair+ > Awair APIs > enable the Local API.',
      'Reserve an IP address for the device in the router.',
      'Have http://<device>/air-data/latest polled. The server has to be in the network of the device.',
      'Elsewhere, let a computer in that network send the JSON that it reads to {url}.',
    ],
  },
  dyson: {
    ko: [
      '청정기가 스스로 MQTT 브로커입니다. 청정기의 주소와 1883 포트를 로컬 서버로 등록하세요.',
      '계정은 일련번호이고, 암호는 장치의 MQTT 암호입니다. 암호는 Dyson 계정에서 공개 도구로 얻습니다.',
      '구독 토픽은 +/+/status/current입니다.',
      '공유기에서 청정기의 IP 주소를 고정하세요. 청정기마다 로컬 서버와 연결이 하나씩 필요합니다.',
    ],
    en: [
      'The machine is a broker of its own. Register its address and port 1883 as a local server.',
      'The account is its serial number, the password its MQTT credential, which public tools read from the Dyson account.',
      'Subscribe to +/+/status/current.',
      'Reserve an IP address for it in the router. Each machine needs a local server and a door of its own.',
    ],
  },
  esphome: {
    ko: [
      'YAML에 mqtt: broker: {broker}, port: {port}, username: "{account}", password: "{password}", discovery: true를 추가하세요.',
      'api:를 지우거나 reboot_timeout: 0s로 지정하세요. 그러지 않으면 Home Assistant 없이 15분마다 다시 시작합니다.',
      '센서 이름에 측정값을 넣으세요(예: co2, pm_2_5). 이름으로 종류를 알아냅니다.',
      '펌웨어를 올리고, 연결에는 노드의 topic_prefix 아래와 homeassistant/# 토픽을 허용하세요.',
    ],
    en: [
      'Add to the YAML: mqtt: broker: {broker}, port: {port}, username: "{account}", password: "{password}", discovery: true.',
      'Remove api: or set its reboot_timeout to 0s. Without Home Assistant the node restarts every 15 minutes otherwise.',
      'Name sensors after what they measure, such as co2 or pm_2_5: the type is guessed from it.',
      "Upload the firmware, and allow topics below the node's topic_prefix and homeassistant/#.",
    ],
  },
  'home-assistant': {
    ko: [
      'Home Assistant의 MQTT 통합이 쓰는 브로커를 로컬 서버로 등록하고 homeassistant/#를 구독하세요.',
      'configuration.yaml에 mqtt_statestream을 추가하고 base_topic: homeassistant, publish_attributes: true, publish_timestamps: true로 지정하세요.',
      'include로 필요한 센서와 팬만 고르세요.',
      'Home Assistant를 다시 시작하세요. 측정 항목마다 장치 하나로 나타납니다.',
    ],
    en: [
      'Register the broker of the MQTT integration as a local server, and subscribe to homeassistant/#.',
      'Add mqtt_statestream to configuration.yaml, with base_topic: homeassistant, publish_attributes: true, publish_timestamps: true.',
      'Choose the sensors and fans that are needed with include.',
      'Restart Home Assistant. Each entity appears as a device.',
    ],
  },
  iqair: {
    ko: [
      'AirVisual 앱이나 대시보드에서 장치의 데이터 링크 주소를 복사하세요(https://device.iqair.com/v2/…).',
      '이 서버가 그 주소를 주기적으로 읽도록 설정하세요.',
      'AirVisual Pro는 공유 폴더의 latest_config_measurements.json을 읽어 {url}로 보내는 스크립트로도 연결할 수 있습니다.',
    ],
    en: [
      "Copy the device's data link (https://device.iqair.com/v2/…) from the AirVisual app or dashboard.",
      'Have that address polled.',
      'AirVisual Pro: a script may also read latest_config_measurements.json from its shared folder and send it to {url}.',
    ],
  },
  kaiterra: {
    ko: [
      'Sensedge의 설정에서 보조 MQTT 연결(secondary MQTT)을 켜세요.',
      '서버 {broker}, 포트 {port}, 사용자 {account}, 암호 {password}를 입력하세요.',
      '토픽은 device/pro/history/<UDID> 또는 kaiterra/ 아래로 두고, 연결에 이 토픽을 허용하세요.',
      'Kaiterra 클라우드 연결은 그대로 유지됩니다.',
    ],
    en: [
      'Enable the secondary MQTT connection in the settings of the Sensedge.',
      'Server {broker}, port {port}, user {account}, password {password}.',
      'Keep the topic device/pro/history/<UDID>, or one below kaiterra/, and allow it for the account.',
      'The connection to the cloud of Kaiterra stays as it is.',
    ],
  },
  purpleair: {
    ko: [
      '공유기에서 센서의 IP 주소를 고정하세요.',
      '이 서버가 http://<장치 주소>/json을 읽도록 설정하세요. 서버가 센서와 같은 네트워크에 있어야 합니다.',
      '다른 네트워크에 있으면 그곳의 컴퓨터가 읽은 JSON을 {url}로 보내게 하세요.',
    ],
    en: [
      'Reserve an IP address for the sensor in the router.',
      'Have http://<device>/json polled. The server has to be in the network of the sensor.',
      'Elsewhere, let a computer in that network send the JSON that it reads to {url}.',
    ],
  },
  'sensor-community': {
    ko: [
      '장치의 설정 페이지에서 APIs > 사용자 API로 데이터 전송(Send data to custom API)을 켜세요.',
      '{url}을 서버, 경로, 포트로 나누어 입력하고, https 주소이면 HTTPS를 켜세요.',
      '사용자와 암호는 비워 두세요. 주소에 토큰이 들어 있습니다.',
      '저장하고 다시 시작하세요. 기본 주기는 145초입니다.',
    ],
    en: [
      "In the device's configuration page: APIs > Send data to custom API.",
      'Enter {url} as server, path and port, and enable HTTPS for an https address.',
      'Leave user and password empty: the address contains the token.',
      'Save and restart. It reports every 145 s by default.',
    ],
  },
  sensorthings: {
    ko: [
      'SensorThings 서버(예: FROST)의 MQTT 주소를 로컬 서버로 등록하고 v1.1/Datastreams(<번호>)/Observations를 구독하세요.',
      '브로커가 없으면 관측값을 {url}/v1.1/Datastreams(<번호>)/Observations로 POST 하세요. 여러 Datastream의 값을 한 번에 보낼 때는 {url}/v1.1/CreateObservations 또는 {url}/v1.1/$batch를 쓰세요.',
      'Datastream에 ObservedProperty와 단위를 함께 보내면 종류를 알아냅니다. 그러지 않으면 장치를 연결할 때 종류와 단위를 고르세요.',
    ],
    en: [
      'Register the MQTT address of the SensorThings server, such as FROST, as a local server, and subscribe to v1.1/Datastreams(<number>)/Observations.',
      'Without MQTT, send observations by POST to {url}/v1.1/Datastreams(<number>)/Observations. Those of several datastreams go together to {url}/v1.1/CreateObservations or {url}/v1.1/$batch.',
      'The type is known when the datastream comes with its ObservedProperty and unit. Otherwise choose both in the binding.',
    ],
  },
  shelly: {
    ko: [
      '장치 웹 화면의 Settings > MQTT를 켜고 서버 {broker}:{port}, 사용자 {account}, 암호 {password}를 입력하세요.',
      'RPC status notifications와 Generic status update를 모두 켜세요.',
      'MQTT prefix는 처음 값(장치 ID)을 그대로 쓰고, 연결에는 그 아래 토픽을 허용하세요.',
      '저장하고 다시 시작하세요. 배터리 H&T는 두 시간마다 또는 값이 바뀔 때만 보냅니다.',
    ],
    en: [
      "In the device's web page, Settings > MQTT: server {broker}:{port}, user {account}, password {password}.",
      'Enable both RPC status notifications and Generic status update.',
      'Keep the MQTT prefix (the device id), and allow topics below it for the account.',
      'Save and restart. A battery H&T reports every two hours, or when a value changes.',
    ],
  },
  'sparkplug-b': {
    ko: [
      '에지 노드의 MQTT 서버를 {broker}, 포트 {port}로, 사용자를 {account}, 암호를 {password}로 지정하세요.',
      '토픽 네임스페이스는 spBv1.0이고, 연결에는 spBv1.0/#를 허용하세요.',
      'primary host는 비워 두세요. 이 서버는 STATE 메시지를 보내지 않습니다.',
      '메트릭에 공학 단위(engUnit)를 지정하세요. 이름과 단위로 종류를 알아냅니다.',
    ],
    en: [
      'Set the MQTT server of the edge node to {broker}, port {port}, user {account}, password {password}.',
      'The namespace is spBv1.0; allow spBv1.0/# for the account.',
      'Leave the primary host empty: this server publishes no STATE.',
      'Give metrics an engineering unit (engUnit): the type is recognized by name and unit.',
    ],
  },
  tasmota: {
    ko: [
      '설정 > MQTT 설정에서 호스트 {broker}, 포트 {port}, 사용자 {account}, 암호 {password}를 입력하세요.',
      'Topic은 장치마다 다르게, Full Topic은 %prefix%/%topic%/로 두세요.',
      '콘솔에서 TelePeriod 60으로 주기를 정하세요.',
      '연결에 tele/#와 stat/# 토픽을 허용하세요. 명령은 cmnd/로 나갑니다.',
    ],
    en: [
      'Configuration > Configure MQTT: host {broker}, port {port}, user {account}, password {password}.',
      'Give each device a Topic of its own, and keep the Full Topic %prefix%/%topic%/.',
      'Set the interval in the console: TelePeriod 60.',
      'Allow tele/# and stat/# for the account. Commands are sent to cmnd/.',
    ],
  },
  zigbee2mqtt: {
    ko: [
      '이미 브로커가 있으면 로컬 서버로 등록하고 zigbee2mqtt/#를 구독하세요.',
      '이 서버에 바로 연결하려면 configuration.yaml의 mqtt에 server: mqtt://{broker}:{port}, user: {account}, password: {password}를 지정하세요.',
      'advanced의 last_seen을 ISO_8601로 바꾸세요. 보관된 상태가 얼마나 오래되었는지 알 수 있습니다.',
      '장치 이름을 알아보기 쉽게 지으세요. 주소는 zigbee2mqtt/<이름>이 됩니다.',
    ],
    en: [
      'If there is a broker already, register it as a local server, and subscribe to zigbee2mqtt/#.',
      'To log in here directly, set under mqtt in configuration.yaml: server: mqtt://{broker}:{port}, user: {account}, password: {password}.',
      'Set last_seen under advanced to ISO_8601: it shows how old a retained state is.',
      'Give devices clear names. The address is zigbee2mqtt/<name>.',
    ],
  },
};
