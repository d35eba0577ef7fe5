export const noClassesText = {
  empty: '目前沒有開課資訊',
  preparing: '網站準備中',
  contact: '聯絡我們',
} as const;
