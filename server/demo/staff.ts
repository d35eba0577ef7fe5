import type { Role } from '@portal/contract/rights';

interface DemoStaff {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** The code of the branch; null: the whole association. */
  readonly organization: string | null;
  /** The note printed beside the account at start. */
  readonly purpose: string;
}

export const demoStaff: readonly DemoStaff[] = [
  {
    email: 'admin@portal.example',
    name: '周世昌',
    role: 'admin',
    organization: null,
    purpose: '系統管理員',
  },
  {
    email: 'officer@tpe.example',
    name: '周小姐',
    role: 'officer',
    organization: 'TPE',
    purpose: '承辦人員（臺北市分會）',
  },
  {
    email: 'officer@khh.example',
    name: '吳先生',
    role: 'officer',
    organization: 'KHH',
    purpose: '承辦人員（高雄市分會）',
  },
  {
    email: 'cashier@portal.example',
    name: '許會計',
    role: 'cashier',
    organization: null,
    purpose: '會計（全會）',
  },
  {
    email: 'coach@tpe.example',
    name: '林教練',
    role: 'instructor',
    organization: 'TPE',
    purpose: '講師（臺北市分會）',
  },
  {
    email: 'editor@portal.example',
    name: '何編輯',
    role: 'editor',
    organization: null,
    purpose: '網站編輯',
  },
  {
    email: 'auditor@portal.example',
    name: '方稽核',
    role: 'auditor',
    organization: null,
    purpose: '稽核（全會）',
  },
];
