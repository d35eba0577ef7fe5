import type { RefusalMeaning } from './meaning.ts';

export const exportRefusals = {
  register_too_long: {
    status: 422,
    text: 'PDF 以 {most} 筆為限，目前符合條件的有 {count} 筆；請縮小期間或加上證照種類，或改匯出 Excel',
  },
  class_file_empty: { status: 422, text: '此部分沒有資料' },
  class_file_forbidden: { status: 403, text: '您沒有查看此部分的權限' },
  report_dimension: { status: 422, field: 'by', text: '此報表不能依此分組' },
  exports_busy: { status: 503, text: '目前有多份匯出正在製作，請稍候再匯出一次' },
} as const satisfies Record<string, RefusalMeaning>;
