import type { RefusalMeaning } from './meaning.ts';

export const exportRefusals = {
  exports_busy: { status: 503, text: '目前有多份匯出正在製作，請稍候再匯出一次' },
} as const satisfies Record<string, RefusalMeaning>;
