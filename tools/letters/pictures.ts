import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';

/* Draws every letter of server/test/letters/golden as people see it: `npm run letters:pictures -- FOLDER [PART OF A NAME]`. */

const [folder, wanted = ''] = process.argv.slice(2);
if (!folder) throw new Error('name the folder of the pictures');

const GOLDEN = path.join(import.meta.dirname, '../../server/test/letters/golden');
const WIDTHS = [360, 640];
const LOOKS = ['light', 'dark'] as const;

const draw = async (browser: Browser, names: readonly string[], width: number, look: 'light' | 'dark') => {
  const context = await browser.newContext({
    viewport: { width, height: 400 },
    colorScheme: look,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  for (const name of names) {
    await page.goto(pathToFileURL(path.join(GOLDEN, name)).href);
    const wide = await page.locator('table').first().boundingBox();
    if (wide && wide.width > width) console.error(`${name}: wider than ${width} pixels`);
    const file = `${path.basename(name, '.html')}-${width}-${look}.png`;
    await page.screenshot({ path: path.join(folder, file), fullPage: true });
  }
  await context.close();
};

await mkdir(folder, { recursive: true });
const names = (await readdir(GOLDEN)).filter((name) => name.endsWith('.html') && name.includes(wanted));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const browser = await chromium.launch({ executablePath });
for (const width of WIDTHS) for (const look of LOOKS) await draw(browser, names, width, look);
await browser.close();
console.log(`${names.length * WIDTHS.length * LOOKS.length} pictures in ${folder}`);
