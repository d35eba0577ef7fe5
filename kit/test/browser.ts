/* The few things of a browser that the platform touches while it is loaded. Import it before anything else. */

/** Each stored item is an own property, as in a browser. */
class MemoryStorage {
  get length() {
    return Object.keys(this).length;
  }
  getItem(key: string): string | null {
    return Object.getOwnPropertyDescriptor(this, key)?.value ?? null;
  }
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: `${value}` });
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
  clear() {
    Object.keys(this).forEach(this.removeItem, this);
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

/** The storage event that a browser sends to the other tabs. */
export const changedInOtherTab = (key: string, value: string | null) => {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
};
