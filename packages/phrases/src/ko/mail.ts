/** Mails to people about their own account. */
export const mail = {
  id: {
    subject: '[Airdeck] 아이디 안내',
    text: `요청하신 아이디를 알려 드립니다.

기관 코드: {{code}}
아이디: {{login}}

로그인: {{console}}

직접 요청하지 않았다면 이 메일을 무시해 주세요.
`,
  },
  link: {
    subject: '[Airdeck] 비밀번호 설정',
    text: `아이디 {{login}}의 새 비밀번호를 아래 링크에서 정할 수 있습니다.
링크는 10분 동안 한 번만 쓸 수 있습니다.

{{link}}

직접 요청하지 않았다면 이 메일을 무시해 주세요. 지금 비밀번호는 그대로 쓸 수 있습니다.
`,
  },
} as const;
