import type { Database } from '../../src/platform/database/database.ts';
import { buildOrganization } from './catalogue.ts';
import { buildStaff, enterOffice, grant } from './staff.ts';

export type StaffHeaders = Readonly<Record<string, string>>;

/** The headers of two officers of 臺北市分會 and of one of another organisation. */
export const enterOfficers = async (db: Database) => {
  const branch = await buildOrganization(db);
  const elsewhere = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  const enter = async (name: string, organizationId: number): Promise<StaffHeaders> => {
    const staff = await buildStaff(db, { name, grants: [grant('officer', organizationId)] });
    return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(db, staff) };
  };
  return {
    officer: await enter('周小姐', branch.id),
    colleague: await enter('吳先生', branch.id),
    stranger: await enter('林小姐', elsewhere.id),
  };
};
