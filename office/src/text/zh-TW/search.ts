import { MAX_HITS } from '@portal/contract/office/reports';

export const searchText = {
  open: '搜尋',
  keys: 'Ctrl K',
  title: '搜尋',
  label: '關鍵字',
  hint: '姓名、電話、電子郵件、完整證號、課程、團體或證照編號',
  busy: '搜尋中…',
  none: (q: string) => `找不到符合「${q}」的資料`,
  count: (count: number) => `找到 ${count} 筆`,
  results: '搜尋結果',
  kinds: {
    registrations: '報名',
    people: '學員',
    classes: '課程',
    groups: '團體',
    certificates: '證照',
  },
  more: `僅顯示前 ${MAX_HITS} 筆，請輸入更完整的關鍵字`,
  ends: (date: string) => `效期至 ${date}`,
  states: {
    pending: '待審核',
    rejected: '已退回',
    unpaid: '待繳費',
    reported: '待對帳',
    confirmed: '報名完成',
    cancelled: '已取消',
  },
  keyboard: '↑ ↓ 選擇，Enter 開啟，Esc 關閉',
} as const;
