import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { searchText } from './fields.ts';

export const Named = z.object({ id: z.int(), name: z.string() });
export type Named = z.infer<typeof Named>;

export const Course = z.object({ id: z.int(), code: z.string(), chinese_name: z.string() });
export type Course = z.infer<typeof Course>;

const Area = z.object({ id: z.int(), name: z.string(), code: z.string() });

const list = <const P extends `/${string}`, S extends z.ZodMiniType>(path: P, summary: string, answer: S) =>
  endpoint({ method: 'GET', path, access: 'public', summary, answer: z.array(answer), refusals: [] });

export const organizations = list('/api/organizations', '會別', Named);
export const trainclasses = list('/api/trainclasses', '訓練項目', Course);
export const cities = list('/api/cities', '縣市', Named);
export const careers = list('/api/careers', '職業', Named);
export const educations = list('/api/educations', '學歷', Named);
export const educationstatuses = list('/api/educationstatuses', '就學狀況', Named);

export const areas = endpoint({
  method: 'GET',
  path: '/api/areas',
  access: 'public',
  summary: '一個縣市的鄉鎮市區（id 或名稱）；未知的縣市為空陣列',
  query: z.object({ city: searchText(60) }),
  answer: z.array(Area),
  refusals: [],
});
