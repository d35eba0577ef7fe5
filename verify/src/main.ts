import { today } from '@portal/contract/dates';
import { check } from './check.ts';
import { askServer, getKeys, getStatusList } from './sources.ts';
import { showChecking, showForm, showVerdict } from './view.ts';

/** `/v/CODE`. Empty where a number is still to be typed. */
const numberOf = (path: string): string => {
  try {
    return decodeURIComponent(path.replace(/^\/v\/?/, '').replace(/\/$/, ''));
  } catch {
    return path;
  }
};

const draw = async (main: HTMLElement): Promise<void> => {
  const number = numberOf(location.pathname);
  if (number === '') return showForm(main);
  showChecking(main);
  const sources = { askServer, getKeys, getStatusList, today: today(new Date()) };
  showVerdict(main, number, await check(number, location.hash.slice(1), sources));
  performance.mark('answer');
};

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

const keepForOffline = async (): Promise<void> => {
  const script = '/v/service-worker.js';
  // The page policy allows a worker only through this policy, which knows one address.
  const policy = window.trustedTypes?.createPolicy('portal-verify', { createScriptURL: () => script });
  const address = policy?.createScriptURL(script) ?? script;
  await navigator.serviceWorker?.register(address, { scope: '/v/' });
};

const main = document.getElementById('main');
if (main) {
  void draw(main);
  // The same page, but another certificate.
  addEventListener('hashchange', () => draw(main));
}
if (import.meta.env.PROD) void keepForOffline().catch(() => {});
