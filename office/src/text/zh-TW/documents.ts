export const documentsText = {
  section: '報名文件',
  none: '尚未上傳文件',
  missing: (names: readonly string[]) => `尚缺必備文件：${names.join('、')}`,
  other: '其他文件',
  show: '預覽',
  showOf: (name: string) => `預覽：${name}`,
  hideOf: (name: string) => `收合預覽：${name}`,
  hide: '收合',
  download: '下載',
  downloadOf: (name: string) => `下載：${name}`,
  failed: '文件無法載入，請重新整理後再試',
  preview: (name: string) => `${name} 的預覽`,
  add: {
    open: '新增文件',
    which: '文件',
    file: '檔案',
    hint: '可上傳臨櫃、郵寄或傳真收到的文件：PDF、JPEG、PNG、HEIC，10 MB 以內。學員可在報名紀錄中看到。',
    fileMissing: '請選擇檔案',
    done: '已新增文件',
  },
  logged: '開啟文件會留下調閱紀錄。',
  addedBy: { trainee: '學員上傳', manager: '團體管理員上傳', staff: '承辦人員上傳' },
  size: (bytes: number) =>
    bytes < 1024 * 1024
      ? `${Math.max(1, Math.round(bytes / 1024))} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`,
} as const;
