/** Mails to people about their own account. */
export const mail = {
  id: {
    subject: '[Airdeck] 아이디 안내',
    /** One of the ids. */
    one: `기관: {{organization}}
기관 코드: {{code}}
아이디: {{login}}`,
    text: `요청하신 아이디를 알려 드립니다.

{{ids}}

로그인: {{console}}

직접 요청하지 않았다면 이 메일을 무시해 주세요.
`,
  },
  invitation: {
    subject: '[Airdeck] 계정이 등록되었습니다',
    text: `{{organization}}에서 Airdeck 계정을 등록했습니다. 아래 링크에서 비밀번호를 정해 주세요.
링크는 {{days}}일 동안 한 번만 쓸 수 있습니다.

{{link}}

로그인할 때 쓰는 정보
기관 코드: {{code}}
아이디: {{login}}

링크의 기한이 지났다면 기관의 관리자에게 새 링크를 요청해 주세요. 잘못 받은 메일이라면 무시해 주세요.
`,
  },
  link: {
    subject: '[Airdeck] 비밀번호 설정',
    text: `{{organization}}(기관 코드 {{code}})에서 쓰는 아이디 {{login}}의 새 비밀번호를 아래 링크에서 정할 수 있습니다.
링크는 10분 동안 한 번만 쓸 수 있습니다.

{{link}}

직접 요청하지 않았다면 이 메일을 무시해 주세요. 지금 비밀번호는 그대로 쓸 수 있습니다.
`,
  },
} as const;
