import type { StaffRole } from '@portal/contract/office/staff';
import { roleTexts } from './role-texts.ts';

export const RoleList = ({ roles }: { roles: readonly StaffRole[] }) => (
  <ul>
    {roleTexts(roles).map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
