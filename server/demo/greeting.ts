import { cast, DEMO_PASSWORD, type DemoPerson } from './people.ts';
import { demoStaff } from './staff.ts';

const shown: readonly (readonly [DemoPerson, string])[] = [
  [cast.lin, '一般學員，各種狀態的報名'],
  [cast.chen, '團體管理員'],
  [cast.john, '外國人（居留證號）'],
  [cast.maria, '外國人（護照號碼）'],
];

/** The demo accounts, formatted for a terminal. */
export const demoGreeting = (): string => {
  const lines = shown.map(([{ country, account, name }, purpose]) => {
    const kind = country === 'local' ? '本國人' : '外國人';
    return `  ${kind}  ${account.padEnd(12)}${name}：${purpose}`;
  });
  const staff = demoStaff.map(
    ({ email, name, purpose }) => `  後台    ${email.padEnd(24)}${name}：${purpose}`,
  );
  return [
    `示範帳號，密碼皆為 ${DEMO_PASSWORD}（demo accounts and their password；後台：/office）：`,
    ...lines,
    ...staff,
  ].join('\n');
};
