/** Thermal comfort of a room by its temperature and humidity. */
export const comfort = {
  title: '체감 쾌적도',
  /** By the vote of ISO 7730, from −3 to 3. */
  vote: {
    COLD: '추움',
    COOL: '서늘함',
    SLIGHTLY_COOL: '약간 서늘함',
    NEUTRAL: '적당함',
    SLIGHTLY_WARM: '약간 따뜻함',
    WARM: '따뜻함',
    HOT: '더움',
  },
  voteValue: 'PMV {{value}}',
  dissatisfied: '불만족 예상 {{percent}} % (PPD)',
  outside: '온도나 습도가 계산할 수 있는 범위를 벗어났습니다.',
  dewPoint: '이슬점 {{value}} °C. 이보다 차가운 창이나 벽에는 물이 맺힙니다.',
  assumed:
    '가정: 벽 온도는 실내 온도와 같음, 기류 {{velocity}} m/s, 앉아서 하는 일 {{met}} met, {{clothing}} {{clo}} clo',
  season: { SUMMER: '여름 옷차림', BETWEEN: '봄가을 옷차림', WINTER: '겨울 옷차림' },
} as const;
