import { today } from '@portal/contract/dates';
import { check } from './check.ts';
import { askServer, getCachedList, getKeys, getStatusList } from './sources.ts';
import { showChecking, showForm, showVerdict } from './view.ts';

/** `/v/CODE`. Empty where a number is still to be typed. */
const numberOf = (path: string): string => {
  try {
    return decodeURIComponent(path.replace(/^\/v\/?/, '').replace(/\/$/, ''));
  } catch {
    return path;
  }
};

/** In milliseconds. A quicker answer is drawn at once, because each drawing takes time on a phone. */
const CHECKING_AFTER = 300;

const draw = async (main: HTMLElement): Promise<void> => {
  const number = numberOf(location.pathname);
  if (number === '') return showForm(main);
  const waiting = setTimeout(() => showChecking(main), CHECKING_AFTER);
  const sources = { askServer, getKeys, getCachedList, getStatusList, today: today(new Date()) };
  const verdict = await check(number, location.hash.slice(1), sources);
  clearTimeout(waiting);
  showVerdict(main, number, verdict);
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
