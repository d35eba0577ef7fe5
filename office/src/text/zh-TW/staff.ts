/** Signing in to the office. */
export const staffText = {
  signIn: {
    title: '後台登入',
    lead: '僅供本會工作人員使用。',
    email: '電子郵件',
    password: '密碼',
    submit: '登入',
    sending: '登入中…',
  },
  secondFactor: {
    title: '雙重驗證',
    lead: '請輸入驗證器 App 上的 6 位數驗證碼。',
    code: '驗證碼',
    codeHint: '無法使用驗證器時，請輸入備用碼。',
    submit: '確認',
    sending: '確認中…',
    other: '改用其他帳號登入',
  },
  setUp: {
    title: '設定雙重驗證',
    lead: '您的帳號須先設定雙重驗證才能使用後台。',
  },
} as const;
