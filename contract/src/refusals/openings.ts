import type { RefusalMeaning } from './meaning.ts';

/** The refusals of what staff do to classes. */
export const openingRefusals = {
  class_conflict: { status: 409, text: '此課程的狀態已變更，請重新整理後再試' },
  class_draft: { status: 422, text: '此課程尚未發布' },
  class_cancelled: { status: 422, text: '此課程已停開' },
  class_completed: { status: 422, text: '此課程已結訓' },
} as const satisfies Record<string, RefusalMeaning>;
