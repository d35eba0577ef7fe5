export const paymentText = {
  records: '報名繳費紀錄',
  title: '繳費回報',
  remittance: '匯款資料',
  requiredLegend: '標示「*」者為必填欄位',
  forGroup: (covered: number) =>
    `這次回報適用於您的團體在本課程中，所有已通過資格審查且未繳費的成員，共 ${covered} 人。`,
  reportedBefore: '以下是最近一次回報的內容。如需更正，請修改後再次送出。',
  paidTime: '匯款日期',
  lastFive: '匯款帳號或收據末五碼',
  lastFivePlaceholder: '請輸入末五碼數字',
  paidName: '匯款人姓名',
  paidMoney: '匯款金額',
  dollars: '元',
  padded: (digits: string) => `不足五碼，將以 ${digits} 送出；如有遺漏請補齊。`,
  severalDoubts: '送出前請確認',
  doubts: { digits: '末五碼不足五碼', less: '匯款金額少於應繳金額', more: '匯款金額多於應繳金額' },
  reallyPadded: (digits: string) =>
    `您填寫的末五碼不足五碼，將以 ${digits} 送出。若帳號末五碼確實是 ${digits}，請直接送出；如有遺漏，請返回補齊，以免查不到款項。`,
  sendPadded: (digits: string) => `以 ${digits} 送出`,
  correctDigits: '返回補齊',
  reallyLess: (due: string, paid: string, missing: string) =>
    `應繳 ${due}，您填寫 ${paid}，尚差 ${missing}。若確實只匯了 ${paid}，請直接送出，補匯差額後再回報一次；如為誤填，請返回修改。`,
  reallyMore: (due: string, paid: string, excess: string) =>
    `應繳 ${due}，您填寫 ${paid}，多出 ${excess}。若確實匯了 ${paid}，請直接送出，並洽主辦分會處理多匯的款項；如為誤填，請返回修改。`,
  sendAnyway: (paid: string) => `以 ${paid} 送出`,
  correct: '返回修改',
  differs: (due: string) => `與應繳金額 ${due} 不同，送出前請再確認。`,
  transferredBefore: '如已匯足應繳金額，請勿再匯款。',
  moreThanOnce: '如已補匯差額，匯款金額請填各次合計。',
  next: '送出後由分會確認款項，收到全額即完成報名，請至「報名繳費紀錄」查詢。',
  sent: (train: string, code: string, amount: string) =>
    `已送出繳費回報：${train}（${code}），匯款 ${amount}`,
  sentShort: (shortfall: string) => `已送出繳費回報：${shortfall}`,
} as const;
