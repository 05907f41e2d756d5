/** Air changes of a room, from its CO2 after people have left. */
export const ventilation = {
  title: '환기 횟수',
  period: '최근 4주, 퇴실 뒤 CO₂ 감소로 계산',
  closing: '퇴실 시각',
  rate: '시간당 {{value}}회',
  summary: '저녁 {{count}}일의 중앙값 · {{span}}회',
  from: {
    ENTERED: '직접 입력한 퇴실 시각',
    OPENING_HOURS: '시설 정보의 운영 시간으로 정한 퇴실 시각',
    UNKNOWN: '퇴실 시각을 모름',
  },
  /** After OPENING_HOURS, where days differ. */
  varies: '요일에 따라 다름',
  useHours: '운영 시간으로 되돌리기',
  unknown: '퇴실 시각을 몰라 계산할 수 없습니다. 시설 정보에 운영 시간을 등록하거나 퇴실 시각을 입력해 주세요.',
  none: '최근 4주에 환기 횟수를 계산할 수 있는 저녁이 없습니다. 퇴실 시각이 맞는지 확인해 주세요.',
  alwaysOpen:
    '30분 이상 비는 시간이 없는 곳이라 빈 방의 CO₂ 감소를 볼 수 없습니다. 사람이 나가는 시각을 알면 입력해 주세요.',
  notYet: '최근 4주에 운영한 날이 없거나 아직 저녁이 끝나지 않아 계산할 수 없습니다.',
  evenings_other: '저녁 {{count}}일 자세히 보기',
  evening: '{{rate}} ± {{margin}}',
  fall: 'CO₂ {{from}} → {{to}} ppm',
  outdoor: {
    METER: '외기 {{ppm}} ppm (실외 측정기)',
    ROOM: '외기 {{ppm}} ppm (실내 최저값)',
    DEFAULT: '외기 {{ppm}} ppm (가정)',
  },
  band: '외기 ±20 ppm이면 {{span}}회',
  refused: {
    NO_READINGS: '퇴실 뒤 측정값이 없음',
    START_LOW: '퇴실 때 CO₂가 낮아 계산할 수 없음',
    TOO_SHORT: '줄어든 시간이 짧음',
    SMALL_FALL: 'CO₂가 거의 줄지 않음',
    POOR_FIT: 'CO₂가 고르게 줄지 않음',
    NO_CO2: 'CO₂ 센서가 없음',
    NO_HOURS: '시설 정보에 운영 시간이 없음',
    NO_EVENING: '계산할 저녁이 없음',
    NOT_CLOSED: '30분 이상 비는 시간이 없음',
  },
  hint: '퇴실 뒤 아무도 없다고 보고, 2시간 안의 가장 높은 CO₂부터 줄어드는 빠르기로 계산합니다. 사람이 남아 있었다면 실제보다 낮게 나옵니다.',
} as const;
