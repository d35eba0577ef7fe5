import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import type { Right } from '../rights.ts';

/** In the order in which an association sets its site up. */
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

/** Without the others, trainees cannot enrol in a class and pay. */
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

/** A step is true when it is done. */
export const Setup = z.object({ steps: Steps, isReady: z.boolean() });
export type Setup = z.infer<typeof Setup>;

export const setup = endpoint({
  method: 'GET',
  path: '/api/office/setup',
  access: 'settings.edit',
  summary: '開始設定：啟用網站前各步驟是否已完成',
  answer: Setup,
  refusals: [],
});
