import { useScope } from '../platform/scope.ts';
import { frameText } from '../text/zh-TW/frame.ts';

/** Shown to staff of several organisations. */
export const ScopeChoice = () => {
  const { organizations, organization, choose } = useScope();
  if (organizations.length < 2) return null;
  return (
    <select
      aria-label={frameText.scope.label}
      className="min-h-11 min-w-0 max-w-32 rounded-md border border-current bg-bar-strong px-2 text-on-bar sm:max-w-48"
      onChange={({ target }) => choose(target.value === '' ? undefined : Number(target.value))}
      value={organization ?? ''}
    >
      <option value="">{frameText.scope.all}</option>
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
};
