import { refusals } from '@portal/contract/errors';
import * as contract from '@portal/contract/groups';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { recordView } from '../accounts/people/record-view.ts';
import { findShownPerson } from '../accounts/people/shown-person.ts';
import { securityLog } from '../accounts/sign-in/security-log.ts';
import { findPublicClass, type PublicClass } from '../catalogue/queries.ts';
import { groupObstacle } from '../catalogue/rules.ts';
import { withinClassLimit } from '../enrolment/seats/limit-per-class.ts';
import { type Executor, inTransaction, type Tx } from '../platform/database/database.ts';
import { invalid, Refusal } from '../platform/errors.ts';
import { onceOnly } from '../platform/http/idempotency.ts';
import { admitMember } from './admit-member.ts';
import { dismissMember } from './dismiss-member.ts';
import { type ManagedGroup, managedGroups, requireManager, requireMember, selectGroups } from './policy.ts';
import { presentGroupDetail, presentManagedGroup, presentOwnGroups, presentRoster } from './present.ts';
import {
  findGroupClasses,
  findGroupPeople,
  findGroupPerson,
  findOwnGroup,
  findOwnGroups,
  findRoster,
  findSeatedGroupIds,
  type IdentityNumbers,
  type RosterRow,
} from './queries.ts';
import { groupRefusals, seatStatusOf } from './rules.ts';
import { type ClassRoster, submitRoster } from './submit-roster.ts';

/** A group that holds seats in the class sees its roster also when it could not enrol now (closed, full, …). */
const refuseHiddenRoster = (
  trainingClass: PublicClass,
  { id }: ManagedGroup,
  rows: readonly RosterRow[],
  now: Date,
) => {
  if (rows.some((row) => seatStatusOf(row, id) === 'seated')) return;
  const obstacle = groupObstacle(trainingClass, { ignoreSeats: false }, now);
  if (obstacle) throw new Refusal(groupRefusals[obstacle]);
};

/** The first group that holds seats in the class, or the first of all. */
const preferSeatedGroup = async (
  db: Executor,
  { id: classId }: PublicClass,
  [first, ...others]: readonly [ManagedGroup, ...ManagedGroup[]],
): Promise<ManagedGroup> => {
  if (others.length === 0) return first;
  const groupIds = [first, ...others].map(({ id }) => id);
  const seated = await findSeatedGroupIds(db, { classId, groupIds });
  return [first, ...others].find(({ id }) => seated.includes(id)) ?? first;
};

const readRoster = async (
  db: Executor,
  trainingClass: PublicClass,
  { id: groupId }: ManagedGroup,
): Promise<ClassRoster> => ({
  trainingClass,
  rows: await findRoster(db, { classId: trainingClass.id, groupId }),
});

const numbersOf = (form: { id_number: string | null; passport_no: string | null }): IdentityNumbers => ({
  idNumber: form.id_number,
  passportNo: form.passport_no,
});

const managementRoutes: TraineeRoutes = (serve, services) => {
  const { db, config } = services;
  const withSecurityLog = securityLog(services);
  serve(contract.groups, async ({ actor }) => presentOwnGroups(await findOwnGroups(db, actor.accountId)));

  serve(contract.groupDetail, async ({ params, body, actor: { accountId } }) => {
    const ownGroup = await findOwnGroup(db, { code: params.GroupCode, accountId });
    const managed = body.type === 'admin' ? requireManager(ownGroup) : null;
    const { id } = managed ?? requireMember(ownGroup);
    const [people, classes] = await Promise.all([findGroupPeople(db, id), findGroupClasses(db, id)]);
    const shown = { people, classes };
    return managed ? presentManagedGroup(managed, shown) : presentGroupDetail(shown);
  });

  serve(contract.groupMember, async ({ body, actor: { accountId }, now }) => {
    const group = requireManager(await findOwnGroup(db, { code: body.GroupCode, accountId }));
    const person = await findGroupPerson(db, group.id, numbersOf(body));
    if (!person) throw new Refusal('not_found');
    await recordView(db, { viewerId: accountId, viewedId: person.id, what: 'details' }, now);
    return findShownPerson(db, person.id);
  });

  serve(contract.admitMember, async ({ params, body, actor, address, now }) => {
    const { accountId } = actor;
    const group = requireManager(await findOwnGroup(db, { code: params.GroupCode, accountId }));
    if (body.GroupCode !== undefined && body.GroupCode !== group.code) {
      throw invalid({ GroupCode: [refusals.group_not_found.text] });
    }
    const context = { actor, address, now, defaultPasswordDays: config.birthdayPasswordDays };
    await withSecurityLog('group.add_member', { address, accountId }, () =>
      admitMember(db, { group, form: body }, context),
    );
    return { message: '已新增成員' };
  });

  serve(contract.dismissMember, async ({ params, body, actor, address, now }) => {
    const { accountId } = actor;
    const group = requireManager(await findOwnGroup(db, { code: params.GroupCode, accountId }));
    const change = { group, numbers: numbersOf(body) };
    await withSecurityLog('group.remove_member', { address, accountId }, () =>
      inTransaction(db, (tx) => dismissMember(tx, change, { actor, now })),
    );
    return { message: '已移除成員' };
  });
};

const rosterRoutes: TraineeRoutes = (serve, { db }) => {
  serve(contract.roster, async ({ params, query, actor: { accountId }, now }) => {
    const trainingClass = await findPublicClass(db, params.code);
    if (!trainingClass) throw new Refusal('class_not_found');
    const groups = managedGroups(await findOwnGroups(db, accountId));
    const selected = selectGroups(groups, { code: query.group, reservedFor: trainingClass.groupId });
    const group = await preferSeatedGroup(db, trainingClass, selected);
    const { rows } = await readRoster(db, trainingClass, group);
    refuseHiddenRoster(trainingClass, group, rows, now);
    return presentRoster({ trainingClass, group, groups, rows }, now);
  });

  serve(contract.submitRoster, async ({ body, actor, idempotency, now }) => {
    const { code } = body;
    const found = await findPublicClass(db, code);
    if (!found) throw new Refusal('class_unknown');
    const groups = managedGroups(await findOwnGroups(db, actor.accountId));
    const [group, ...others] = selectGroups(groups, { code: body.group, reservedFor: found.groupId });
    if (others.length > 0) throw new Refusal('group_unnamed');
    const ticks = [...body.admins, ...body.members, ...body.had_removed];
    const submission = { code, group, ticks };
    // Set unless the answer is a repeat.
    let submitted: ClassRoster | undefined;
    // The answer kept for repeats leaves out the roster, which holds identity numbers.
    const submit = async (tx: Tx) => {
      submitted = await submitRoster(tx, submission, { actor, now });
      return code;
    };
    await withinClassLimit(db, code, (options) => onceOnly(db, idempotency, now, submit, options));
    const shown = submitted ?? (await readRoster(db, found, group));
    return presentRoster({ ...shown, group, groups }, now);
  });
};

export const groupRoutes: TraineeRoutes = (...args) => {
  for (const register of [managementRoutes, rosterRoutes]) register(...args);
};
