/* Imports nothing: part of the first script. */

/** List and detail are side by side from this width on. */
export const SIDE_BY_SIDE = '(width >= 64rem)';

export const loadPanel = async () => (await import('./review-panel.tsx')).ReviewPanel;

/** On a narrow screen the list comes first. */
export const fetchPanelBesideList = (): void => {
  if (matchMedia(SIDE_BY_SIDE).matches) loadPanel().catch(() => undefined);
};
