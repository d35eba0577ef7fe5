/* The home page shows these without the other texts of the catalogue. */

export const badgeText = {
  full: '已額滿',
  applied: '已報名',
  closed: '不可報名',
  open: '可報名',
  groups: '限團體',
  later: (day: string) => `尚未開放（${day} 起）`,
} as const;
