import type { Endpoint } from '@portal/contract/endpoint';
import { associationRoles, type Right, type Role, rolesWith } from '@portal/contract/rights';
import { openTestPortal } from '../app.ts';
import { nameOf } from '../described-calls.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../factories/staff.ts';
import { type Place, type Sent, send } from '../office-requests.ts';

/* Two branches, and staff of the first in each role of a branch. */

/** Roles that hold the right of the call, but need another one for what it shows. */
const needsMore: [name: string, role: Role, reason: string][] = [
  ['GET /api/office/waiting', 'auditor', 'No work waits for an auditor.'],
  [
    'GET /api/office/registrations/:id/history',
    'instructor',
    'An instructor reads rosters, no registration.',
  ],
  ['POST /api/office/statement-accounts/:id/day-sheet/export', 'officer', 'An officer reads no statements.'],
];

/** The roles of a branch that may make the call. */
export const rolesOf = (endpoint: Endpoint): Role[] => {
  const { access } = endpoint;
  const holders: readonly Role[] = access === 'office' ? ['officer', 'auditor'] : rolesWith[access as Right];
  return holders.filter(
    (role) =>
      !associationRoles.includes(role) &&
      !needsMore.some(([name, each]) => name === nameOf(endpoint) && each === role),
  );
};

export const openBranches = async () => {
  const portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { db } = portal;
  const { id } = await buildOrganization(db);
  const { id: otherId } = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  const teach = (organizationId: number) => buildStaff(db, { grants: [grant('instructor', organizationId)] });
  const [ownInstructor, otherInstructor] = [await teach(id), await teach(otherId)];
  const here: Place = { portal, organizationId: id, instructors: [ownInstructor] };
  const there: Place = { portal, organizationId: otherId, instructors: [otherInstructor] };
  const headersOf = new Map<Role, Record<string, string>>();
  const enter = async (role: Role, staff: { id: number }) =>
    headersOf.set(role, { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(db, staff) });
  for (const role of ['officer', 'cashier', 'auditor'] as const)
    await enter(role, await buildStaff(db, { grants: [grant(role, id)] }));
  await enter('instructor', ownInstructor);
  const ask = async (role: Role, endpoint: Endpoint, sent: Sent) => {
    const { statusCode, body } = await send(portal, endpoint, sent, headersOf.get(role) ?? {});
    return { status: statusCode, body };
  };
  return { here, there, ask, close: () => portal.close() };
};
export type Branches = Awaited<ReturnType<typeof openBranches>>;
