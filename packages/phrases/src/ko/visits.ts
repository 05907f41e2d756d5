/** Meters to visit, and why. */
export const visits = {
  title: '찾아가 볼 측정기',
  subtitle:
    '최근 7일 밤 0시부터 5시까지의 값과 측정기에 입력한 날짜로 판단합니다. 밤에 사람이 있는 곳에서는 다를 수 있습니다.',
  none: '찾아가 볼 측정기가 없습니다',
  noneText: '최근 7일 밤의 값과 입력한 날짜에 이상이 없습니다. 장애가 난 센서는 아래 ‘의심스러운 센서’에 있습니다.',
  since: '{{day}}부터',
  reason: {
    PM_ORDER: '미세먼지 크기 순서가 맞지 않습니다(밤 시간의 {{percent}} %). 흡입구를 청소하고, 그대로면 교체하세요.',
    DEAD: '{{type}} 값이 밤새 전혀 변하지 않습니다. 센서 고장일 수 있습니다.',
    NOISY: '{{type}} 값이 심하게 흔들립니다: {{seen}} {{unit}}, 보통 {{usual}} {{unit}}. 결선과 센서를 점검하세요.',
    NEIGHBOURS:
      '같은 본부의 다른 측정기와 다릅니다: {{type}} {{seen}} {{unit}}, 보통 {{usual}} {{unit}}. 청소하거나 교정하세요.',
    CO2_JUMP: 'CO₂ 기준선이 혼자 움직였습니다: {{seen}} ppm, 다른 측정기 {{usual}} ppm. 교정하세요.',
    CO2_WILL_DRIFT:
      '7일 동안 CO₂가 {{seen}} ppm 아래로 내려가지 않았습니다. 자동 보정으로 값이 낮아질 수 있으니 창을 열어 환기하거나 교정하세요.',
  },
  due: {
    CERTIFICATE_ENDS: '성능인증 유효기한이 {{day}}입니다. 재인증을 신청하거나 교체를 준비하세요.',
    CALIBRATION_DUE: '{{day}}까지 교정해야 합니다(주기 1년).',
  },
  over: {
    CERTIFICATE_ENDS: '성능인증 유효기한이 {{day}}에 지났습니다. 재인증을 받거나 교체하세요.',
    CALIBRATION_DUE: '교정할 때가 {{day}}에 지났습니다. 교정하고 교정일을 입력하세요.',
  },
} as const;
