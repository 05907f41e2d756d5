export const info = {
  logout: '로그아웃했습니다.',
  copied: '복사했습니다.',
} as const;
