/** The key that presses a button, for people with a keyboard. */
export const KeyHint = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="rounded-sm border border-current px-1.5 font-mono text-xs pointer-coarse:hidden"
  >
    {children}
  </span>
);
