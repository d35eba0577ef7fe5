export const refusedText = {
  title: '無法報名',
  others: '其他可報名的班次',
  seats: (left: number) => `剩餘 ${left} 名`,
  none: (name: string) => `目前沒有其他可報名的「${name}」。`,
  all: '查看開課資訊',
  allOf: (name: string) => `查看「${name}」所有班次`,
  toClass: '查看課程與其他班次',
} as const;
