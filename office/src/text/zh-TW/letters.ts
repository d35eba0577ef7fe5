export const lettersText = {
  title: '系統信件',
  lead: '系統寄給學員與工作人員的每一種信件，以範例資料顯示；名稱、標誌與顏色在「網站」設定。',
  list: '信件種類',
  choose: '選擇信件',
  subject: '主旨',
  sender: '寄件人名稱',
  parts: '信件格式',
  html: '網頁格式',
  text: '純文字',
  calendar: '行事曆檔案',
  width: '寬度',
  widths: [
    { value: '360', label: '手機（360）' },
    { value: '640', label: '電腦（640）' },
  ],
  look: '配色',
  looks: [
    { value: 'light', label: '淺色' },
    { value: 'dark', label: '深色' },
  ],
  preview: (name: string) => `信件預覽：${name}`,
} as const;
