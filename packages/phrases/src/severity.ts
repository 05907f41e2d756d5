/**
 * Severities in both languages. They stand alone because mails and pushes of alarms need them without the texts of the
 * screens, which take several megabytes of a process's memory.
 */
export const SEVERITY_TEXTS = {
  ko: { CRITICAL: '치명', MAJOR: '중대', MINOR: '경미', WARNING: '주의', INFO: '정보' },
  en: { CRITICAL: 'Critical', MAJOR: 'Major', MINOR: 'Minor', WARNING: 'Warning', INFO: 'Info' },
} as const;
