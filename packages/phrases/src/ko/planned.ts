export const planned = {
  badge: '준비 중인 화면',
  notBuilt: '이 화면은 아직 만들어지지 않았습니다. 지금은 모니터링에서 실시간 값을 볼 수 있습니다.',
  willShow: '여기에서 보게 될 것',
  toMonitoring: '모니터링으로 가기',
  screen: {
    controlAir: '공기청정기에 명령을 보내고, 요청한 상태와 장비가 보고한 상태를 나란히 보여 줍니다.',
    autoModeAir: '센서 종류마다 자동 운전이 풍량을 바꾸는 기준값을 정합니다.',
    controlHistory: '누가 언제 어떤 공기청정기에 무엇을 명령했고 어떻게 끝났는지 보여 줍니다.',
  },
} as const;
