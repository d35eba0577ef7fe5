import type { Outcome } from './faults.ts';
import type { Account } from './verdict.ts';

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ') || 'none';

const rowOf = ({ name, seen, notes, wrong }: Outcome): string => {
  const { guests, own, writesAway, statuses } = seen;
  const cells = [
    name,
    writesAway.toFixed(1),
    `${guests.failed} of ${guests.asked}`,
    `${own.failed} of ${own.asked}`,
    listed(statuses),
    [...notes, ...wrong.map((each) => `**${each}**`)].join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
};

const HEAD = `| fault | longest time without an enrolment, s | guests' requests that failed | own records that failed | answers other than 200 | seen |
| --- | --- | --- | --- | --- | --- |`;

interface Run {
  readonly day: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly poolMode: string;
  readonly portals: number;
  readonly rate: number;
  readonly outcomes: readonly Outcome[];
  readonly failovers: readonly Outcome[];
  readonly account: Account;
  readonly dataCheck: string;
}

const describeFailovers = (failovers: readonly Outcome[]): string => {
  if (failovers.length === 0) return '';
  const seconds = failovers.map(({ seen }) => seen.writesAway).sort((one, next) => one - next);
  const [least, most] = [seconds[0] ?? 0, seconds.at(-1) ?? 0];
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
  const refused = failovers.reduce((sum, { seen }) => sum + seen.guests.failed, 0);
  const asked = failovers.reduce((sum, { seen }) => sum + seen.guests.asked, 0);
  const wrong = failovers.flatMap((each) => each.wrong);
  return `
## ${failovers.length} failovers, one after the other

The primary was killed each time. Longest time without an enrolment: ${least.toFixed(1)} to ${most.toFixed(1)} s, median ${median.toFixed(1)} s. Of ${asked} requests of guests, ${refused} failed.
${wrong.length > 0 ? `\n**${wrong.join('; ')}**\n` : ''}`;
};

export const writeReport = (run: Run): string => {
  const { account, versions, outcomes } = run;
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const refused =
    account.refused.length > 0
      ? `\n**Refused for another reason: ${account.refused.slice(0, 5).join('; ')}**\n`
      : '';
  return `# A cluster under faults

What \`npm run test:cluster\` saw on ${run.day}, on one machine with everything on loopback: three machines with PostgreSQL, Patroni and etcd, HAProxy, PgBouncer (${run.poolMode} mode), ${run.portals} servers of the
portal, nginx. How they are set up: [operations](operations.md#three-machines).

${programs.join(' · ')}. ${run.rate} requests a second: 70 % of guests, 20 % of own records, 10 % enrolments, which are repeated with their key until they are answered.

${HEAD}
${outcomes.map(rowOf).join('\n')}

A machine that is killed loses PostgreSQL, Patroni and etcd at once. While the primary is away, or its disk is full, guests go on reading from a standby. Own records and enrolments answer 503 until there is another
primary: they are read where they are written, so that nobody misses what they have just done.
${describeFailovers(run.failovers)}
## Enrolments

| pressed | acknowledged | acknowledged and lost | doubled | done, but never acknowledged | missed in the own records afterwards |
| --- | --- | --- | --- | --- | --- |
| ${account.attempts} | ${account.acknowledged} | ${account.lost} | ${account.doubled} | ${account.unanswered} | ${account.unseen} |
${refused}
\`npm run check:data\` afterwards: ${run.dataCheck}
`;
};
