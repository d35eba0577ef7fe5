import type { Organization } from '@portal/contract/office/staff';

/** Where the browser keeps the choice of a person. */
export const settingOf = (email: string | undefined) => `office.scope.${email}`;

/** Ignores a choice that is no longer possible. */
export const chosenWithin = (own: readonly Organization[], stored: string | null): number | undefined =>
  own.length > 1 ? own.find(({ id }) => `${id}` === stored)?.id : undefined;
