export const loginPageText = {
  thenEnrol: (name: string, code: string) => `登入或加入學員後，繼續報名：${name}（${code}）`,
  thenContinue: '請先登入，登入後會回到您要前往的頁面。',
  keptInput: '您已填寫的內容仍會保留（密碼與檔案除外）。',
} as const;
