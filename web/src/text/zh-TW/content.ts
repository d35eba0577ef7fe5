export const content = {
  introductions: '課程介紹',
  lead: '選擇訓練類別，了解課程內容、對象與證照。',
  picture: (category: string) => `${category}圖片`,
  see: '查看介紹',
  empty: '目前沒有課程介紹',
  emptyHint: '您可以先查看開課資訊，選擇想參加的課程。',
  emptyCategory: '此類別目前沒有內容',
  emptyCategoryHint: '請回課程介紹，選擇其他類別。',
  openClasses: '查看可報名的課程',
  openClassesOf: (course: string) => `查看可報名的課程：${course}`,
  back: '回課程介紹',
  trainingClasses: '開課資訊',
} as const;
