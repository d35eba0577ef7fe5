import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { clipped } from './fields.ts';

export const IntroType = z.object({ id: z.int(), title: z.string(), src: z.string() });
export type IntroType = z.infer<typeof IntroType>;

export const IntroEntry = z.object({ id: z.int(), title: z.string(), html: z.string() });

export const Banner = z.object({ id: z.int(), src: z.string() });
export type Banner = z.infer<typeof Banner>;

export const Footer = z.object({ name: z.string(), address: z.string(), phone: z.string(), fax: z.string() });
export type Footer = z.infer<typeof Footer>;

export const introTypes = endpoint({
  method: 'GET',
  path: '/api/IntroTypes',
  access: 'public',
  summary: '課程介紹類別',
  answer: z.array(IntroType),
  refusals: [],
});

export const intros = endpoint({
  method: 'GET',
  path: '/api/Intros',
  access: 'public',
  summary: '一個類別的課程介紹；type 為類別名稱',
  query: z.object({ type: clipped(60) }),
  answer: z.object({ type: z.string(), details: z.array(IntroEntry) }),
  refusals: ['not_found'],
});

export const banners = endpoint({
  method: 'GET',
  path: '/api/banners',
  access: 'public',
  summary: '橫幅',
  answer: z.array(Banner),
  refusals: [],
});

export const footer = endpoint({
  method: 'GET',
  path: '/api/footer',
  access: 'public',
  summary: '頁尾的單位資料',
  answer: Footer,
  refusals: [],
});
