/** Air changes of a room, from its CO2 after people have left. */
export const ventilation = {
  title: '환기 횟수',
  period: '최근 4주, 퇴실 뒤 CO₂ 감소로 계산',
  closing: '퇴실 시각',
  rate: '시간당 {{value}}회',
  summary: '저녁 {{count}}일의 중앙값 · {{span}}회',
  none: '최근 4주에 환기 횟수를 계산할 수 있는 저녁이 없습니다. 퇴실 시각이 맞는지 확인해 주세요.',
  notYet: '끝난 저녁이 없어 아직 계산할 수 없습니다.',
  evenings_other: '저녁 {{count}}일 자세히 보기',
  evening: '{{rate}} ± {{margin}}',
  fall: 'CO₂ {{from}} → {{to}} ppm',
  outdoor: '외기 {{ppm}} ppm',
  outdoorAssumed: '외기 {{ppm}} ppm (가정)',
  band: '외기 ±20 ppm이면 {{span}}회',
  refused: {
    NO_READINGS: '퇴실 뒤 측정값이 없음',
    START_LOW: '퇴실 때 CO₂가 낮아 계산할 수 없음',
    TOO_SHORT: '줄어든 시간이 짧음',
    SMALL_FALL: 'CO₂가 거의 줄지 않음',
    POOR_FIT: 'CO₂가 고르게 줄지 않음',
  },
  hint: '퇴실 뒤 아무도 없다고 보고, 2시간 안의 가장 높은 CO₂부터 줄어드는 빠르기로 계산합니다. 사람이 남아 있었다면 실제보다 낮게 나옵니다.',
} as const;
