/** Sentences of the date field and the photo field. */
export const inputText = {
  date: {
    openCalendar: '開啟月曆',
    calendar: '月曆',
    year: '年份',
    month: '月份',
    previousMonth: '上個月',
    nextMonth: '下個月',
    yearOption: (year: number) => (year > 1911 ? `${year}（民國 ${year - 1911} 年）` : `${year}`),
    monthOption: (month: number) => `${month} 月`,
  },
  photo: {
    choose: '選擇照片',
    change: '更換照片',
    remove: '移除照片',
    preview: '照片預覽',
    move: '移動照片：拖曳，或使用方向鍵',
    moveHint: '拖曳照片或按方向鍵，讓臉部位於中央。',
    zoom: '放大',
    heic: '此瀏覽器無法開啟 HEIC 照片。照片僅接受 JPG、PNG、WebP 格式，請在手機的相機設定改用「最相容」拍攝，或將照片截圖後上傳。',
    none: '尚未選擇照片',
    notAnImage: '請選擇圖片檔',
    unreadable: '照片檔案無法讀取，請重新選擇',
    tooLarge: (megabytes: number) => `照片檔案大小不得超過 ${megabytes} MB`,
    uploading: (percent: number) => `上傳中… ${percent}%`,
  },
} as const;
