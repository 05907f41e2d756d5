import type { FieldCode } from '@airdeck/contract/error/field-code';

/** What is wrong with one field, shown at that field. */
export const field: Record<FieldCode, string> = {
  REQUIRED: '필수 입력 항목입니다.',
  INVALID: '올바르지 않은 값입니다.',
  UNKNOWN_FIELD: '알 수 없는 항목입니다.',
  TOO_LONG: '최대 길이를 초과했습니다.',
  TOO_SHORT: '최소 길이보다 짧습니다.',
  TOO_SMALL: '허용된 최솟값보다 작습니다.',
  TOO_LARGE: '허용된 최댓값보다 큽니다.',
  ORGANIZATION_CODE: '기관 코드는 숫자 8자리로 입력해 주세요.',
  LOGIN_ID: '아이디는 영문, 숫자, 마침표, 밑줄, 하이픈 4~30자로 입력해 주세요.',
  DEVICE_CODE: '기기 코드는 영문, 숫자, 밑줄, 하이픈 1~32자로 입력해 주세요.',
  NAME: '이름은 60자 이내로 입력해 주세요. < > " \' ; \\ / % 문자는 사용할 수 없습니다.',
  PASSWORD: '비밀번호는 8자 이상이며 영문 대문자, 소문자, 숫자, 특수문자를 각각 1자 이상 포함해야 합니다.',
  PHONE: '올바른 전화번호를 입력해 주세요.',
  EMAIL: '올바른 이메일 주소를 입력해 주세요. @ 앞에는 영문, 숫자, 마침표만 사용할 수 있습니다.',
  IP: '올바른 IP 주소를 입력해 주세요.',
  TIME_ZONE: '시간대를 목록에서 골라 주세요. 예: Asia/Seoul',
  TIME_OF_DAY: '시각은 0000부터 2359까지 입력해 주세요.',
  NOT_ASCENDING: '값은 앞의 값보다 커야 합니다.',
  BEFORE_START: '끝 날짜는 시작 날짜와 같거나 뒤여야 합니다.',
  FUTURE: '시작 날짜는 오늘이거나 그 전이어야 합니다.',
  PAST: '이 날짜는 오늘이거나 그 뒤여야 합니다. 지난 날의 기준은 바꿀 수 없습니다.',
  OTHER_TYPE: '같은 종류의 센서만 함께 그릴 수 있습니다.',
  NOT_WITH_STEP: '월별과 연별에서는 지난 주와 비교할 수 없습니다.',
};
