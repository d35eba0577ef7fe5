interface LineIconProps {
  path: string;
  strokeWidth?: number;
}

/** Draws an icon of the office alone. Those of `kit` are also loaded by the trainees' pages. */
export const LineIcon = ({ path, strokeWidth = 2 }: LineIconProps) => (
  <svg
    aria-hidden="true"
    className="size-5 shrink-0"
    fill="none"
    focusable="false"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth={strokeWidth}
    viewBox="0 0 24 24"
  >
    <path d={path} />
  </svg>
);
