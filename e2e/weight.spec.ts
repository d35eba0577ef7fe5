import { expect } from '@playwright/test';
import { budgets, codeOf, sumOf } from '../tools/bench/page-weight.ts';
import { enterOffice } from './office.ts';
import { test } from './portal.ts';

for (const { name, path, most, staff } of budgets) {
  test(`the ${name} needs at most ${most / 1000} kB of JavaScript and CSS`, async ({
    page,
    context,
    baseURL,
  }) => {
    if (staff !== null) await enterOffice(context, baseURL, staff);
    const fetched = await codeOf(page, path);
    const listed = fetched.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');
    expect(fetched.length).toBeGreaterThan(1);
    expect(sumOf(fetched), listed).toBeLessThanOrEqual(most);
  });
}
