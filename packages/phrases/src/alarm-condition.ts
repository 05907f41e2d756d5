import type { AlarmSource, BuiltInError, ServerError } from '@airdeck/contract/standard/built-in';
import type { Language } from '@airdeck/contract/user/schema';

type Texts = Readonly<Record<Language, string>>;

/** The conditions of alarms by source. Both languages in one place: a new detector is one line here. */
const SOURCES: Readonly<Record<AlarmSource, Texts>> = {
  VALUE: { ko: '측정값', en: 'Values' },
  STUCK: { ko: '값 고정', en: 'Stuck values' },
  DAY_MEAN: { ko: '24시간 평균', en: '24-hour mean' },
  BASELINE: { ko: '기준선', en: 'Baseline' },
  REJECTED: { ko: '거부된 값', en: 'Rejected values' },
  CLOCK: { ko: '기기 시계', en: 'Device clock' },
  SILENCE: { ko: '수신 없음', en: 'Silence' },
  GATEWAY: { ko: '게이트웨이', en: 'Gateway' },
  LOCAL_SERVER: { ko: '로컬 서버', en: 'Local server' },
  DEVICE: { ko: '기기 보고', en: 'Device' },
  SERVER: { ko: '서버', en: 'Server' },
  PURIFIER: { ko: '공기청정기 상태', en: 'Purifier state' },
  EFFECT: { ko: '청정 효과', en: 'Cleaning effect' },
  REPORT: { ko: '현장 신고', en: 'Report by a person' },
  DECODER: { ko: '디코더', en: 'Decoder' },
};

/** Names of the sources in a language. */
export const sourceNames = (language: Language): Record<AlarmSource, string> =>
  Object.fromEntries(Object.entries(SOURCES).map(([source, texts]) => [source, texts[language]])) as Record<
    AlarmSource,
    string
  >;

/** Descriptions of the built-in errors, until an administrator writes others. */
export const BUILT_IN_ERROR_TEXTS: Readonly<Record<BuiltInError, Texts>> = {
  M001: { ko: '통신 없음', en: 'No communication' },
  M002: { ko: '센서 치명적 고장', en: 'Sensor fatal' },
  M003: { ko: '먼지 센서 팬 고장', en: 'PM fan failure' },
  M004: { ko: '먼지 센서 레이저 고장', en: 'PM laser failure' },
  M005: { ko: 'CO₂ 센서 고장', en: 'CO₂ sensor failure' },
  M006: { ko: '온습도 센서 고장', en: 'Temperature and humidity sensor failure' },
  M007: { ko: 'HCHO 센서 고장', en: 'HCHO sensor failure' },
  M008: { ko: '측정값 범위 벗어남', en: 'Value out of range' },
  M009: { ko: '측정값 60분 동안 변화 없음', en: 'Value stuck for 60 min' },
  M010: { ko: '먼지 센서 팬 속도 이상', en: 'PM fan speed off' },
  M011: {
    ko: 'CO₂ 기준선 이동(7일 최솟값이 600 초과 또는 380 미만)',
    en: 'CO₂ baseline drift (7-day minimum above 600 or below 380)',
  },
  M012: { ko: '시계 오차 5분 초과', en: 'Clock off by more than 5 min' },
  M013: { ko: '신호 약함', en: 'Weak signal' },
  M014: { ko: '예열 중', en: 'Warming up' },
  M015: { ko: '재시작함', en: 'Restarted' },
  M016: { ko: '자체 청소 중', en: 'Self-cleaning' },
  A001: { ko: '공기질 매우 나쁨 2시간 지속', en: 'Air quality very bad for 2 h' },
  A002: { ko: '공기질 나쁨 2시간 지속', en: 'Air quality bad for 2 h' },
  A003: { ko: '24시간 평균이 시설 유지기준 초과', en: 'Above the limit of the facility over 24 h' },
  A004: { ko: '공기질 매우 나쁨 10분 지속', en: 'Air quality very bad for 10 min' },
  P001: { ko: '통신 없음', en: 'No communication' },
  P002: { ko: '팬 모터 멈춤', en: 'Fan motor stuck' },
  P003: { ko: '과열 또는 전원 이상', en: 'Over-temperature or power' },
  P004: { ko: '명령이 확인되지 않음', en: 'Command not confirmed' },
  P005: { ko: 'UV 램프 고장', en: 'UV lamp failure' },
  P006: { ko: '이온 발생기 고장', en: 'Ioniser failure' },
  P007: { ko: '먼지 센서 연결 끊김', en: 'Dust sensor lost' },
  P008: { ko: '온습도 센서 이상', en: 'Temperature and humidity sensor' },
  P009: { ko: '덮개 또는 필터 빠짐', en: 'Cover or filter removed' },
  P010: { ko: '필터 교체 시기 지남', en: 'Filter expired' },
  P011: { ko: '필터 교체 임박(10 % 이하)', en: 'Filter due (10 % or less)' },
  P012: { ko: '프리필터 청소 필요', en: 'Pre-filter cleaning' },
  P013: { ko: '가동 중이나 먼지가 줄지 않음', en: 'Running, but PM is not falling' },
  P014: { ko: '어린이 잠금', en: 'Child lock' },
  P015: { ko: '현장 조작 중', en: 'Local control' },
  P016: { ko: '공기청정기가 고장 상태를 보고함', en: 'The purifier reports trouble' },
  R001: { ko: '현장 신고', en: 'Report' },
  R002: { ko: '현장 메모', en: 'Note' },
  D001: { ko: '디코더가 제한을 계속 넘어 꺼짐', en: 'Decoder switched off: it keeps exceeding its limits' },
};

