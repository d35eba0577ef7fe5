/*
 * React Aria does two things that the page policy (no inline style, Trusted Types) forbids. Both are met here with
 * what it asks for anyway, so that the policy stays as strict as it is and no rule of it is ever broken.
 */

/** It writes a style element of this id where there is none; its one rule stands in date-field.css. */
function standInForStyle(): void {
  const id = 'react-aria-pressable-style';
  if (document.getElementById(id)) return;
  const mark = document.createElement('meta');
  mark.id = id;
  document.head.append(mark);
}

/** It empties the live regions that it adds to the body by `innerHTML = ''`. */
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

/** To be called once, before the first component of React Aria is shown. */
export function keepAriaWithinPolicy(): void {
  standInForStyle();
  standInForEmptying();
}
