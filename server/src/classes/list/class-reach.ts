import { allOrganizations } from '../../catalogue/queries.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type ListScope, narrowScope } from '../../platform/database/list.ts';
import type { Staff } from '../../staff/actors.ts';
import { classScopeOf, instructorScopeOf } from '../../staff/policy.ts';

interface ClassReach {
  /**
   * Ids of organisations. The list is read for each of them, because the index sorts the classes of one
   * organisation.
   */
  readonly organizations: readonly number[];
  /**
   * The value of the list's filter `reach`. In the organisations `only`, the caller sees the classes that they teach.
   * Undefined if they see every class of `organizations`.
   */
  readonly reach: string | undefined;
}

/** Returns what restricts the list of classes to those that the caller may read. */
export const findClassReach = async (
  db: Executor,
  actor: Staff,
  organization: number | undefined,
): Promise<ClassReach> => {
  const all = (await allOrganizations(db)).map(({ id }) => id);
  const within = (scope: ListScope) => {
    const narrowed = narrowScope(scope, organization);
    return narrowed === 'everywhere' ? all : narrowed;
  };
  const allClasses = within(classScopeOf(actor, 'class.read'));
  const only = within(instructorScopeOf(actor, 'class.read')).filter((id) => !allClasses.includes(id));
  return {
    organizations: [...allClasses, ...only],
    reach: only.length === 0 ? undefined : JSON.stringify({ only, staff: actor.staffId }),
  };
};
