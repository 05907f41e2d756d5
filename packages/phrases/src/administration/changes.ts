import type { Language } from '@airdeck/contract/user/schema';

/** Texts of recorded changes only: fields and values that no form and no column has. */
const CHANGES = {
  field: {
    must_renew: { ko: '비밀번호 변경 필요', en: 'Must set a password' },
    may_control: { ko: '공기청정기 제어 가능', en: 'May control purifiers' },
    credential: { ko: '비밀번호', en: 'Password' },
    authenticator: { ko: '인증 앱', en: 'Authenticator app' },
    recovery_codes: { ko: '복구 코드', en: 'Recovery codes' },
    planned_from: { ko: '기준 변경 예정일', en: 'Thresholds change on' },
    planned_bounds: { ko: '예정된 등급 기준', en: 'Planned thresholds' },
    link: { ko: '링크', en: 'Link' },
    public_page: { ko: '공개 페이지', en: 'Public page' },
    floor_plan: { ko: '평면도', en: 'Floor plan' },
    floor_plan_pins: { ko: '평면도의 측정기', en: 'Meters on the floor plan' },
    floor_plan_image: { ko: '평면도 그림', en: 'Image of the floor plan' },
    device_secret: { ko: '기기 비밀키', en: 'Secret of the device' },
    access: { ko: '허용 범위', en: 'Access' },
    expires_time: { ko: '만료 시각', en: 'Expires' },
    enrolment: { ko: '등록용 비밀키', en: 'Enrolment secret' },
    alias: { ko: '이전 기관 코드', en: 'Former code' },
    gateway: { ko: '게이트웨이', en: 'Gateway' },
    switch_off_test: { ko: '끄기 시험', en: 'Switch-off test' },
    filter: { ko: '교체한 필터 번호', en: 'Replaced filter' },
    used_h: { ko: '필터 사용 시간(시간)', en: 'Use of the filter (hours)' },
    backfill_until: { ko: '지난 측정값을 받는 기한', en: 'Old readings are taken until' },
    acknowledged_by: { ko: '확인한 사람', en: 'Acknowledged by' },
    organizationId: { ko: '조회한 기관', en: 'Organization viewed' },
    kind: { ko: '종류', en: 'Kind' },
    backup_every_days: { ko: '백업 주기(일)', en: 'Backup every (days)' },
    backup_hour: { ko: '백업과 점검 시각(시)', en: 'Hour of backups and drills' },
    backups_kept: { ko: '백업 보관 개수', en: 'Backups kept' },
    drill_every_days: { ko: '복원 점검 주기(일)', en: 'Restore drill every (days)' },
    disk_days: { ko: '디스크 장애 기준(일)', en: 'Disk alarm (days)' },
    certificate_days: { ko: '인증서 장애 기준(일)', en: 'Certificate alarm (days)' },
    retention: { ko: '보관 기간(일) {{layer}}', en: 'Kept for days: {{layer}}' },
    file_name: { ko: '파일', en: 'File' },
    added: { ko: '추가', en: 'Added' },
    changed: { ko: '변경', en: 'Changed' },
    unchanged: { ko: '그대로', en: 'Unchanged' },
    weekday: { ko: '{{day}} 운전 시간', en: 'Hours on {{day}}' },
  },
  word: {
    renewed: { ko: '새로 발급', en: 'Renewed' },
    ended: { ko: '종료', en: 'Ended' },
    started: { ko: '시작', en: 'Started' },
    cancelled: { ko: '취소', en: 'Cancelled' },
    CHANGED: { ko: '바꿈', en: 'Changed' },
    SET_BY_LINK: { ko: '링크로 정함', en: 'Set by a link' },
    READ: { ko: '읽기만', en: 'Read only' },
    BACKUP: { ko: '백업', en: 'Backup' },
    DRILL: { ko: '복원 점검', en: 'Restore drill' },
    WRITE: { ko: '읽기와 쓰기', en: 'Read and write' },
    all: { ko: '전체', en: 'All' },
    inherited: { ko: '기본 기준', en: 'Default thresholds' },
  },
} as const;

/** The texts of a part in one language. */
export const changeTexts = <Part extends keyof typeof CHANGES>(
  part: Part,
  language: Language,
): Record<keyof (typeof CHANGES)[Part], string> =>
  Object.fromEntries(
    Object.entries<Readonly<Record<Language, string>>>(CHANGES[part]).map(([key, texts]) => [key, texts[language]]),
  ) as Record<keyof (typeof CHANGES)[Part], string>;
