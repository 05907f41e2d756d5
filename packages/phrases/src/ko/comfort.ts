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
  wall: {
    title: '외벽 결로와 곰팡이',
    fine: '곰팡이 위험 없음',
    risk: '곰팡이 위험',
    /** The longest humid time of a week. */
    humid: '최근 7일 가운데 벽 표면 습도가 80 %를 가장 오래 넘은 때: {{from}}부터 {{hours}}시간',
    dry: '최근 7일 동안 벽 표면 습도가 80 %를 넘지 않았습니다.',
    latest: '{{time}} 기준 실외 {{outdoor}} °C, 벽 표면 {{surface}} °C · 습도 {{humidity}} %',
    assumed:
      '가정: 오래된 외벽의 온도 계수 fRsi {{factor}}, 실외 온도는 {{meter}}. 표면 습도 80 % 초과가 6시간 이어지면 위험으로 봅니다.',
    refused: {
      NO_OUTDOOR_METER:
        '실외 온도를 몰라 곰팡이 위험을 계산할 수 없습니다. 시설 정보에 온도를 재는 실외 측정기를 등록해 주세요.',
      NO_TEMPERATURE:
        '실외 측정기 {{meter}}에 온도 센서가 없어 곰팡이 위험을 계산할 수 없습니다. 온도 센서를 등록해 주세요.',
      NO_READINGS:
        '최근 7일에 실내와 실외를 함께 잰 시간이 없어 곰팡이 위험을 계산할 수 없습니다. {{meter}}의 통신을 확인해 주세요.',
      IS_OUTDOORS: '실외 측정기라서 곰팡이 위험을 계산하지 않습니다.',
    },
  },
  season: { SUMMER: '여름 옷차림', BETWEEN: '봄가을 옷차림', WINTER: '겨울 옷차림' },
} as const;
