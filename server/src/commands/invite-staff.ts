import { parseArgs } from 'node:util';
import { StaffForm } from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { organizations } from '../catalogue/tables.ts';
import { readConfig } from '../platform/config.ts';
import { connect, type Database, inTransaction, type Tx } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import { resetSecondFactorBySystem } from '../staff/factors/reset-second-factor.ts';
import { invitationLink } from '../staff/members/invitations.ts';
import { type Invited, inviteAgain, inviteStaff } from '../staff/members/invite-staff.ts';
import { findByEmail } from '../staff/queries.ts';
import { openDatabase } from './open-database.ts';

/* `npm run staff:invite`: for the first administrator, or for somebody who cannot sign in any more. */

const USAGE =
  'npm run staff:invite -- --email a@example.org.tw --name 王小明 --role admin [--organization TPE] [--reset-second-factor]';

/** A fault that the operator can correct. */
class InvitationFault extends Error {}

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  organization: { type: 'string' },
  'reset-second-factor': { type: 'boolean' },
} as const;

const organizationIdOf = async (tx: Tx, code: string | undefined): Promise<number | null> => {
  if (code === undefined) return null;
  const [found] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.code, code));
  if (!found) throw new InvitationFault(`查無會別代碼 ${code} (there is no organisation ${code}).`);
  return found.id;
};

const readForm = (answers: Record<string, unknown>): StaffForm => {
  const form = StaffForm.safeParse(answers);
  if (form.success) return form.data;
  throw new InvitationFault([...form.error.issues.map(({ message }) => message), USAGE].join('\n'));
};

interface InvitedFromShell extends Invited {
  /** Name and roles stay as they were. */
  readonly isKnown: boolean;
}

export const inviteFromShell = (db: Database, args: string[], now: Date): Promise<InvitedFromShell> =>
  inTransaction(db, async (tx) => {
    const { email, name, role, organization, ...rest } = parseArgs({ args, options }).values;
    const organizationId = await organizationIdOf(tx, organization);
    const form = readForm({ email, name, roles: [{ role, organizationId }] });
    const known = await findByEmail(tx, form.email);
    if (known && rest['reset-second-factor']) await resetSecondFactorBySystem(tx, { staffId: known.id }, now);
    const invited = known
      ? await inviteAgain(tx, { staffId: known.id }, { actor: 'system', now })
      : await inviteStaff(tx, form, { actor: 'system', now });
    return { ...invited, isKnown: known !== null };
  });

export const reportOf = ({ isKnown, invitation }: InvitedFromShell, base: string): string =>
  [
    ...(isKnown
      ? [
          '此電子郵件已有後台帳號：姓名、角色與會別維持不變，請由系統管理員在後台變更 (this account exists: its name and roles are unchanged).',
        ]
      : []),
    '邀請連結，72 小時內有效，僅能使用一次：',
    invitationLink(base, invitation),
  ].join('\n');

const explain = (error: unknown): unknown => {
  if (error instanceof InvitationFault) return error.message;
  if (error instanceof Refusal) return refusalText(error);
  return error instanceof TypeError && 'code' in error ? `${error.message}\n${USAGE}` : error;
};

const main = async () => {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const db = connect(database.url, { max: 1 });
    try {
      const invited = await inviteFromShell(db, process.argv.slice(2), new Date());
      const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
      console.log(reportOf(invited, base));
    } finally {
      await db.$client.end();
    }
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  } finally {
    await database.stop();
  }
};

if (import.meta.main) await main();
