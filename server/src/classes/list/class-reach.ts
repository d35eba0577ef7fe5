import { allOrganizations } from '../../catalogue/queries.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type ListScope, narrowScope } from '../../platform/database/list.ts';
import type { Staff } from '../../staff/actors.ts';
import { classScopeOf, instructorScopeOf } from '../../staff/policy.ts';

interface ClassReach {
  readonly organizations: readonly number[];
  /** Undefined if every class of these organisations is in reach. */
  readonly reach: string | undefined;
}

/** By id, because the index holds each organisation's classes in order. */
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
  const whole = within(classScopeOf(actor, 'class.read'));
  const only = within(instructorScopeOf(actor, 'class.read')).filter((id) => !whole.includes(id));
  return {
    organizations: [...whole, ...only],
    reach: only.length === 0 ? undefined : JSON.stringify({ only, staff: actor.staffId }),
  };
};
