import type { LoginFieldCode } from '@airdeck/contract/session/schema';

/** Texts that Login shows without a wait, in Korean. They are parts of the areas of the same names. */
export const loginTexts = {
  button: {
    retry: '다시 시도',
  },
  common: {
    language: {
      label: '언어',
      ko: '한국어',
      en: 'English',
    },
    error: {
      title: '불러오지 못했습니다',
      network: '서버에 연결하지 못했습니다. 네트워크를 확인해 주세요.',
      timeout: '서버가 30초 안에 응답하지 않았습니다. 잠시 뒤 다시 시도해 주세요.',
      answer: '서버의 응답을 읽지 못했습니다. 잠시 뒤 다시 시도해 주세요.',
      screen: '화면을 표시하지 못했습니다. 새 버전이 설치되었다면 새로 고침하면 됩니다.',
    },
    field: {
      showPassword: '비밀번호 보기',
      hidePassword: '비밀번호 숨기기',
      capsLock: 'Caps Lock이 켜져 있습니다',
    },
  },
  error: {
    EXPIRED_TOKEN: '인증이 만료되었습니다. 다시 로그인해 주세요.',
  },
  field: {
    REQUIRED: '필수 입력 항목입니다.',
    INVALID: '올바르지 않은 값입니다.',
    TOO_LONG: '최대 길이를 초과했습니다.',
    ORGANIZATION_CODE: '기관 코드는 숫자 8자리로 입력해 주세요.',
    LOGIN_ID: '아이디는 영문, 숫자, 마침표, 밑줄, 하이픈 4~30자로 입력해 주세요.',
    CONTROL_CHARACTER: '줄바꿈이나 보이지 않는 제어 문자는 사용할 수 없습니다. 지우고 직접 입력해 주세요.',
  } satisfies Record<LoginFieldCode, string>,
  info: {
    logout: '로그아웃했습니다.',
  },
  session: {
    title: '로그인',
    claim: '지금 이 공간의 공기를 한눈에',
    code: '기관 코드',
    codeHint: '숫자 8자리',
    id: '아이디',
    password: '비밀번호',
    store: '정보 저장',
    storeHint: '이 컴퓨터에 기관 코드와 아이디를 저장합니다. 비밀번호는 저장하지 않습니다.',
    login: '로그인',
    signOn: {
      or: '또는',
      only: '이 기관은 통합 로그인을 사용합니다. 비밀번호는 최고 관리자만 쓸 수 있습니다.',
      finishing: '통합 로그인을 확인하고 있습니다.',
    },
    otp: {
      code: '인증 코드',
      codeHint: '인증 앱에 표시된 6자리 숫자',
      recovery: '복구 코드',
      recoveryHint: '2단계 인증을 설정할 때 받은 코드. 하나를 한 번만 쓸 수 있습니다.',
      useRecovery: '인증 앱을 쓸 수 없나요? 복구 코드로 로그인',
      useCode: '인증 앱의 코드로 로그인',
      back: '다른 아이디로 로그인',
    },
    demo: {
      title: '데모로 둘러보기',
      text: '역할을 고르면 바로 로그인합니다.',
    },
    role: {
      SUPER_ADMIN: '최고 관리자',
      SUPER_USER: '통합 운영자',
      LOCAL_ADMIN: '기관 관리자',
      LOCAL_USER: '기관 사용자',
    },
    intro: '기관 코드와 아이디로 로그인해 주세요.',
    forgot: {
      open: '아이디·비밀번호 찾기',
    },
  },
} as const;
