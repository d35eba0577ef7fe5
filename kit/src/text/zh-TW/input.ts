/* Of fields as they are first shown. What opens later has `input-tools.ts`. */

export const inputText = {
  date: {
    openCalendar: '開啟月曆',
    noCalendar: '月曆暫時無法載入，請直接輸入日期',
  },
  photo: {
    choose: '選擇照片',
    change: '更換照片',
    remove: '移除照片',
    removeRefused: '取消選擇',
    preview: '照片預覽',
    notOpened: '照片暫時無法開啟，請確認網路連線後重新選擇',
    none: '尚未選擇照片',
    unreadable: '照片檔案無法讀取，請重新選擇',
    uploading: (percent: number) => `上傳中… ${percent}%`,
  },
} as const;
