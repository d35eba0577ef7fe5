import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import type { Right } from '../rights.ts';

/** The steps in the order in which an association sets its site up. */
export const setupSteps = [
  'site',
  'footer',
  'organizations',
  'kinds',
  'courses',
  'bankAccounts',
  'officers',
  'classes',
  'introductions',
  'people',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Trainees can enrol in a class and pay without these steps, but not without the others. */
export const optionalSteps: readonly SetupStep[] = ['site', 'footer', 'introductions', 'people'];

/** The right that a step needs. An administrator without it invites somebody who has it. */
export const stepRights = {
  site: 'settings.edit',
  footer: 'content.edit',
  organizations: 'settings.edit',
  kinds: 'settings.edit',
  courses: 'settings.edit',
  bankAccounts: 'settings.edit',
  officers: 'staff.manage',
  classes: 'class.write',
  introductions: 'content.edit',
  people: 'import.run',
} as const satisfies Record<SetupStep, Right>;

const Steps = z.object({
  site: z.boolean(),
  footer: z.boolean(),
  organizations: z.boolean(),
  kinds: z.boolean(),
  courses: z.boolean(),
  bankAccounts: z.boolean(),
  officers: z.boolean(),
  classes: z.boolean(),
  introductions: z.boolean(),
  people: z.boolean(),
});

/** Two training courses as templates, with the kind of certificates that they lead to. */
const Starter = z.object({
  /** The association has none of its courses. */
  canAdd: z.boolean(),
  /** At least one of its courses was not changed since it was added. */
  canRemove: z.boolean(),
});

/** A step is true when it is done. */
export const Setup = z.object({ steps: Steps, isReady: z.boolean(), starter: Starter });
export type Setup = z.infer<typeof Setup>;

export const setup = endpoint({
  method: 'GET',
  path: '/api/office/setup',
  access: 'settings.edit',
  summary: '開始設定：啟用網站前各步驟是否已完成',
  answer: Setup,
  refusals: [],
});

const changeStarter = {
  path: '/api/office/setup/starter',
  access: 'settings.edit',
  stepUp: true,
  answer: Setup,
} as const;

export const addStarterSet = endpoint({
  ...changeStarter,
  method: 'POST',
  summary: '開始設定：加入兩個訓練項目的範本與其證照種類；已加入的不重複',
  refusals: [],
});

export const removeStarterSet = endpoint({
  ...changeStarter,
  method: 'DELETE',
  summary: '開始設定：移除範本中沒有修改過、也沒有使用過的項目',
  refusals: [],
});
