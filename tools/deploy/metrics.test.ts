import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { connect } from '../../server/src/platform/database/database.ts';
import { createMetrics } from '../../server/src/platform/observe/metrics.ts';
import { addBusinessMetrics } from '../../server/src/timers/business-metrics.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');

/** The metrics of a server, and the series that a histogram adds. */
const servedMetrics = async (): Promise<Set<string>> => {
  const db = connect(inject('databaseServer').url);
  const { register } = createMetrics(db.$client);
  addBusinessMetrics(register, db, () => new Date());
  const metrics = await register.getMetricsAsJSON();
  await db.$client.end();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram'
        ? [name, ...['bucket', 'sum', 'count'].map((each) => `${name}_${each}`)]
        : [name],
    ),
  );
};

const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:portal|process|nodejs)_[a-z0-9_]+/g) ?? [];

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

test('the dashboard shows metrics that a server has, and no two panels lie on each other', async () => {
  const { panels }: Dashboard = JSON.parse(await readFile(path.join(DEPLOY, 'dashboard.json'), 'utf8'));
  const served = await servedMetrics();
  for (const { title, targets } of panels) {
    const named = targets.flatMap(({ expr }) => metricsIn(expr));
    expect([title, named.length >= targets.length]).toEqual([title, true]);
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  }
  expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
});

test('the alerts watch metrics that a server has', async () => {
  const served = await servedMetrics();
  const expressions = (await readFile(path.join(DEPLOY, 'alerts.yml'), 'utf8')).match(/expr: .*/g) ?? [];
  expect(expressions.length).toBeGreaterThan(5);
  expect(expressions.flatMap(metricsIn).filter((name) => !served.has(name))).toEqual([]);
});

test('the operations list the alerts, those that call somebody at once first', async () => {
  const rules = (await readFile(path.join(DEPLOY, 'alerts.yml'), 'utf8')).split('- alert: ').slice(1);
  const operations = await readFile(path.join(DEPLOY, '../docs/operations.md'), 'utf8');
  const listed = [...operations.matchAll(/^\| `(Portal\w+)` \| .* \| (.*) \|$/gm)];
  const nameOf = (rule: string) => rule.split('\n')[0];
  const pages = rules.filter((rule) => rule.includes('severity: page')).map(nameOf);
  expect(listed.map(([, name]) => name).sort()).toEqual(rules.map(nameOf).sort());
  expect(listed.map(([, , calls]) => calls)).toEqual(
    rules.map((_, n) => (n < pages.length ? 'somebody at once' : 'next working day')),
  );
  expect(
    listed
      .slice(0, pages.length)
      .map(([, name]) => name)
      .sort(),
  ).toEqual(pages.sort());
});
