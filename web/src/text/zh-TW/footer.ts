export const footerText = {
  label: '網站資訊',
  Privacy: '個人資料告知事項',
  Contact: '聯絡我們',
  Help: '使用說明',
  Accessibility: '無障礙聲明',
} as const;
