/* React Aria needs inline styles and Trusted Types, which the Content Security Policy forbids. This avoids both. */

/** React Aria adds a style element unless this id exists. Its rule is in date-field.css. */
function standInForStyle(): void {
  const id = 'react-aria-pressable-style';
  if (document.getElementById(id)) return;
  const mark = document.createElement('meta');
  mark.id = id;
  document.head.append(mark);
}

/** React Aria clears its live regions with `innerHTML = ''`. */
function standInForEmptying(): void {
  const observer = new MutationObserver(() => {
    const regions = document.querySelectorAll('[data-live-announcer] > [role="log"]');
    if (regions.length === 0) return;
    observer.disconnect();
    for (const region of regions) {
      Object.defineProperty(region, 'innerHTML', { set: () => region.replaceChildren() });
    }
  });
  observer.observe(document.body, { childList: true });
}

export function keepAriaWithinPolicy(): void {
  standInForStyle();
  standInForEmptying();
}
