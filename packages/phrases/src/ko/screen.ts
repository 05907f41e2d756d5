/** What lists and screens have in common inside: saved views, columns, undo. */
export const screen = {
  views: {
    title: '저장한 보기',
    save: '지금 화면 저장',
    name: '이름',
    saveButton: '저장',
    saved: '“{{name}}” 보기를 저장했습니다.',
    empty: '자주 쓰는 조건, 정렬, 기간을 이름을 붙여 저장해 두고 한 번에 열 수 있습니다.',
    here: '이 화면',
    elsewhere: '다른 화면',
    full: '보기는 {{most, number}}개까지 저장할 수 있습니다. 먼저 하나를 지워 주세요.',
    tooLong: '조건이 너무 많아 주소가 길어졌습니다. 조건을 줄이면 저장할 수 있습니다.',
    rename: '“{{name}}” 이름 바꾸기',
    renameButton: '이름 바꾸기',
    delete: '“{{name}}” 지우기',
    deleted: '“{{name}}” 보기를 지웠습니다.',
    restored: '“{{name}}” 보기를 되살렸습니다.',
  },
  undo: '되돌리기',
  undone: '되돌렸습니다.',
  table: {
    reset: '처음 설정으로',
    earlier: '{{column}} 앞으로',
    later: '{{column}} 뒤로',
    narrower: '{{column}} 좁게',
    wider: '{{column}} 넓게',
  },
} as const;
