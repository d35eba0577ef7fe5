import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** In the order in which an association sets its site up. */
export const setupSteps = [
  ...([
    'site',
    'organizations',
    'kinds',
    'courses',
    'bankAccounts',
    'officers',
    'classes',
    'people',
  ] as const),
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Without the others, trainees cannot enrol in a class and pay. */
export const optionalSteps: readonly SetupStep[] = ['site', 'people'];

const Steps = z.object({
  site: z.boolean(),
  organizations: z.boolean(),
  kinds: z.boolean(),
  courses: z.boolean(),
  bankAccounts: z.boolean(),
  officers: z.boolean(),
  classes: z.boolean(),
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
