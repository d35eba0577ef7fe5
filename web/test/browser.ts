/* The few things of a browser that the platform touches while it is loaded. Import it before anything else. */

class MemoryStorage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#items.set(key, `${value}`);
  }
  removeItem(key: string) {
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
  }
}

const events = new EventTarget();

const browser = {
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
  document: { cookie: '' },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
};

for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** The cookies that the page may read, `name=value; name=value`. */
export const setCookies = (cookie: string) => Object.assign(document, { cookie });

/** What a browser tells the other tabs when one changes the storage. */
export const changedInOtherTab = (key: string, value: string | null) => {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
};
