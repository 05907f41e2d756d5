/** Single sign-on. */
export const signOn = {
  /** A screen in the menu. */
  menu: {
    signOn: { ko: '통합 로그인', en: 'Single sign-on' },
  },
  /** One of its rows, in a title. */
  one: {
    signOn: { ko: '통합 로그인', en: 'single sign-on' },
  },
  /** Instead of rows, while there are none. */
  empty: {
    signOn: {
      ko: '아직 통합 로그인이 없습니다. 교육청이나 기관의 계정으로 로그인하게 하려면 추가하세요.',
      en: 'There is no single sign-on yet. Add one to let people log in with the accounts of their authority or organization.',
    },
  },
  /** Above the list. */
  note: {
    signOn: {
      ko: 'OpenID Connect로 로그인합니다. 공통 설정 하나를 모든 기관이 쓰고, 따로 추가한 기관은 그 설정만 씁니다. 최고 관리자와 통합 운영자 계정은 통합 로그인과 연결되지 않습니다.',
      en: 'Login by OpenID Connect. One is for all organizations; an organization with its own uses only that. Accounts of super administrators and super users are never linked.',
    },
  },
  /** Its name in the audit log. */
  entity: {
    sign_on_providers: { ko: '통합 로그인', en: 'Single sign-on' },
  },
  /** Labels of fields and columns. */
  field: {
    issuer: { ko: '발급자(issuer)', en: 'Issuer' },
    client_id: { ko: '클라이언트 아이디', en: 'Client ID' },
    client_secret: { ko: '클라이언트 비밀키', en: 'Client secret' },
    scopes: { ko: '요청 범위(scope)', en: 'Scopes' },
    endpoint_hosts: { ko: '그 밖의 서버 이름', en: 'Further hosts' },
    login_claim: { ko: '아이디 클레임', en: 'Claim with the ID' },
    name_claim: { ko: '이름 클레임', en: 'Claim with the name' },
    email_claim: { ko: '이메일 클레임', en: 'Claim with the e-mail' },
    organization_claim: { ko: '기관 코드 클레임', en: 'Claim with the organization code' },
    role_claim: { ko: '권한 클레임', en: 'Claim with the role' },
    admin_values: { ko: '기관 관리자가 되는 값', en: 'Values of local administrators' },
    user_values: { ko: '기관 사용자가 되는 값', en: 'Values of local users' },
    password_login: { ko: '비밀번호 로그인 허용', en: 'Password logins' },
    sign_on: { ko: '통합 로그인 연결', en: 'Single sign-on' },
  },
  /** Below a field of a form. */
  hint: {
    sign_on_organization: {
      ko: '비워 두면 모든 기관에 공통입니다. 한 기관에 하나만 둘 수 있습니다.',
      en: 'If empty, it is for all organizations. Each organization can have one.',
    },
    sign_on_name: { ko: '로그인 화면의 버튼에 보입니다.', en: 'Shown on the button of Login.' },
    issuer: {
      ko: '예: https://login.school.kr/realms/air. 설정은 이 주소의 /.well-known/openid-configuration에서 읽습니다.',
      en: 'Such as https://login.school.kr/realms/air. Its settings are read from /.well-known/openid-configuration there.',
    },
    client_secret: {
      ko: '암호화하여 저장하며 다시 보여 주지 않습니다. 수정할 때 비워 두면 그대로 둡니다.',
      en: 'Stored encrypted and never shown again. Left empty while editing, the old one stays.',
    },
    scopes: {
      ko: '띄어쓰기로 구분하며 openid가 있어야 합니다.',
      en: 'Separated by spaces; openid must be among them.',
    },
    endpoint_hosts: {
      ko: '서버는 발급자의 서버에만 접속합니다. 토큰이나 키가 다른 서버에 있으면 한 줄에 하나씩 적습니다.',
      en: 'The server calls the host of the issuer only. If tokens or keys are elsewhere, enter one host a line.',
    },
    login_claim: {
      ko: '본인이 바꿀 수 없는 값이어야 합니다. 처음 로그인할 때 같은 아이디의 계정과 연결됩니다.',
      en: 'People must not be able to change it. The first login links the account with this ID.',
    },
    organization_claim: {
      ko: '숫자 8자리 기관 코드가 든 클레임입니다. a.b는 a 안의 b를 뜻합니다.',
      en: 'The claim with the 8-digit code of the organization. a.b is b within a.',
    },
    role_claim: {
      ko: '비워 두면 새 사용자는 기관 사용자가 되고, 권한은 관리자가 정합니다.',
      en: 'If empty, new people are local users, and administrators assign roles.',
    },
    admin_values: { ko: '한 줄에 하나씩 적습니다.', en: 'One a line.' },
    user_values: {
      ko: '한 줄에 하나씩 적습니다. 비워 두면 다른 모든 값이 기관 사용자가 됩니다.',
      en: 'One a line. If empty, any other value makes a local user.',
    },
    password_login: {
      ko: '허용하지 않으면 최고 관리자만 비밀번호로 로그인합니다. 통합 로그인을 한 번 확인한 뒤에 바꾸세요.',
      en: 'Without them only super administrators log in with a password. Try the single sign-on once before.',
    },
  },
} as const;
