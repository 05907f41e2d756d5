import type { Guide } from '../guide.ts';

/** The guide of each network server, by its id. The first way is the one to recommend. */
export const NETWORK_SERVER_GUIDES: Readonly<Record<string, Guide>> = {
  'chirpstack-v4': {
    ko: [
      '권장: ChirpStack이 쓰는 MQTT 브로커를 로컬 서버로 등록하고, 구독 토픽을 application/+/device/+/event/#로 지정하세요.',
      'chirpstack.toml의 [integration.mqtt]에서 qos를 1로 바꾸세요. 그래야 이 서버가 멈춘 동안의 메시지를 브로커가 보관합니다.',
      '장치 프로파일 이름에 모델명(예: AM319)을 넣으세요. 모델을 이 이름으로 알아냅니다.',
      'MQTT 브로커에 접근할 수 없으면 애플리케이션 > Integrations > HTTP에서 JSON을 고르고 Event endpoint URL에 {url}을 입력하세요.',
      '주의: HTTP 연동은 실패한 요청을 다시 보내지 않습니다. 이 서버가 멈춘 동안의 데이터는 사라집니다.',
    ],
    en: [
      'Recommended: register the MQTT broker of ChirpStack as a local server, and subscribe to application/+/device/+/event/#.',
      'Set qos to 1 under [integration.mqtt] in chirpstack.toml: the broker then keeps messages while this server is away.',
      "Put the model, such as AM319, into the device profile's name. The model is recognized by it.",
      'Without access to the broker: Application > Integrations > HTTP, encoding JSON, Event endpoint URL {url}.',
      'Note: the HTTP integration does not repeat failed requests. Data are lost while this server is away.',
    ],
  },
  'the-things-stack-v3': {
    ko: [
      '애플리케이션 > Webhooks > Add webhook > Custom webhook을 선택하고, 형식은 JSON, Base URL은 {url}로 지정하세요.',
      'Uplink message와 Join accept 이벤트를 켜고 경로는 비워 두세요.',
      '장치를 장치 저장소(device repository)에서 추가하세요. 모델을 그 이름으로 알아냅니다.',
      'MQTT로도 받을 수 있습니다. 애플리케이션의 MQTT 주소를 로컬 서버로 등록하고(계정은 애플리케이션 ID, 암호는 API 키) v3/+/devices/+/#를 구독하세요.',
      '주의: 웹훅은 기본으로 한 번만 전송하고 MQTT는 QoS 0입니다. 두 방법 모두 이 서버가 멈춘 동안의 데이터는 사라집니다.',
    ],
    en: [
      'Application > Webhooks > Add webhook > Custom webhook: format JSON, base URL {url}.',
      'Enable the events Uplink message and Join accept, and leave their paths empty.',
      'Add devices from the device repository. The model is recognized by its name there.',
      "MQTT works too: register the application's MQTT address as a local server (account: application ID, password: API key), and subscribe to v3/+/devices/+/#.",
      'Note: webhooks are sent once by default, and its MQTT has QoS 0. Either way, data are lost while this server is away.',
    ],
  },
  thingpark: {
    ko: [
      'ThingPark에서 HTTP 애플리케이션 서버를 추가하세요. 콘텐츠 형식은 JSON, 주소는 {url}입니다.',
      '장치의 AS 라우팅 프로파일에 이 애플리케이션 서버를 지정하세요.',
      '장치 프로파일에 모델명이 있어야 모델을 알아냅니다.',
      '주의: 요청이 실패하면 데이터가 사라질 수 있습니다. 재전송 설정은 사업자에게 확인하세요.',
    ],
    en: [
      'Add an HTTP application server in ThingPark: content type JSON, destination {url}.',
      'Assign it in the AS routing profile of the devices.',
      "The model is recognized by the device profile's name.",
      'Note: data may be lost when requests fail. Ask the operator whether it repeats them.',
    ],
  },
  loriot: {
    ko: [
      'LORIOT 애플리케이션 > Output에서 HTTP Push를 추가하고 주소에 {url}을 입력하세요.',
      '업링크 데이터가 암호화되지 않은 채(복호화되어) 오도록 장치의 AppSKey를 LORIOT에 등록하세요.',
      '주의: 이 서버가 멈춘 동안의 데이터는 사라질 수 있습니다. 브로커가 있으면 MQTT 출력을 쓰고 그 브로커를 로컬 서버로 등록하세요.',
    ],
    en: [
      'LORIOT application > Output: add HTTP Push with the address {url}.',
      'Register the AppSKey of the devices with LORIOT: without it uplinks arrive encrypted.',
      'Note: data may be lost while this server is away. With a broker of your own, use the MQTT output and register that broker as a local server.',
    ],
  },
  'milesight-gateway': {
    ko: [
      '게이트웨이의 Network Server > Applications에서 애플리케이션을 추가하고 Payload Codec은 None으로 두세요.',
      '권장: Data Transmission에서 MQTT를 고르고 브로커 {broker}, 포트 {port}, 사용자 {account}, 암호 {password}를 입력하세요.',
      '업링크 토픽은 milesight/uplink/$deveui, QoS는 1로 지정하세요. 토픽은 연결에 허용한 범위 안이어야 합니다.',
      '명령을 보내려면 다운링크 토픽을 milesight/downlink/$deveui로 지정하세요. 업링크 토픽과 한 단계만 다릅니다.',
      'MQTT를 쓸 수 없으면 HTTP를 고르고 업링크 주소에 {url}을 입력하세요. 이 서버가 멈춘 동안의 데이터는 사라집니다.',
    ],
    en: [
      'Gateway > Network Server > Applications: add an application, with no payload codec.',
      'Recommended: Data Transmission of type MQTT, broker {broker}, port {port}, user {account}, password {password}.',
      'Uplink topic milesight/uplink/$deveui, QoS 1. The topic has to be one that the account may publish to.',
      'For commands: downlink topic milesight/downlink/$deveui, which differs from the uplink topic in one level.',
      'Without MQTT: type HTTP, uplink address {url}. Data are lost while this server is away.',
    ],
  },
};
