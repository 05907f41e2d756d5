export const dialog = {
  change: '변경하시겠습니까?',
  setPassword: '비밀번호를 설정해 주세요.',
  required: '필수 항목을 입력해 주세요.',
  fail: {
    logout: '로그아웃하지 못했습니다.',
  },
  drag: '제목을 끌어 옮길 수 있습니다',
} as const;
