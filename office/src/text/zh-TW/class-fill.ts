export const classFillText = {
  section: '名額使用',
  title: '已報名人數（依日）',
  before: '先前報名',
  added: '新報名',
  limit: (limit: number) => `名額 ${limit}`,
  empty: '尚無報名',
  heads: ['日期', '新報名', '釋出', '已報名'],
} as const;
