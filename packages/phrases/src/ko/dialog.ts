export const dialog = {
  change: '변경하시겠습니까?',
  setPassword: '비밀번호를 설정해 주세요.',
  required: '필수 항목을 입력해 주세요.',
  fail: {
    logout: '로그아웃하지 못했습니다.',
  },
  move: '창 옮기기: 제목을 끌거나 화살표 키, Home은 가운데로',
  add: '추가하시겠습니까?',
  none: '없음',
  changed: '내용 변경',
  more_other: '그 밖에 {{count, number}}개 항목',
  unchanged: '바뀐 내용이 없습니다.',
} as const;
