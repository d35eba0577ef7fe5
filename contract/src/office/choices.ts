import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { refuse, text } from '../fields.ts';
import { seenVersion } from './audit.ts';
import { orderOf } from './order.ts';

/* The lists from which people choose their career and education when they join. */

export const choiceLists = ['careers', 'educations', 'educationStatuses'] as const;
export type ChoiceList = (typeof choiceLists)[number];

export const choiceListNames: Readonly<Record<ChoiceList, string>> = {
  careers: '職業',
  educations: '學歷',
  educationStatuses: '就學狀況',
};

const Choice = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  isRetired: z.boolean(),
});
export type Choice = z.infer<typeof Choice>;

const Choices = z.object({
  careers: z.array(Choice),
  educations: z.array(Choice),
  educationStatuses: z.array(Choice),
});
export type Choices = z.infer<typeof Choices>;

export const CHOICES_MAX = 100;

export const ChoiceForm = z.object({
  name: text({ label: '名稱', max: 30 }).check(
    refuse((name: string) => (/^[0-9]+$/.test(name) ? '名稱不得全為數字' : null)),
  ),
});
export type ChoiceForm = z.infer<typeof ChoiceForm>;

const list = z.enum(choiceLists);
const OfList = z.object({ list });
const OfChoice = z.object({ list, id: z.coerce.number().check(z.int(), z.positive()) });
const change = { method: 'POST', access: 'settings.edit', stepUp: true, answer: Choices } as const;

export const choices = endpoint({
  method: 'GET',
  path: '/api/office/choices',
  access: 'settings.read',
  summary: '職業、學歷與就學狀況的選項，停用的也在內',
  answer: Choices,
  refusals: [],
});

export const addChoice = endpoint({
  ...change,
  path: '/api/office/choices/:list',
  summary: '新增一個選項，排在最後',
  params: OfList,
  body: ChoiceForm,
  idempotencyField: 'form',
  refusals: ['choice_taken', 'choices_full'],
});

export const orderChoices = endpoint({
  ...change,
  path: '/api/office/choices/:list/order',
  summary: '調整選項的順序',
  params: OfList,
  body: orderOf('選項'),
  refusals: ['order_changed'],
});

export const editChoice = endpoint({
  ...change,
  path: '/api/office/choices/:list/:id',
  summary: '修改選項的名稱；已選的人隨之顯示新名稱',
  params: OfChoice,
  body: z.extend(ChoiceForm, { version: seenVersion }),
  refusals: ['not_found', 'changed_meanwhile', 'choice_taken'],
});

export const retireChoice = endpoint({
  ...change,
  path: '/api/office/choices/:list/:id/retire',
  summary: '停用選項：不再可選，已選的人不受影響',
  params: OfChoice,
  refusals: ['not_found', 'choice_last'],
});

export const restoreChoice = endpoint({
  ...change,
  path: '/api/office/choices/:list/:id/restore',
  summary: '恢復選項',
  params: OfChoice,
  refusals: ['not_found'],
});