const CALL = { ko: '기기 담당자에게 연락해 주세요.', en: 'Call the person in charge of the device.' };
const AIR = {
  ko: '창문을 열거나 환기하고 공기청정기를 강으로 켜 주세요. 30분 뒤에도 그대로면 원인(조리, 공사, 인원)을 확인해 주세요.',
  en: 'Open windows or ventilate, and set purifiers to strong. If it is the same after 30 minutes, look for the cause (cooking, works, crowd).',
};
const SENSOR = {
  ko: '측정기 전원을 껐다 켜 주세요. 다시 나타나면 센서를 교체해야 합니다.',
  en: 'Switch the meter off and on. If it comes back, the sensor has to be replaced.',
};
const PURIFIER = {
  ko: '공기청정기 전원을 껐다 켜 주세요. 다시 나타나면 수리를 요청해 주세요.',
  en: 'Switch the purifier off and on. If it comes back, ask for a repair.',
};
const NOTHING = { ko: '저절로 끝납니다. 할 일은 없습니다.', en: 'It ends by itself. There is nothing to do.' };

/**
 * What to do about a built-in error, until an organization writes its own text; and about an alarm of the installation,
 * which belongs to no organization.
 */
export const BUILT_IN_INSTRUCTIONS: Readonly<Record<BuiltInError | ServerError, Texts>> = {
  M001: {
    ko: '측정기의 전원과 네트워크 선을 확인해 주세요. 여러 대가 함께 끊겼으면 게이트웨이와 인터넷부터 확인해 주세요.',
    en: 'Check the power and the network cable of the meter. If several are silent, check the gateway and the internet first.',
  },
  M002: SENSOR,
  M003: SENSOR,
  M004: SENSOR,
  M005: SENSOR,
  M006: SENSOR,
  M007: SENSOR,
  M008: SENSOR,
  M009: SENSOR,
  M010: SENSOR,
  M011: {
    ko: '측정기를 바깥 공기에 20분 두어 보정하거나 보정을 요청해 주세요.',
    en: 'Calibrate the meter in outdoor air for 20 minutes, or ask for a calibration.',
  },
  M012: {
    ko: '기기의 시계 설정과 시간 서버(NTP)를 확인해 주세요.',
    en: 'Check the clock and the time server (NTP) of the device.',
  },
  M013: { ko: '측정기를 무선 공유기에 더 가까이 옮겨 주세요.', en: 'Move the meter closer to the wireless router.' },
  M014: NOTHING,
  M015: NOTHING,
  M016: NOTHING,
  A001: AIR,
  A002: AIR,
  A003: {
    ko: '시설 유지기준을 넘었습니다. 환기량과 공기청정기 운전 시간을 늘리고, 계속되면 원인을 조사해 기록해 주세요.',
    en: 'The limit of the facility is exceeded. Ventilate more and run purifiers longer; if it goes on, find and record the cause.',
  },
  A004: AIR,
  P001: {
    ko: '공기청정기의 전원과 통신선을 확인해 주세요.',
    en: 'Check the power and the communication cable of the purifier.',
  },
  P002: PURIFIER,
  P003: {
    ko: '공기청정기를 끄고 전원을 뽑은 뒤 수리를 요청해 주세요.',
    en: 'Switch the purifier off, unplug it and ask for a repair.',
  },
  P004: PURIFIER,
  P005: CALL,
  P006: CALL,
  P007: PURIFIER,
  P008: PURIFIER,
  P009: { ko: '덮개와 필터를 제자리에 끼워 주세요.', en: 'Put the cover and the filter back in place.' },
  P010: { ko: '필터를 교체하고 교체를 기록해 주세요.', en: 'Replace the filter and record it.' },
  P011: { ko: '교체할 필터를 준비해 주세요.', en: 'Get a new filter ready.' },
  P012: { ko: '프리필터를 청소해 주세요.', en: 'Clean the pre-filter.' },
  P013: {
    ko: '문과 창이 닫혀 있는지, 필터가 깨끗한지 확인해 주세요.',
    en: 'Check that doors and windows are closed and that the filter is clean.',
  },
  P014: NOTHING,
  P015: NOTHING,
  P016: PURIFIER,
  R001: {
    ko: '현장을 확인해 주세요. 마치면 한 일을 메모에 적고 해제해 주세요.',
    en: 'Look at the place. When it is done, write what you did in the note and clear it.',
  },
  R002: { ko: '읽고 나서 해제해 주세요.', en: 'Read it, then clear it.' },
  D001: {
    ko: '디코더의 소스에서 끝나지 않는 반복이나 큰 배열을 찾아 고쳐 주세요. 마지막 메시지로 시험한 뒤 저장하면 다시 켜집니다. 그동안 받은 메시지는 7일 동안 기다렸다가 처리됩니다.',
    en: 'Find the endless loop or the large array in the source of the decoder and correct it. Try it on the last message and save it: that switches it on again. Messages that arrived meanwhile wait for 7 days and are decoded then.',
  },
  S001: {
    ko: '서버 디스크에서 필요 없는 파일을 지금 지우거나 디스크를 늘려 주세요. 측정값이 다시 저장되는지 시스템 운영 화면에서 확인해 주세요.',
    en: 'Delete unneeded files on the disk of the server now, or enlarge the disk. Check under Installation that readings are stored again.',
  },
  S002: {
    ko: '서버의 CPU와 디스크가 다른 프로그램 때문에 바쁘지 않은지 확인해 주세요. 10분 뒤에도 그대로면 서버 관리자에게 연락해 주세요.',
    en: 'Check whether other programs keep the CPU or the disk of the server busy. If it is the same after 10 minutes, call the server administrator.',
  },
  S003: {
    ko: '시스템 운영 화면의 백업 목록에서 실패한 이유를 확인해 주세요. 백업 폴더의 남은 공간과 쓰기 권한을 확인해 주세요. ‘지금 백업’을 눌러 성공하는지 확인해 주세요.',
    en: 'Open Installation and read in the list of backups why it failed. Check the free space and the write permission of the backup folder. Press “Back up now” and check that it succeeds.',
  },
  S004: {
    ko: '시스템 운영 화면에서 복원 점검이 실패한 이유를 확인해 주세요. 백업 파일이 손상되었으면 새로 백업하고, 공간이 부족하면 디스크를 비워 주세요. ‘복원 점검’을 다시 눌러 성공하는지 확인해 주세요.',
    en: 'Open Installation and read why the restore drill failed. If the backup is damaged, make a new one; if space is short, free some of the disk. Press “Restore drill” again and check that it succeeds.',
  },
  S005: {
    ko: '서버 디스크에서 오래된 백업과 필요 없는 파일을 지워 주세요. 그래도 부족하면 측정값 보관 기간을 줄이거나 디스크를 늘려 주세요.',
    en: 'Delete old backups and unneeded files on the disk of the server. If that is not enough, shorten the retention of readings or enlarge the disk.',
  },
  S006: {
    ko: '시스템 운영 화면에서 어느 인증서인지와 만료일을 확인해 주세요. 새 인증서를 발급받아 인증서 파일과 키 파일을 함께 바꿔 주세요. 몇 초 뒤 만료일이 바뀌었는지 확인해 주세요.',
    en: 'Open Installation and check which certificate it is and when it expires. Get a new certificate and replace the certificate file and the key file together. Check after a few seconds that the new date is shown.',
  },
  S007: {
    ko: '시스템 운영 화면에서 서버와 기기 중 어느 쪽 시계가 다른지 확인해 주세요. 서버가 다르면 서버의 시각 동기화(NTP)를 켜 주세요. 일부 기기가 다르면 그 기기의 시간 서버(NTP) 설정을 고쳐 주세요.',
    en: 'Open Installation and check whether the clock of the server or those of devices are off. If the server is, switch on its time synchronization (NTP). If some devices are, correct their time server (NTP).',
  },
  S008: {
    ko: '시스템 운영 화면에서 어느 작업이 밀렸는지 확인해 주세요. 백그라운드 작업 프로세스가 실행 중인지, 디스크에 공간이 있는지 확인해 주세요. 한 시간 뒤에도 줄지 않으면 서버 관리자에게 연락해 주세요.',
    en: 'Open Installation and check which task is behind. Check that the process of background work is running and that the disk has free space. If it is the same after an hour, call the server administrator.',
  },
  S009: {
    ko: '데이터베이스 대기 서버가 켜져 있는지, 운영 서버와 연결되는지 확인해 주세요. 대기 서버가 없으면 운영 서버가 고장 났을 때 데이터를 잃을 수 있습니다. 일부러 없앤 것이면 일주일 뒤에 저절로 해제됩니다.',
    en: 'Check that the standby of the database is running and can reach the primary. Without a standby, data can be lost if the primary fails. If it was removed on purpose, the alarm ends by itself after a week.',
  },
  S010: {
    ko: '시스템 운영 화면에서 어느 키가 다른지 확인해 주세요. 한 서버의 키 파일을 다른 모든 서버에 복사하고 다시 시작해 주세요. 키가 다르면 로그인이 자꾸 풀리고 저장한 비밀번호를 읽지 못합니다.',
    en: 'Open Installation and check which key differs. Copy the file of one server to all others and restart them. With different keys people are logged out again and again, and stored passwords cannot be read.',
  },
  S011: {
    ko: '시스템 운영 화면에서 어느 서버의 시계가 다른지 확인해 주세요. 그 서버와 데이터베이스 서버의 시각 동기화(NTP)를 켜 주세요. 고칠 때까지 측정값과 장애의 시각이 틀릴 수 있습니다.',
    en: 'Open Installation and check which server it is. Switch on the time synchronization (NTP) of it and of the database server. Until then times of readings and alarms may be wrong.',
  },
};
