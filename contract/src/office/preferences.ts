import * as z from 'zod/mini';
import { Done } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';

const name = z
  .string({ error: '欄位設定不正確' })
  .check(z.regex(/^[a-z][A-Za-z]{0,39}$/, { error: '欄位設定不正確' }));

const Preferences = z.object({
  columns: z.record(z.string(), z.array(z.string())),
});

export const preferences = endpoint({
  method: 'GET',
  path: '/api/office/preferences',
  access: 'office',
  summary: '自己的介面設定',
  answer: Preferences,
  refusals: [],
});

export const chooseColumns = endpoint({
  method: 'POST',
  path: '/api/office/preferences/columns/:list',
  access: 'office',
  summary: '設定自己在一個列表顯示的欄位',
  params: z.object({ list: name }),
  body: z.object({
    columns: z
      .array(name, { error: '請選擇欄位' })
      .check(z.minLength(1, { error: '請至少選擇一個欄位' }), z.maxLength(40, { error: '欄位過多' })),
  }),
  answer: Done,
  refusals: [],
});
