import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import association from '../demo/association.json' with { type: 'json' };

const web = (file: string) => readFile(new URL(`../../web/${file}`, import.meta.url), 'utf8');

test('the manifest has the colour of the page and the name of the portal, not of the demo association', async () => {
  const manifest = await web('public/site.webmanifest');
  const [, colour] = /<meta name="theme-color" content="(#\w{6})"/.exec(await web('index.html')) ?? [];
  expect(JSON.parse(manifest)).toMatchObject({ name: '學員訓練報名網', theme_color: colour });
  expect(manifest).not.toContain(association.footer.name);
});
