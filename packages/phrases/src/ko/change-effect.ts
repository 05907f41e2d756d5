/** Whether a change in a room helped. */
export const changeEffect = {
  title: '조치 효과',
  subtitle: '공기청정기 설치, 필터 교체, 환기 시간 변경처럼 한 날부터 달라진 것이 도움이 되었는지 봅니다.',
  day: '조치한 날',
  candidates: '입력된 변경:',
  openingHours: '{{day}} 운영 시간 변경',
  hours: '{{before}} → {{after}}',
  outdoor: '바깥 공기 측정기',
  outdoorNone: '없음',
  choose: '조치한 날을 고르면 앞뒤 2주의 같은 요일 구분·같은 시간을 비교합니다. 그날은 빼고 셉니다.',
  verdict: {
    LOWER: '낮아졌습니다',
    HIGHER: '높아졌습니다',
    UNCHANGED: '달라지지 않았습니다',
    CANNOT_TELL: '아직 알 수 없습니다',
  },
  /** There is an effect, but its interval allows for none. */
  unclear: '뚜렷하지 않습니다',
  future: '아직 오지 않은 날입니다.',
  change: '{{type}} {{change}} % (95 % 구간 {{low}} %에서 {{high}} %)',
  tooFew: '비교할 날이 모자랍니다. 앞뒤로 5일씩은 있어야 합니다.',
  days: '조치 전 {{before}}일, 조치 후 {{after}}일 비교',
  withOutdoor: '바깥 공기를 함께 고려했습니다.',
  withoutOutdoor: '바깥 공기를 고려하지 못했습니다. 날씨가 달라져도 효과처럼 보일 수 있습니다.',
} as const;
