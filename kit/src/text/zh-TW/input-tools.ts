/* Of the calendar and the crop of a photo, which are fetched when they open. */

export const calendarText = {
  calendar: '月曆',
  year: '年份',
  month: '月份',
  previousMonth: '上個月',
  nextMonth: '下個月',
  yearOption: (year: number) => (year > 1911 ? `${year}（民國 ${year - 1911} 年）` : `${year}`),
  monthOption: (month: number) => `${month} 月`,
} as const;

export const cropText = {
  preview: '照片預覽',
  move: '移動照片：拖曳，或使用方向鍵',
  moveHint: '拖曳照片，讓臉部位於中央。',
  moveByKeys: '也可按方向鍵移動。',
  zoom: '放大',
  heic: '此瀏覽器無法開啟 HEIC 照片。照片僅接受 JPG、PNG、WebP 格式，請在手機的相機設定改用「最相容」拍攝，或將照片截圖後上傳。',
  notAnImage: '請選擇圖片檔',
  tooLarge: (megabytes: number) => `照片檔案大小不得超過 ${megabytes} MB`,
} as const;
