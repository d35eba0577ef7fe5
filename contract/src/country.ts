import * as z from 'zod/mini';

export const Country = z.enum(['local', 'foreign'], { error: '請選擇本國人或外國人' });
export type Country = z.infer<typeof Country>;
