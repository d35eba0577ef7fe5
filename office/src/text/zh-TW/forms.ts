export const formsText = {
  more: '其他作業',
  save: '儲存',
  leave: {
    title: '尚未儲存',
    question: '您輸入的內容尚未送出，離開後將不會保留。',
    leave: '離開',
    stay: '繼續填寫',
  },
  file: {
    choose: '選擇檔案',
    none: '尚未選擇檔案',
  },
  newer: {
    title: '您編輯期間，資料已由他人變更',
    change: (at: string, who: string, action: string) => `${at}　${who}　${action}`,
    lead: '您輸入的內容仍保留在下方，再次送出會以您的內容取代。若要放棄輸入的內容，請重新載入。',
  },
} as const;
