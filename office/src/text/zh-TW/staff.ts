/** Signing in to the office. */
export const staffText = {
  signIn: {
    title: '後台登入',
    lead: '僅供本會工作人員使用。',
    email: '電子郵件',
    password: '密碼',
    submit: '登入',
    sending: '登入中…',
    passkey: '以通行金鑰登入',
  },
  secondFactor: {
    title: '雙重驗證',
    lead: '請輸入驗證器 App 上的 6 位數驗證碼。',
    code: '驗證碼',
    codeHint: '無法使用驗證器時，請輸入備用碼。',
    submit: '確認',
    sending: '確認中…',
    other: '改用其他帳號登入',
    passkey: '使用通行金鑰',
    leadPasskey: '請使用通行金鑰，或輸入備用碼。',
  },
  setUp: {
    title: '設定雙重驗證',
    lead: '您的帳號須先設定雙重驗證才能使用後台，請選擇一種方式。',
    useApp: '使用驗證器 App',
    usePasskey: '使用通行金鑰',
    passkeyName: '通行金鑰',
    scan: '請以驗證器 App 掃描下方的 QR Code，再輸入 App 顯示的 6 位數驗證碼。',
    qrCode: '驗證器 App 的設定 QR Code',
    orType: '無法掃描時，請在 App 中輸入：',
  },
  stepUp: {
    title: '再次驗證',
    lead: '為確保安全，執行此操作前請再次驗證您的身分。',
  },
  passkey: {
    waiting: '等候通行金鑰…',
    failed: '未能使用通行金鑰，請再試一次或改用其他方式',
  },
  recoveryCodes: {
    title: '備用碼',
    lead: '遺失驗證器或通行金鑰時，可用備用碼登入，每組僅能使用一次。這些備用碼只會顯示這一次，請列印或抄下後妥善保存。',
    kept: '已妥善保存，繼續',
  },
  invitation: {
    title: '設定後台密碼',
    lead: (name: string, email: string) => `${name}，您好。請設定 ${email} 的後台密碼。`,
    password: '新密碼',
    passwordHint: (least: number) => `至少 ${least} 個字元，不得包含姓名或電子郵件`,
    confirmation: '確認新密碼',
    submit: '確認',
  },
} as const;
