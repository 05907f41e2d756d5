import type { ErrorCode } from '@airdeck/contract/error/code';
import { MAX_ROLLUP_ROWS, MAX_SERIES_POINTS, MAX_SORTED_ROWS } from '@airdeck/contract/history/bounds';

/** What happened, and what to do about it. */
export const error: Record<ErrorCode, string> = {
  INVALID_PARAMETER: '잘못 설정된 항목이 있습니다. 입력한 내용을 확인해 주세요.',
  ERR_BAD_REQUEST: '요청을 처리할 수 없습니다. 항목을 찾을 수 없거나 요청 형식이 올바르지 않습니다.',
  QUESTION_TOO_BIG: `한 번에 볼 수 있는 양을 넘었습니다. 기간을 줄이거나 측정기를 적게 골라 주세요. 집계 ${MAX_ROLLUP_ROWS.toLocaleString('ko')}행, 그래프 ${MAX_SERIES_POINTS.toLocaleString('ko')}개 값, 값으로 정렬 ${MAX_SORTED_ROWS.toLocaleString('ko')}행까지 볼 수 있습니다.`,
  INVALID_FILE: '파일을 읽을 수 없습니다. Excel(xlsx)이나 CSV 파일인지, 첫 줄에 열 이름이 있는지 확인해 주세요.',
  FILE_TOO_BIG: '파일이 너무 큽니다. 10 MB, 100,000행 이하로 나누어 다시 올려 주세요.',
  INVALID_PASSWORD: '아이디 또는 비밀번호가 올바르지 않습니다. 기관 코드, 아이디, 비밀번호를 확인해 주세요.',
  SECOND_FACTOR_REQUIRED: '인증 앱에 표시된 6자리 코드를 입력해 주세요.',
  INVALID_SECOND_FACTOR:
    '인증 코드가 올바르지 않거나 이미 사용되었습니다. 인증 앱에 새 코드가 나오면 그 코드를 입력해 주세요.',
  RETRY_COUNT_OVER: '로그인에 5회 이상 실패하여 계정이 잠겼습니다. 관리자에게 문의해 주세요.',
  INACTIVE_USER: '비활성화된 사용자입니다. 관리자에게 문의해 주세요.',
  USER_UNUSED: '사용이 중지된 사용자입니다. 관리자에게 문의해 주세요.',
  NOT_SAME_PASSWORD: '현재 비밀번호와 일치하지 않습니다. 다시 입력해 주세요.',
  LINK_ENDED:
    '이 링크는 더 이상 유효하지 않습니다. 수신자나 주소가 삭제되었거나 변경되었습니다. 로그인한 뒤 장애를 확인해 주세요.',
  BAD_CREDENTIALS: '링크가 올바르지 않거나 이미 사용되었거나 만료되었습니다. 새 링크를 요청해 주세요.',
  EXPIRED_TOKEN: '인증이 만료되었습니다. 다시 로그인해 주세요.',
  INVALID_TOKEN: '사용자 토큰이 유효하지 않습니다. 다시 로그인해 주세요.',
  INVALID_SIGNATURE: '사용자 서명이 유효하지 않습니다. 다시 로그인해 주세요.',
  ACCESS_DENIED: '권한이 없습니다. 필요한 경우 관리자에게 문의해 주세요.',
  INVALID_CORS: '허용되지 않은 출처(CORS)의 요청입니다. Airdeck 주소로 직접 접속해 주세요.',
  INVALID_HOST:
    '데모가 응답하지 않는 주소입니다. localhost로 접속하거나, --host 옵션에 이 이름을 넣어 다시 시작해 주세요.',
  RESOURCE_NOT_FOUND: '항목을 찾을 수 없습니다. 삭제되었거나 주소가 변경되었을 수 있습니다.',
  INVALID_VIEW: '모니터링 항목을 찾을 수 없습니다. 관리자에게 문의해 주세요.',
  USER_NOT_FOUND: '사용자를 찾을 수 없습니다. 목록을 새로 고쳐 확인해 주세요.',
  NOT_FOUND_ORGANIZATION: '기관을 찾을 수 없습니다. 목록을 새로 고쳐 확인해 주세요.',
  NOT_FOUND_ORGANIZATION_CODE: '기관 코드를 찾을 수 없습니다. 코드를 확인해 주세요.',
  DUPLICATION_ID: '이미 사용 중인 아이디입니다. 다른 아이디를 입력해 주세요.',
  DUPLICATION_EMAIL: '이미 사용 중인 이메일입니다. 다른 이메일을 입력해 주세요.',
  DUPLICATION_ORGANIZATION_CODE: '이미 사용 중인 기관 코드입니다. 다른 코드를 입력해 주세요.',
  DUPLICATION_NAME: '같은 이름이 이미 있습니다. 다른 이름을 입력해 주세요.',
  DUPLICATION_CODE: '같은 코드가 이미 있습니다. 다른 코드를 입력해 주세요.',
  DUPLICATION_METER_NAME: '같은 부서에 같은 이름의 측정기가 있습니다. 다른 이름을 입력해 주세요.',
  DUPLICATION_METER_CODE: '같은 기관에 같은 코드의 측정기가 있습니다. 다른 코드를 입력해 주세요.',
  DUPLICATION_LOCALIZATION_SEQUENCE: '같은 종류의 센서가 이미 이 순번을 사용하고 있습니다. 다른 순번을 입력해 주세요.',
  DUPLICATION_AIR_PURIFIER: '이 측정기에 같은 이름이나 번호의 공기청정기가 있습니다. 다른 값을 입력해 주세요.',
  EDITED_MEANWHILE:
    '편집하는 동안 다른 사용자가 이 항목을 변경하거나 삭제했습니다. 다시 불러와 변경 내용을 확인한 뒤 다시 입력해 주세요.',
  LOCKS_OUT:
    '본인이나 최고 관리자가 더 이상 로그인할 수 없게 되는 변경입니다. 다른 관리자에게 요청하거나 명령줄을 사용해 주세요.',
  BUILT_IN_ERROR: '기본 제공 장애 코드는 삭제할 수 없습니다. 필요 없으면 사용 여부를 ‘사용 안 함’으로 바꿔 주세요.',
  ALARM_HELD: '점검 중이라 보류된 장애입니다. 되돌리려면 점검 시간을 끝내 주세요.',
  WINDOW_STATE: '시작한 점검은 끝 시각만 바꿀 수 있고, 끝난 점검은 바꿀 수 없습니다.',
  ALARM_CLEARED: '이미 해제된 장애입니다. 목록을 새로 고쳐 확인해 주세요.',
  METER_DISCONNECT: '측정기와 통신할 수 없습니다. 기기의 전원과 네트워크를 확인해 주세요.',
  DEVICE_UNUSED: '사용하지 않음으로 설정된 기기입니다. 기기 설정에서 사용 여부를 확인해 주세요.',
  DECODER_IN_USE: '쓰는 기기가 있습니다. 먼저 기기 종류를 바꿔 주세요.',
  DECODER_UNAVAILABLE: '지금은 실행할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  TOO_MANY_REQUESTS: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
  INTERNAL_SERVER_ERROR: '서버에 문제가 발생했습니다. 잠시 후 다시 시도하고, 계속되면 관리자에게 문의해 주세요.',
  PASSWORD_LOGIN_OFF: '이 기관은 비밀번호로 로그인하지 않습니다. 통합 로그인을 사용해 주세요.',
  SSO_STATE: '통합 로그인이 만료되었거나 이미 사용되었습니다. 다시 시작해 주세요.',
  SSO_DENIED:
    '통합 로그인이 취소되었거나 거부되었습니다. 다시 시도하고, 계속되면 통합 로그인 담당자에게 문의해 주세요.',
  SSO_UNREACHABLE: '통합 로그인 서버에 연결할 수 없거나 서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
  SSO_SETUP: '통합 로그인 설정이 맞지 않습니다. 최고 관리자에게 설정을 확인해 달라고 요청해 주세요.',
  SSO_ISSUER: '통합 로그인 서버의 발급자(issuer)가 설정과 다릅니다. 최고 관리자에게 문의해 주세요.',
  SSO_AUDIENCE: '통합 로그인 응답이 Airdeck이 아닌 다른 서비스용입니다. 최고 관리자에게 문의해 주세요.',
  SSO_NONCE: '통합 로그인 응답이 이번 로그인 요청과 맞지 않습니다. 다시 시작해 주세요.',
  SSO_EXPIRED:
    '통합 로그인 응답이 이미 만료되었습니다. 다시 시작하고, 계속되면 최고 관리자에게 서버 시각을 확인해 달라고 요청해 주세요.',
  SSO_CLOCK:
    '통합 로그인 서버와 Airdeck 서버의 시각이 60초 넘게 다릅니다. 최고 관리자에게 서버 시각을 맞춰 달라고 요청해 주세요.',
  SSO_INVALID:
    '통합 로그인 응답의 서명이나 내용이 올바르지 않습니다. 다시 시작하고, 계속되면 최고 관리자에게 문의해 주세요.',
  SSO_CLAIMS:
    '통합 로그인 정보에 사용할 수 있는 아이디(영문, 숫자, . _ - 4~30자)가 없습니다. 최고 관리자에게 문의해 주세요.',
  SSO_ORGANIZATION:
    '통합 로그인 정보의 기관을 찾을 수 없거나, 사용하지 않는 기관이거나, 다른 통합 로그인을 쓰는 기관입니다. 최고 관리자에게 문의해 주세요.',
  SSO_ROLE: '통합 로그인 정보에 Airdeck을 사용할 권한이 없습니다. 최고 관리자에게 문의해 주세요.',
  SSO_ACCOUNT: '같은 아이디의 계정이 이미 있지만 통합 로그인과 연결할 수 없습니다. 최고 관리자에게 문의해 주세요.',
};
