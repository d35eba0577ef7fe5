export const movesText = {
  drag: '拖曳以調整順序',
  up: (name: string) => `上移「${name}」`,
  down: (name: string) => `下移「${name}」`,
  moved: (name: string, place: number, count: number) => `「${name}」已移至第 ${place} 項，共 ${count} 項`,
} as const;
