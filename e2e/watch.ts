import type { Page } from '@playwright/test';

/** Everything that a page does against its policy, throws, says on the console or asks of strangers. */
export const watch = async (page: Page): Promise<string[]> => {
  const faults: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report([violatedDirective, blockedURI, sourceFile, lineNumber, sample].join(' '));
    });
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('console', (message) => {
    const isExpected = /^Failed to load resource: the server responded with a status of 4(01|04|22)/.test(
      message.text(),
    );
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(page.url()).host && page.url() !== 'about:blank') {
      faults.push(`request: ${request.url()}`);
    }
  });
  return faults;
};
