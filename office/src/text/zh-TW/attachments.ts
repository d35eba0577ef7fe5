export const attachmentsText = {
  lead: '學員可在課程頁下載的附件，依此順序顯示。',
  list: '課程附件',
  empty: '尚無附件',
  emptyHint: '可上傳課程簡章、報名須知、講義等檔案。',
  choose: '選擇檔案',
  drop: '或將檔案拖曳到這裡，可一次上傳多個檔案',
  rules: 'PDF、Word、Excel、PowerPoint、OpenDocument、CSV、文字檔與圖片，每個 20 MB 以內',
  uploads: '上傳進度',
  waiting: '等待上傳',
  uploading: (percent: number) => `上傳中 ${percent}%`,
  checking: '檢查中…',
  uploaded: '已上傳',
  dismiss: '關閉',
  dismissLabel: (name: string) => `關閉「${name}」的上傳結果`,
  tooLarge: '附件檔案大小不得超過 20 MB',
  size: (bytes: number) =>
    bytes < 1_000_000
      ? `${Math.max(1, Math.round(bytes / 1000))} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`,
  downloadLabel: (name: string) => `下載「${name}」`,
  download: '下載',
  rename: {
    open: '重新命名',
    label: (name: string) => `重新命名「${name}」`,
    title: '重新命名附件',
    field: '檔案名稱',
    hint: (extension: string) => `不含副檔名（.${extension}）`,
    done: '已重新命名附件',
  },
  order: {
    up: (name: string) => `上移「${name}」`,
    down: (name: string) => `下移「${name}」`,
    moved: (name: string, place: number, count: number) => `「${name}」已移至第 ${place} 個，共 ${count} 個`,
  },
  share: {
    open: '加入同系列各班',
    label: (name: string) => `將「${name}」加入同系列各班`,
    title: '加入同系列各班',
    really: (name: string, others: number) =>
      `「${name}」將加入同系列尚未開課的 ${others} 班；已有此檔案的班不重複加入。`,
    confirm: '加入',
    done: (added: number) => (added === 0 ? '同系列各班都已有此檔案' : `已加入 ${added} 班`),
  },
  remove: {
    open: '移除',
    label: (name: string) => `移除「${name}」`,
    title: '移除附件',
    really: (name: string) => `移除後，「${name}」立即無法下載。`,
    confirm: '移除',
    done: '已移除附件',
  },
} as const;
