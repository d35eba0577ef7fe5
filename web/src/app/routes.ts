import type { Access } from './guards.ts';
import { paths } from './paths.ts';

/**
 * The pages that exist, and who may open them. A page of `paths` is registered by a line here and one in
 * `router.tsx`; the menus show only what stands here.
 */
export const routes = {
  home: { pattern: paths.home.pattern, access: 'all' },
  classList: { pattern: paths.classList.pattern, access: 'all' },
  classDetail: { pattern: paths.classDetail.pattern, access: 'all' },
  introList: { pattern: paths.introList.pattern, access: 'all' },
  introDetail: { pattern: paths.introDetail.pattern, access: 'all' },
  login: { pattern: paths.login.pattern, access: 'guest' },
  register: { pattern: paths.register.pattern, access: 'guest' },
  records: { pattern: paths.records.pattern, access: 'login' },
  personalEnrolment: { pattern: paths.personalEnrolment.pattern, access: 'login' },
  personalEnrolmentFinish: { pattern: paths.personalEnrolmentFinish.pattern, access: 'login' },
} as const satisfies Partial<Record<keyof typeof paths, { pattern: string; access: Access }>>;

export type RouteName = keyof typeof routes;

export const isRegistered = (name: keyof typeof paths): name is RouteName => Object.hasOwn(routes, name);
