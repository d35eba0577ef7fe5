import { cast, DEMO_PASSWORD, type DemoPerson } from './people.ts';

const shown: readonly (readonly [DemoPerson, string])[] = [
  [cast.lin, '一般學員，各種狀態的報名'],
  [cast.chen, '團體管理員'],
  [cast.john, '外國人（居留證號）'],
  [cast.maria, '外國人（護照號碼）'],
];

/** Who a newcomer may log in as, to be read in a terminal. */
export const demoGreeting = (): string => {
  const lines = shown.map(([{ country, account, name }, purpose]) => {
    const kind = country === 'local' ? '本國人' : '外國人';
    return `  ${kind}  ${account.padEnd(12)}${name}：${purpose}`;
  });
  return [`示範帳號，密碼皆為 ${DEMO_PASSWORD}（demo accounts and their password）：`, ...lines].join('\n');
};
