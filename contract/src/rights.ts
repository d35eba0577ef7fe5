export const roles = ['admin', 'officer', 'cashier', 'instructor', 'editor', 'auditor'] as const;
export type Role = (typeof roles)[number];

export const roleNames: Readonly<Record<Role, string>> = {
  admin: '系統管理員',
  officer: '承辦人員',
  cashier: '會計',
  instructor: '講師',
  editor: '網站編輯',
  auditor: '稽核',
};

/** Held for the whole association only. */
export const associationRoles: readonly Role[] = ['admin', 'editor'];

/** The roles that hold each right. An instructor's class rights hold only for classes that name them. */
export const rolesWith = {
  'attendance.read': ['officer', 'instructor', 'auditor'],
  'attendance.write': ['officer', 'instructor'],
  'audit.read': ['admin', 'auditor'],
  'certificate.issue': ['officer'],
  'certificate.read': ['officer', 'auditor'],
  'certificate.revoke': ['officer'],
  'class.publish': ['officer'],
  'class.read': ['admin', 'officer', 'cashier', 'instructor', 'auditor'],
  'class.write': ['officer'],
  'content.edit': ['editor'],
  'content.read': ['editor', 'auditor'],
  'export.identity': ['officer'],
  'export.list': ['officer', 'cashier', 'auditor'],
  'group.manage': ['officer'],
  'group.read': ['officer', 'auditor'],
  /** Officers import the members of groups that their branch looks after; administrators import all kinds. */
  'import.members': ['admin', 'officer'],
  'import.run': ['admin'],
  'mail.read': ['officer', 'auditor'],
  'mail.resend': ['officer'],
  'mail.send': ['officer'],
  'payment.confirm': ['cashier'],
  'payment.read': ['officer', 'cashier', 'auditor'],
  'payment.refund': ['cashier'],
  'person.edit': ['officer'],
  'person.identity': ['officer'],
  'person.merge': ['officer'],
  'person.read': ['officer', 'cashier', 'auditor'],
  'person.release': ['admin'],
  'privacy.handle': ['admin', 'officer'],
  'registration.read': ['officer', 'cashier', 'instructor', 'auditor'],
  'registration.review': ['officer'],
  'renewal.read': ['officer', 'auditor'],
  'renewal.review': ['officer'],
  'report.read': ['officer', 'cashier', 'auditor'],
  'result.publish': ['officer'],
  'result.read': ['officer', 'instructor', 'auditor'],
  'result.write': ['officer', 'instructor'],
  'settings.edit': ['admin'],
  'settings.read': ['admin', 'auditor'],
  'staff.manage': ['admin'],
  'staff.read': ['admin', 'auditor'],
  'statement.import': ['cashier'],
  'statement.read': ['cashier', 'auditor'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rolesWith;
export const rights = Object.keys(rolesWith) as Right[];

/** Null: the whole association. */
export interface RoleGrant {
  readonly role: Role;
  readonly organizationId: number | null;
}

export type Scope = 'everywhere' | readonly number[];

export const scopeOf = (grants: readonly RoleGrant[], right: Right): Scope => {
  const holders: readonly Role[] = rolesWith[right];
  const scopes = grants.filter(({ role }) => holders.includes(role)).map((grant) => grant.organizationId);
  const ids = scopes.filter((id) => id !== null);
  return ids.length < scopes.length ? 'everywhere' : [...new Set(ids)].sort((a, b) => a - b);
};

export const holds = (grants: readonly RoleGrant[], right: Right): boolean =>
  scopeOf(grants, right).length > 0;

export const rightsOf = (grants: readonly RoleGrant[]): Right[] =>
  rights.filter((right) => holds(grants, right));
