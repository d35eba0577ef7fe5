export const checkInText = {
  open: '報到碼',
  openOf: (row: string) => `${row} 的報到碼`,
  title: '報到碼',
  lead: '上課當日請向工作人員出示，由工作人員掃描報到。',
  picture: '報到碼 QR Code',
  typed: '無法掃描時，請告知工作人員此代碼：',
  close: '關閉',
} as const;
