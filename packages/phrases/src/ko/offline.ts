/** The page that stands in for the console while its server cannot be reached. */
export const offline = {
  title: '오프라인입니다',
  text: 'Airdeck 서버에 연결할 수 없습니다. 이 화면에는 측정값이 없습니다. 네트워크를 확인해 주세요.',
  again: '연결되면 자동으로 다시 열립니다.',
  since: '오프라인 시작',
  retry: '다시 시도',
} as const;
